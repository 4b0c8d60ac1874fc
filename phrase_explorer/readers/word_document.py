"""Word (.docx): paragraphs and tables in reading order; headers, footers and comments are left out."""

from collections.abc import Iterator
from typing import Any, Literal

from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged, open_container
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.record import Record, RecordStream


class WordReader:
    """Give a document's text as one record."""

    name = "Word"
    suffixes: tuple[str, ...] = (".docx", ".docm")
    holds: Literal["document", "records"] = "document"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the one record. Raises `DamagedFileError`."""
        import docx

        with open_container(file, settings, "Word") as stream:
            try:
                text = "\n\n".join(_blocks(docx.Document(stream)))
            except PARSER_ERRORS as error:
                raise damaged(error, "Word") from error
        yield Record("", {"text": text})


def _blocks(container: Any) -> Iterator[str]:  # Any: python-docx has no common type for document and cell
    """Yield paragraphs, and one line per table row with its cells divided by tabs."""
    from docx.table import Table

    for block in container.iter_inner_content():
        if isinstance(block, Table):
            for row in block.rows:
                cells = dict.fromkeys(cell._tc for cell in row.cells)  # a merged cell stands in the row several times
                by_element = {cell._tc: cell for cell in row.cells}
                line = "\t".join("\n".join(_blocks(by_element[element])) for element in cells)
                if line.strip():
                    yield line
        elif block.text.strip():
            yield block.text
