"""Training triplets and the TSV that holds them: header, then anchor, positive, negative, and what is known of the row.

`source` names the generator; `group` is equal for rows whose texts mean the same (such as one WordNet synset), so that a
batch never takes a paraphrase for a negative; `kind` is a semantic type where one is known.
"""

import csv
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError

REQUIRED_COLUMNS = ("anchor", "positive", "negative")


@dataclass(frozen=True)
class Triplet:
    """An anchor, a text of the same meaning, and one of another; `negative` may be empty where none was found."""

    anchor: str
    positive: str
    negative: str = ""
    source: str = ""
    group: str = ""
    kind: str = ""


COLUMNS = tuple(field.name for field in fields(Triplet))


def write_triplets(path: Path, triplets: Iterable[Triplet]) -> int:
    """Write triplets with a header; give how many."""
    n_written = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("\t".join(COLUMNS) + "\n")
        for triplet in triplets:
            file.write("\t".join(clean_field(value) for value in astuple(triplet)) + "\n")
            n_written += 1
    return n_written


def read_triplets(path: Path) -> list[Triplet]:
    """Read triplets from a TSV whose header names anchor, positive and negative; other known columns are taken too.

    Raises
    ------
    UserFacingError
        If the file is missing, empty, or lacks a column.
    """
    if not path.is_file():
        raise UserFacingError(f"There is no training file '{path}'; make it with: python -m training build-data.")
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = [column for column in REQUIRED_COLUMNS if column not in (reader.fieldnames or ())]
        if missing:
            raise UserFacingError(
                f"The training file '{path}' lacks the column {', '.join(missing)}; "
                "its first line must name anchor, positive and negative, separated by tabs."
            )
        known = [column for column in COLUMNS if column in (reader.fieldnames or ())]
        rows = [Triplet(**{column: row[column] or "" for column in known}) for row in reader]
    triplets = [row for row in rows if row.anchor and row.positive]
    if not triplets:
        raise UserFacingError(f"The training file '{path}' holds no triplets; make it again with: build-data.")
    return triplets


def clean_field(text: str) -> str:
    """Fit a text into one TSV field: any run of white space becomes one space."""
    return " ".join(text.split())
