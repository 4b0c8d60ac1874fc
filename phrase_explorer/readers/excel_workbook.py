"""Excel (.xlsx): each sheet is a table, each row a record; dates become ISO text and whole numbers lose their ".0"."""

import datetime
import warnings
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, Literal

from phrase_explorer.readers.delimited_text import column_names, is_header
from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged, open_container
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.record import Record, RecordStream

Row = tuple[int, list[str]]


class ExcelReader:
    """Give each row of each sheet as one record; the first filled row of a sheet names the columns."""

    name = "Excel"
    suffixes: tuple[str, ...] = (".xlsx", ".xlsm")
    holds: Literal["document", "records"] = "records"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the records, sheet by sheet. Raises `DamagedFileError`."""
        import openpyxl

        with open_container(file, settings, "Excel") as stream, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of formatting that it does not know
            try:
                workbook = openpyxl.load_workbook(stream, read_only=True, data_only=True)
                for sheet in workbook.worksheets:
                    yield from _records(
                        _filled_rows(sheet), f"sheet '{sheet.title}', " if len(workbook.worksheets) > 1 else ""
                    )
            except PARSER_ERRORS as error:
                raise damaged(error, "Excel") from error


def _records(rows: Iterator[Row], sheet: str) -> RecordStream:
    head = list(islice(rows, 2))
    if not head:
        return
    if is_header([cells for _, cells in head]):
        names, head = column_names(head[0][1]), head[1:]
    else:
        names = tuple(f"column {number}" for number in range(1, max(len(cells) for _, cells in head) + 1))
    for number, cells in chain(head, rows):
        yield Record(f"{sheet}row {number:,}", dict(zip(names, cells, strict=False)))


def _filled_rows(sheet: Any) -> Iterator[Row]:  # Any: openpyxl has several kinds of sheet
    for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells = [_as_text(value) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.datetime):
        is_day = value.time() == datetime.time()
        return value.date().isoformat() if is_day else value.isoformat(sep=" ", timespec="seconds")
    return str(value)
