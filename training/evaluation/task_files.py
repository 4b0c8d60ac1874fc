"""Read the files of the evaluation sets: TSV with a header, plain or gzipped, no quoting."""

import csv
import gzip
from collections.abc import Sequence
from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError


class FileAbsent(UserFacingError):
    """A data set that is not on this machine; its row in the table says so."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"The evaluation file '{path}' is absent; put it there or leave its task out.")
        self.path = path


Row = dict[str, str]


def read_tsv(path: Path, columns: Sequence[str]) -> list[Row]:
    """Give the rows of a TSV file with a header, which must name at least `columns`.

    Raises
    ------
    FileAbsent
        If there is no such file.
    UserFacingError
        If a column is missing or the file is empty.
    """
    if not path.is_file():
        raise FileAbsent(path)
    with (
        gzip.open(path, "rt", encoding="utf-8", newline="")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8", newline="") as file
    ):
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = [column for column in columns if column not in (reader.fieldnames or ())]
        if missing:
            raise UserFacingError(
                f"'{path}' lacks the column {', '.join(missing)}; it has {', '.join(reader.fieldnames or ()) or 'none'}."
            )
        rows = [row for row in reader if all(row[column] is not None for column in columns)]
    if not rows:
        raise UserFacingError(f"'{path}' holds no rows; give the complete file.")
    return rows
