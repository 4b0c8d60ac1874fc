"""XML: a TEI text with title, author and date from its header; any other XML as the text of all its elements."""

from typing import Any, Literal

from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.markup_text import local_name, text_of
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.reader_errors import DamagedFileError
from phrase_explorer.readers.record import FieldValue, Record, RecordStream


class XmlReader:
    """Give a file's text as one record. Entities are never expanded, nothing is fetched."""

    name = "XML"
    suffixes: tuple[str, ...] = (".xml", ".tei")
    holds: Literal["document", "records"] = "document"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the one record. Raises `DamagedFileError`."""
        from lxml import etree

        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, recover=True, encoding=settings.encoding or None
        )
        try:
            with file.open_seekable(settings.on_bytes) as stream:
                root = etree.parse(stream, parser).getroot()
            if root is None:
                raise DamagedFileError("it is not a readable XML file")
            fields = _tei_fields(root) if local_name(root).startswith(("TEI", "tei")) else {"text": text_of(root)}
        except PARSER_ERRORS as error:
            raise damaged(error, "XML") from error
        yield Record("", fields)


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
