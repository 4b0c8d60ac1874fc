"""HTML: the text that a browser would show, without scripts and styles; the title from the page."""

import codecs
import re
from typing import Literal

from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.markup_text import NOT_READ_IN_HTML, XML_DECLARATION, text_of
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.record import FieldValue, Record, RecordStream
from phrase_explorer.readers.text_decoding import detect_encoding, encoding_notes, open_text

_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
WESTERN_NAMES = frozenset({"iso8859-1", "ascii"})
"""Browsers read these as Windows-1252."""


class HtmlReader:
    """Give a page's text as one record, with its title."""

    name = "HTML"
    suffixes: tuple[str, ...] = (".html", ".htm", ".xhtml")
    holds: Literal["document", "records"] = "document"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield notes and the one record. Raises `DamagedFileError`."""
        if settings.encoding is None and file.name not in settings.encodings and (declared := declared_codec(file)):
            settings.encodings[file.name] = detect_encoding(file, declared, on_bytes=settings.on_scan)
        encoding = settings.encoding_of(file)
        yield from encoding_notes(file, encoding)
        with open_text(file, encoding, settings.on_bytes) as stream:
            markup = stream.read()
        yield Record("", html_fields(markup))


def html_fields(markup: str) -> dict[str, FieldValue]:
    """Give title and text of a page. Raises `DamagedFileError`."""
    from lxml import etree, html

    markup = XML_DECLARATION.sub("", markup.replace("\x00", " "))
    if not markup.strip():
        return {"text": ""}
    try:
        root = html.document_fromstring(markup, parser=html.HTMLParser(huge_tree=True))
        title = root.findtext(".//title") or root.findtext(".//h1")
        return {"title": title, "text": text_of(root, not_read=NOT_READ_IN_HTML)}
    except etree.ParserError:
        return {"text": ""}  # the page holds nothing but comments
    except PARSER_ERRORS as error:
        raise damaged(error, "HTML") from error


def declared_codec(file: InputFile) -> str | None:
    """Give the encoding that the page declares, if it is one and the page has no byte order mark."""
    with file.open() as stream:
        head = stream.read(4096)
    match = _DECLARED.search(head)
    if match is None or head.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\x00" in head:
        return None
    try:
        name = codecs.lookup(match[1].decode("ascii")).name
        b"xx".decode(name, errors="replace")
    except (LookupError, ValueError):
        return None
    return (
        None
        if name.startswith(("utf-16", "utf-32")) or name == "utf-8"
        else "cp1252"
        if name in WESTERN_NAMES
        else name
    )
