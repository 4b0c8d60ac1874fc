"""XML: a TEI text with title, author and date from its header; any other XML as the text of all its elements."""

from typing import Any, Literal

from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.markup_text import XML_DECLARATION, local_name, text_of
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.reader_errors import DamagedFileError
from phrase_explorer.readers.record import FieldValue, Record, RecordStream
from phrase_explorer.readers.text_decoding import open_text


class XmlReader:
    """Give a file's text as one record. Entities are never expanded, nothing is fetched."""

    name = "XML"
    suffixes: tuple[str, ...] = (".xml", ".tei")
    holds: Literal["document", "records"] = "document"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the one record. Raises `DamagedFileError`."""
        try:
            root = parse_xml(_content(file, settings))
            if root is None:
                raise DamagedFileError("it is not a readable XML file")
            fields = _tei_fields(root) if local_name(root).startswith(("TEI", "tei")) else {"text": text_of(root)}
        except PARSER_ERRORS as error:
            raise damaged(error, "XML") from error
        yield Record("", fields)


def parse_xml(content: bytes) -> Any:  # Any: an lxml element, None if there is none
    """Parse XML, mending what can be mended; entities are not expanded and nothing is fetched."""
    from lxml import etree

    return etree.fromstring(
        content, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    )


def _content(file: InputFile, settings: ReadSettings) -> bytes:
    """Give the bytes as they are, for the declaration in them says their encoding; or in UTF-8 if the person chose one."""
    if settings.encoding is None:
        return file.open_seekable(settings.on_bytes).read()
    with open_text(file, settings.encoding_of(file), settings.on_bytes) as stream:
        return XML_DECLARATION.sub("", stream.read()).encode("utf-8", errors="replace")


def _tei_fields(root: Any) -> dict[str, FieldValue]:  # Any: an lxml element
    """Read a TEI header: the title and author of the text, and the date of its creation or publication."""
    texts = root.xpath("./*[local-name()='text' or local-name()='body']")
    text = "\n\n".join(text_of(part) for part in texts)
    return {
        "title": _first(root, "titleStmt", "title") or None,
        "author": _first(root, "titleStmt", "author") or None,
        "date": _date(root, "creation") or _date(root, "sourceDesc") or _date(root, "publicationStmt") or None,
        "text": text,
    }


def _first(root: Any, parent: str, name: str) -> str:  # Any: an lxml element
    found = root.xpath(f".//*[local-name()='teiHeader']//*[local-name()='{parent}']//*[local-name()='{name}']")
    return " ".join("".join(found[0].itertext()).split()) if found else ""


def _date(root: Any, parent: str) -> str:  # Any: an lxml element
    found = root.xpath(f".//*[local-name()='teiHeader']//*[local-name()='{parent}']//*[local-name()='date']")
    return next((element.get("when") or " ".join("".join(element.itertext()).split()) for element in found), "")
