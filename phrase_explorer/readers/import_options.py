"""What a person may decide about an import; everything left out is guessed and shown."""

from dataclasses import dataclass

from phrase_explorer.domain.document import ColumnKind, DateOrder


@dataclass(frozen=True)
class ImportOptions:
    """How to read a corpus.

    Parameters
    ----------
    text_column, id_column, title_column, date_column
        Names of columns (CSV) or fields (JSON). None leaves the choice to the guess.
    metadata_columns
        Columns to keep beside the text. None keeps every other column, an empty tuple keeps none.
    column_kinds
        Pairs of column name and kind that replace the guess.
    encoding
        A Python codec name that replaces the detection.
    date_order
        How 03/04/2021 is to be read; replaces the guess for all date columns.
    """

    text_column: str | None = None
    id_column: str | None = None
    title_column: str | None = None
    date_column: str | None = None
    metadata_columns: tuple[str, ...] | None = None
    column_kinds: tuple[tuple[str, ColumnKind], ...] = ()
    encoding: str | None = None
    date_order: DateOrder | None = None
