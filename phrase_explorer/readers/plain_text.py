"""Plain text and Markdown: one file is one document, as it stands."""

import io
from collections.abc import Iterator
from typing import Literal

from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.mail_message import split_post, without_attachments
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.record import FieldValue, Record, RecordStream
from phrase_explorer.readers.text_decoding import encoding_notes, open_text

MAX_DOCUMENT_CHARACTERS = 100_000_000
"""A file longer than this becomes several documents, so that none outgrows memory or the database."""


POST_REMARK = "Files that begin with a mail header, which was read as title, sender and date: {n}."
ATTACHMENT_REMARK = "Posts that held uuencoded files, which were left out of their text: {n}."


class PlainTextReader:
    """Give a file's text as one record."""

    name = "text"
    suffixes: tuple[str, ...] = (".txt", ".text", ".md", ".markdown")
    holds: Literal["document", "records"] = "document"

    def __init__(self, max_characters: int = MAX_DOCUMENT_CHARACTERS) -> None:
        self._max_characters = max_characters

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the notes on the encoding and the one record."""
        encoding = settings.encoding_of(file)
        yield from encoding_notes(file, encoding)
        with open_text(file, encoding, settings.on_bytes) as stream:
            if settings.sample_characters is not None:
                yield Record("", _fields(stream.read(settings.sample_characters), settings))
                return
            for number, text in enumerate(_in_parts(stream, self._max_characters), start=1):
                if number == 1:
                    yield Record("", _fields(text, settings))
                else:
                    yield Record(f"part {number}", {"text": text})


def _fields(text: str, settings: ReadSettings) -> dict[str, FieldValue]:
    """Give the text as it is, or as a post if it begins with a mail header."""
    post = split_post(text)
    if post is None:
        return {"text": text}
    settings.remarks[POST_REMARK] += 1
    body = str(post["text"])
    kept = without_attachments(body)
    if len(kept) < len(body):
        settings.remarks[ATTACHMENT_REMARK] += 1
    return {**post, "text": kept}


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
