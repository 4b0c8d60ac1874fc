"""CSV and TSV: one row is one record, through the csv module. The delimiter and the use of quotes are found from a sample."""

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from phrase_explorer.domain.document import NOTE_FORMAT, SkippedItem, SourceNote
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.reader_errors import DamagedFileError
from phrase_explorer.readers.record import Record, RecordStream
from phrase_explorer.readers.text_decoding import encoding_notes, open_text

SAMPLE_CHARACTERS = 1 << 18
MAX_SAMPLE_ROWS = 400
DELIMITERS = (",", "\t", ";", "|")
DELIMITER_NAMES = {",": "comma", "\t": "tab", ";": "semicolon", "|": "vertical bar"}
MAX_HEADER_CELL = 120
ONE_COLUMN = "\x1f"
"""A delimiter that does not occur."""
NO_AGREEMENT = (0.0, 0, 0)
_DECLARED_DELIMITER = re.compile(r"\ufeff?\"?sep=.\"?\r?\n")  # Excel's first line; the delimiter is found without it
_NUMBER_OR_DATE = re.compile(r"[\d\s.,:/+-]+")


@dataclass(frozen=True)
class Dialect:
    """How the cells of a file are divided. `names_rows` says that rows have one cell more than the header, as R writes them."""

    delimiter: str
    uses_quotes: bool
    names_rows: bool = False


class DelimitedTextReader:
    """Give each row of a CSV or TSV file as one record; a row with the wrong number of cells is skipped."""

    name = "CSV"
    suffixes: tuple[str, ...] = (".csv", ".tsv", ".tab", ".psv")
    holds: Literal["document", "records"] = "records"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield notes, then records in file order."""
        encoding = settings.encoding_of(file)
        yield from encoding_notes(file, encoding)
        with open_text(file, encoding, newline="") as stream:
            sample = stream.read(SAMPLE_CHARACTERS)
        if not sample.strip():
            return
        declared = _DECLARED_DELIMITER.match(sample)
        dialect = find_dialect(
            sample[declared.end() :] if declared else sample,
            whole=len(sample) < SAMPLE_CHARACTERS,
            prefers_tab=file.suffix in (".tsv", ".tab"),
        )
        if dialect.delimiter in (";", "|", "\t") and file.suffix == ".csv":
            name = DELIMITER_NAMES[dialect.delimiter]
            yield SourceNote(file.name, NOTE_FORMAT, f"Its cells are divided by the {name}.")
        csv.field_size_limit(sys.maxsize)
        with open_text(file, encoding, settings.on_bytes, newline="") as stream:
            if declared:
                stream.readline()
            yield from _read_rows(file, _csv_rows(stream, dialect), names_rows=dialect.names_rows)


def find_dialect(sample: str, *, whole: bool, prefers_tab: bool = False) -> Dialect:
    """Choose the delimiter and quoting under which the sample's rows agree best on their number of cells.

    `whole` says that the sample is the whole file; otherwise its last row may be cut and does not count.
    """
    csv.field_size_limit(sys.maxsize)
    delimiters = ("\t", ",", ";", "|") if prefers_tab else DELIMITERS
    best, best_score = Dialect(ONE_COLUMN, True), NO_AGREEMENT
    for delimiter in delimiters:
        for uses_quotes in (True, False) if '"' in sample else (True,):
            dialect = Dialect(delimiter, uses_quotes)
            n_cells = _cells_per_row(sample, dialect, whole=whole)
            score = _agreement(n_cells, _quoting_quality(sample, dialect, whole=whole))
            if score > best_score:
                names_rows = len(n_cells) > 2 and all(count == n_cells[0] + 1 for count in n_cells[1:])
                best, best_score = Dialect(delimiter, uses_quotes, names_rows), score
    return best


def is_header(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row names the columns: short, distinct, filled cells that are not all numbers."""
    first = [cell.strip() for cell in rows[0]]
    filled = [cell for cell in first if cell]
    if not filled or any(len(cell) > MAX_HEADER_CELL or "\n" in cell for cell in filled):
        return False
    if len({cell.casefold() for cell in filled}) < len(filled):
        return False
    return not any(_NUMBER_OR_DATE.fullmatch(cell) for cell in filled)


def column_names(header: Sequence[str]) -> tuple[str, ...]:
    """Give each column a name that occurs once: blank ones are numbered, repeated ones get "(2)"."""
    names: list[str] = []
    for number, cell in enumerate(header, start=1):
        name = " ".join(cell.replace("\ufeff", "").replace("\x00", " ").split()) or f"column {number}"
        unique, copy = name, 2
        while unique in names:
            unique, copy = f"{name} ({copy})", copy + 1
        names.append(unique)
    return tuple(names)


def _cells_per_row(sample: str, dialect: Dialect, *, whole: bool) -> list[int]:
    try:
        rows = islice(_csv_rows(io.StringIO(sample, newline=""), dialect), MAX_SAMPLE_ROWS)
        n_cells = [len(cells) for cells, _ in rows]
    except DamagedFileError:
        return []
    return n_cells[:-1] if not whole and 1 < len(n_cells) < MAX_SAMPLE_ROWS else n_cells


def _agreement(n_cells: list[int], quoting_quality: int) -> tuple[float, int, int]:
    """Score a division: the share of rows of the usual width, then how well quotes are used, then that width.

    Commas within the texts of a file with one column make widths too, but not in its header.
    """
    width, n_agreeing = Counter(n_cells).most_common(1)[0] if n_cells else (0, 0)
    if width < 2 or n_cells[0] < 2:
        return NO_AGREEMENT
    share = n_agreeing / len(n_cells)
    return (round(share if n_cells[0] in (width, width - 1) else share / 2, 2), quoting_quality, width)


def _quoting_quality(sample: str, dialect: Dialect, *, whole: bool) -> int:
    """Give 2 if every quoted cell ends where its closing quote stands, 0 if not, 1 if quotes mean nothing."""
    if not dialect.uses_quotes:
        return 1
    reader = csv.reader(io.StringIO(sample, newline=""), delimiter=dialect.delimiter, strict=True)
    try:
        for _ in islice(reader, MAX_SAMPLE_ROWS):
            pass
    except csv.Error as error:
        return 2 if "end of data" in str(error) and not whole else 0
    return 2


def _csv_rows(lines: Iterable[str], dialect: Dialect) -> Iterator[tuple[list[str], int]]:
    """Yield (cells, number of the last line) of each row that is not blank."""
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if dialect.uses_quotes else csv.QUOTE_NONE
    reader = csv.reader(lines, delimiter=dialect.delimiter, quoting=quoting)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise DamagedFileError(f"line {reader.line_num:,} cannot be divided into cells ({error})") from error
        if cells:
            yield cells, reader.line_num


def _read_rows(file: InputFile, rows: Iterator[tuple[list[str], int]], *, names_rows: bool) -> RecordStream:
    first = next(rows, None)
    if first is None:
        return
    second = next(rows, None)
    head = [cells for cells in (first, second) if cells is not None]
    if is_header([cells for cells, _ in head]):
        names = column_names(["row", *first[0]] if names_rows else first[0])
        pending = [second] if second is not None else []
        row_number = 1
    else:
        names = tuple(f"column {number}" for number in range(1, len(first[0]) + 1))
        yield SourceNote(file.name, NOTE_FORMAT, "Its first row holds no column names, so the columns are numbered.")
        pending = head
        row_number = 0
    for cells, line_number in _chain(pending, rows):
        row_number += 1
        place = f"row {row_number:,}" if row_number == line_number else f"row {row_number:,} (line {line_number:,})"
        if len(cells) > len(names) and not any(cell.strip() for cell in cells[len(names) :]):
            del cells[len(names) :]
        if len(cells) != len(names):
            cells_word = "cell" if len(cells) == 1 else "cells"
            yield SkippedItem(file.name, place, f"It has {len(cells)} {cells_word} where the header has {len(names)}.")
            continue
        yield Record(place, dict(zip(names, cells, strict=True)))


def _chain(
    pending: list[tuple[list[str], int]], rows: Iterator[tuple[list[str], int]]
) -> Iterator[tuple[list[str], int]]:
    yield from pending
    yield from rows
