"""What a format reader gives: records of named text fields, before anyone knows which field is the text."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from phrase_explorer.domain.document import SkippedItem, SourceNote
from phrase_explorer.readers.input_files import CountBytes, InputFile
from phrase_explorer.readers.text_decoding import DetectedEncoding

FieldValue = str | tuple[str, ...] | None
"""Text, a list of texts (sentences, tags), or nothing. Numbers stay as they were written."""


@dataclass(frozen=True)
class Record:
    """One row, object or file. `place` says where in its file ("row 12"), "" for a whole file."""

    place: str
    fields: Mapping[str, FieldValue]


@dataclass
class ReadSettings:
    """What a reader is told, and the encodings that it found.

    `encodings` is filled while reading, by file name, so that the detection runs once per file. `on_bytes` is told how many
    bytes of the source were consumed. A first look sets `sample_characters`, and a document need not be given beyond it;
    `text_column` is what the person asked for. `remarks` counts, over the whole corpus, what readers did to many files alike:
    a sentence with "{n}" in it.
    """

    encoding: str | None = None
    text_column: str | None = None
    sample_characters: int | None = None
    encodings: dict[str, DetectedEncoding] = field(default_factory=dict)
    on_bytes: CountBytes | None = None
    remarks: Counter[str] = field(default_factory=Counter)


RecordStream = Iterator[Record | SkippedItem | SourceNote]


class FormatReader(Protocol):
    """One format. `holds` says whether a file is one document or many records."""

    name: str
    suffixes: tuple[str, ...]
    holds: Literal["document", "records"]

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Stream the records of one file. Raises `DamagedFileError` when it cannot go on."""
        ...
