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
from phrase_explorer.readers.reader_errors import DamagedFileError
from phrase_explorer.readers.record import ReadSettings, Record, RecordStream
from phrase_explorer.readers.text_decoding import encoding_notes, encoding_of, open_text

SAMPLE_CHARACTERS = 1 << 18
MAX_SAMPLE_ROWS = 400
DELIMITERS = (",", "\t", ";", "|")
DELIMITER_NAMES = {",": "comma", "\t": "tab", ";": "semicolon", "|": "vertical bar"}
MAX_HEADER_CELL = 120
_NUMBER_OR_DATE = re.compile(r"[\d\s.,:/+-]+")


@dataclass(frozen=True)
class Dialect:
    """How the cells of a file are divided."""

    delimiter: str
    uses_quotes: bool


class DelimitedTextReader:
    """Give each row of a CSV or TSV file as one record; a row with the wrong number of cells is skipped."""

    name = "CSV"
    suffixes: tuple[str, ...] = (".csv", ".tsv", ".tab", ".psv")
    holds: Literal["document", "records"] = "records"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield notes, then records in file order."""
        encoding = encoding_of(file, settings)
        yield from encoding_notes(file, encoding)
        with open_text(file, encoding, newline="") as stream:
            sample = stream.read(SAMPLE_CHARACTERS)
        if not sample.strip():
            return
        dialect = find_dialect(
            sample, whole=len(sample) < SAMPLE_CHARACTERS, prefers_tab=file.suffix in (".tsv", ".tab")
        )
        if dialect.delimiter != "," and file.suffix == ".csv":
            name = DELIMITER_NAMES[dialect.delimiter]
            yield SourceNote(file.name, NOTE_FORMAT, f"Its cells are divided by the {name}.")
        csv.field_size_limit(sys.maxsize)
        with open_text(file, encoding, settings.on_bytes, newline="") as stream:
            yield from _read_rows(file, _csv_rows(stream, dialect))


def find_dialect(sample: str, *, whole: bool, prefers_tab: bool = False) -> Dialect:
    """Choose the delimiter and quoting under which the sample's rows agree best on their number of cells.

    `whole` says that the sample is the whole file; otherwise its last row may be cut and does not count.
    """
    csv.field_size_limit(sys.maxsize)
    delimiters = ("\t", ",", ";", "|") if prefers_tab else DELIMITERS
    best, best_score = Dialect(delimiters[0], True), (0.0, 0, 0)
    for delimiter in delimiters:
        for uses_quotes in (True, False) if '"' in sample else (True,):
            dialect = Dialect(delimiter, uses_quotes)
            score = _agreement(sample, dialect, whole=whole)
            if score > best_score:
                best, best_score = dialect, score
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


def _agreement(sample: str, dialect: Dialect, *, whole: bool) -> tuple[float, int, int]:
    """Score a dialect: the share of rows of the usual width, then how well its quotes are used, then that width."""
    n_cells = []
    try:
        for cells, _ in _csv_rows(io.StringIO(sample, newline=""), dialect):
            n_cells.append(len(cells))
            if len(n_cells) > MAX_SAMPLE_ROWS:
                break
    except DamagedFileError:
        return (0.0, 0, 0)
    if not whole and len(n_cells) > 1:
        n_cells.pop()
    width, n_agreeing = Counter(n_cells).most_common(1)[0] if n_cells else (0, 0)
    if width < 2:
        return (0.0, 0, 0)
    quoting_quality = 1 if not dialect.uses_quotes else 2 * _quotes_are_proper(sample, dialect, whole=whole)
    return (round(n_agreeing / len(n_cells), 2), quoting_quality, width)


def _quotes_are_proper(sample: str, dialect: Dialect, *, whole: bool) -> bool:
    """Tell whether every quoted cell ends where its closing quote stands, as far as the sample goes."""
    reader = csv.reader(io.StringIO(sample, newline=""), delimiter=dialect.delimiter, strict=True)
    try:
        for _ in islice(reader, MAX_SAMPLE_ROWS):
            pass
    except csv.Error as error:
        return "end of data" in str(error) and not whole
    return True


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


def _read_rows(file: InputFile, rows: Iterator[tuple[list[str], int]]) -> RecordStream:
    first = next(rows, None)
    if first is None:
        return
    second = next(rows, None)
    head = [cells for cells in (first, second) if cells is not None]
    if is_header([cells for cells, _ in head]):
        names = column_names(first[0])
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
