"""EPUB: the chapters of a book in reading order, as one document with title, author and date."""

import posixpath
import zipfile
from typing import Any, Literal
from urllib.parse import unquote

from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged, open_container
from phrase_explorer.readers.html_page import html_fields
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.record import FieldValue, Record, RecordStream
from phrase_explorer.readers.xml_document import parse_xml

CONTAINER_NAME = "META-INF/container.xml"
PACKAGE_XPATH = "//*[local-name()='rootfile']/@full-path"


class EpubReader:
    """Give a book's text as one record."""

    name = "EPUB"
    suffixes: tuple[str, ...] = (".epub",)
    holds: Literal["document", "records"] = "document"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the one record. Raises `DamagedFileError`."""
        with open_container(file, settings, "EPUB") as stream:
            try:
                with zipfile.ZipFile(stream) as archive:
                    fields = _book_fields(archive)
            except PARSER_ERRORS as error:
                raise damaged(error, "EPUB") from error
        yield Record("", fields)


def _book_fields(archive: zipfile.ZipFile) -> dict[str, FieldValue]:
    package_name = str(parse_xml(archive.read(CONTAINER_NAME)).xpath(PACKAGE_XPATH)[0])
    package = parse_xml(archive.read(package_name))
    folder = posixpath.dirname(package_name)
    files_by_id = {item.get("id"): item.get("href") for item in package.xpath("//*[local-name()='manifest']/*")}
    names = set(archive.namelist())
    chapters = []
    for reference in package.xpath("//*[local-name()='spine']/*/@idref"):
        name = posixpath.normpath(posixpath.join(folder, unquote(files_by_id.get(reference) or "")))
        if name in names:
            chapters.append(str(html_fields(archive.read(name).decode("utf-8", errors="replace"))["text"]))
    return {
        "title": _metadata(package, "title"),
        "author": _metadata(package, "creator"),
        "date": _metadata(package, "date"),
        "text": "\n\n".join(chapter for chapter in chapters if chapter.strip()),
    }


def _metadata(package: Any, name: str) -> str | None:  # Any: an lxml element
    found = package.xpath(f"//*[local-name()='metadata']/*[local-name()='{name}']")
    return " ".join((found[0].text or "").split()) or None if found else None
