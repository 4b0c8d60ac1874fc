"""Plain text and Markdown: one file is one document, as it stands."""

import io
from collections.abc import Iterator
from typing import Literal

from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.record import ReadSettings, Record, RecordStream
from phrase_explorer.readers.text_decoding import encoding_notes, encoding_of, open_text

MAX_DOCUMENT_CHARACTERS = 100_000_000
"""A file longer than this becomes several documents, so that none outgrows memory or the database."""


class PlainTextReader:
    """Give a file's text as one record."""

    name = "text"
    suffixes: tuple[str, ...] = (".txt", ".text", ".md", ".markdown")
    holds: Literal["document", "records"] = "document"

    def __init__(self, max_characters: int = MAX_DOCUMENT_CHARACTERS) -> None:
        self._max_characters = max_characters

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the notes on the encoding and the one record."""
        encoding = encoding_of(file, settings)
        yield from encoding_notes(file, encoding)
        with open_text(file, encoding, settings.on_bytes) as stream:
            if settings.sample_characters is not None:
                yield Record("", {"text": stream.read(settings.sample_characters)})
                return
            for number, text in enumerate(_in_parts(stream, self._max_characters), start=1):
                yield Record("" if number == 1 else f"part {number}", {"text": text})


def _in_parts(stream: io.TextIOBase, max_characters: int) -> Iterator[str]:
    """Give the text whole, or in parts that end at a paragraph, a line or a word."""
    text = stream.read(max_characters)
    while len(text) == max_characters and (more := stream.read(max_characters // 2)):
        end = max(text.rfind("\n\n") + 2, 0) if "\n\n" in text[max_characters // 2 :] else 0
        end = end or max(text.rfind("\n"), text.rfind(" ")) + 1 or len(text)
        yield text[:end]
        text = text[end:] + more
        while len(text) < max_characters and (more := stream.read(max_characters - len(text))):
            text += more
    yield text
