"""Which reader reads which file. A new format is one file with one `FormatReader`, and one line here."""

from phrase_explorer.readers.delimited_text import DelimitedTextReader
from phrase_explorer.readers.epub_book import EpubReader
from phrase_explorer.readers.excel_workbook import ExcelReader
from phrase_explorer.readers.html_page import HtmlReader
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.json_documents import JsonReader
from phrase_explorer.readers.json_lines import JsonLinesReader
from phrase_explorer.readers.mail_message import MailReader
from phrase_explorer.readers.parquet_table import ParquetReader
from phrase_explorer.readers.pdf_document import PdfReader
from phrase_explorer.readers.plain_text import PlainTextReader
from phrase_explorer.readers.record import FormatReader
from phrase_explorer.readers.word_document import WordReader
from phrase_explorer.readers.xml_document import XmlReader


def all_readers() -> tuple[FormatReader, ...]:
    """Give one reader per format."""
    return (
        PlainTextReader(),
        DelimitedTextReader(),
        JsonReader(),
        JsonLinesReader(),
        HtmlReader(),
        XmlReader(),
        WordReader(),
        PdfReader(),
        EpubReader(),
        ExcelReader(),
        ParquetReader(),
        MailReader(),
    )


def reader_by_suffix() -> dict[str, FormatReader]:
    """Give the reader of each suffix, such as ".csv"."""
    return {suffix: reader for reader in all_readers() for suffix in reader.suffixes}


def readable_suffixes() -> tuple[str, ...]:
    """Give every suffix that can be opened, archives included, for file dialogs and messages."""
    return (*sorted(reader_by_suffix()), ".zip", ".gz")


def table_suffixes() -> frozenset[str]:
    """Give the suffixes of the formats that have columns."""
    return frozenset(suffix for suffix, reader in reader_by_suffix().items() if reader.holds == "records")


def reader_for(file: InputFile, *, is_only_file: bool) -> FormatReader | None:
    """Give the reader of a file; a file opened by itself is taken for text when its suffix says nothing."""
    known = reader_by_suffix().get(file.suffix)
    if known is None and (is_only_file or (file.suffix == "" and file.name.lower().endswith(".gz"))):
        return PlainTextReader()
    return known
