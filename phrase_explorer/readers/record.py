"""What a format reader gives: records of named text fields, before anyone knows which field is the text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from phrase_explorer.domain.document import SkippedItem, SourceNote
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.read_settings import ReadSettings

FieldValue = str | tuple[str, ...] | None
"""Text, a list of texts (sentences, tags), or nothing. Numbers stay as they were written."""


@dataclass(frozen=True)
class Record:
    """One row, object or file. `place` says where in its file ("row 12"), "" for a whole file."""

    place: str
    fields: Mapping[str, FieldValue]


RecordStream = Iterator[Record | SkippedItem | SourceNote]


class FormatReader(Protocol):
    """One format. `holds` says whether a file is one document or many records."""

    name: str
    suffixes: tuple[str, ...]
    holds: Literal["document", "records"]

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Stream the records of one file. Raises `DamagedFileError` when it cannot go on."""
        ...
