"""Mail and newsgroup posts: the body is the text, the header gives title, sender and date; attachments are left out.

`.eml` files are parsed whole. A plain text file that begins with such a header is a post too (`split_post`).
"""

import re
from typing import Literal

from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged
from phrase_explorer.readers.html_page import html_fields
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.record import FieldValue, Record, RecordStream

KEPT_HEADERS = ("subject", "from", "date", "newsgroups", "organization")
TELLING_HEADERS = frozenset(
    {"from", "subject", "date", "newsgroups", "message-id", "path", "to", "references", "lines", "sender"}
)
MIN_TELLING_HEADERS = 3
MAX_HEADER_LINES = 80
_HEADER_LINE = re.compile(r"([A-Za-z][A-Za-z0-9.-]{1,40}):(?:[ \t]+(.*))?")
_UUENCODED = re.compile(
    r"(?:^begin [0-7]{3,4} [^\n]*\n)?(?:^M[!-`]{60}[ ]*\n){3,}(?:^[!-`]{1,61}[ ]*\n){0,2}(?:^end[ ]*(?:\n|\Z))?",
    re.MULTILINE,
)


class MailReader:
    """Give a message's plain-text body as one record, or its HTML body if there is no other."""

    name = "mail"
    suffixes: tuple[str, ...] = (".eml",)
    holds: Literal["document", "records"] = "document"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the one record. Raises `DamagedFileError`."""
        import email
        import email.policy

        with file.open_seekable(settings.on_bytes) as stream:
            try:
                message = email.message_from_binary_file(stream, policy=email.policy.default)
                fields: dict[str, FieldValue] = {name: str(message[name] or "") or None for name in KEPT_HEADERS}
                body = message.get_body(("plain", "html"))
                text = str(body.get_content()) if body is not None else ""
                if body is not None and body.get_content_subtype() == "html":
                    text = str(html_fields(text)["text"])
            except PARSER_ERRORS as error:
                raise damaged(error, "mail") from error
        yield Record("", {**fields, "text": text})


def split_post(text: str) -> dict[str, FieldValue] | None:
    """Divide a text that begins with a mail header into header fields and body; None if it does not begin so."""
    fields: dict[str, str] = {}
    name, at = "", 0
    for _ in range(MAX_HEADER_LINES):
        end = text.find("\n", at)
        line = text[at : end if end >= 0 else len(text)]
        if not line.strip():
            break
        match = _HEADER_LINE.fullmatch(line)
        if match:
            name = match[1].lower()
            fields.setdefault(name, (match[2] or "").strip())
        elif line[0] in " \t" and name:
            fields[name] = f"{fields[name]} {line.strip()}"
        else:
            return None
        if end < 0:
            return None
        at = end + 1
    else:
        return None
    if len(TELLING_HEADERS & fields.keys()) < MIN_TELLING_HEADERS:
        return None
    return {**{name: fields.get(name) or None for name in KEPT_HEADERS}, "text": text[at:].lstrip("\n")}


def without_attachments(body: str) -> str:
    """Leave out uuencoded files within a body."""
    return _UUENCODED.sub("", body)
