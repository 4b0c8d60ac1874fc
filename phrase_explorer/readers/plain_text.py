"""Plain text and Markdown: one file is one document, as it stands."""

from typing import Literal

from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.record import ReadSettings, Record, RecordStream
from phrase_explorer.readers.text_decoding import detect_encoding, encoding_notes, open_text


class PlainTextReader:
    """Give a file's text as one record."""

    name = "text"
    suffixes: tuple[str, ...] = (".txt", ".text", ".md", ".markdown")
    holds: Literal["document", "records"] = "document"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the notes on the encoding and the one record."""
        encoding = detect_encoding(file, settings.encoding)
        settings.encodings[file.name] = encoding
        yield from encoding_notes(file, encoding)
        with open_text(file, encoding, settings.on_bytes) as stream:
            text = stream.read()
        yield Record("", {"text": text})
