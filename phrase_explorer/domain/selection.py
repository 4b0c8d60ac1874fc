"""The one selection that all views share: terms, and which of them, and which document, is being looked at."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from phrase_explorer.foundation.array_types import Int32Array, read_only

SelectionMode = Literal["replace", "add", "subtract"]


def _no_rows() -> Int32Array:
    return np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Selection:
    """Terms that are selected.

    Parameters
    ----------
    term_rows : ndarray of shape (n_selected,), dtype=int32
        Ascending and without repeats, whatever order they come in.
    anchor
        The row last clicked, whose lines and neighbours are shown. Always one of `term_rows`, or None.
    document
        The document row that the reader shows, or None.
    """

    term_rows: Int32Array = field(default_factory=_no_rows)
    anchor: int | None = None
    document: int | None = None

    def __post_init__(self) -> None:
        rows = np.asarray(self.term_rows, dtype=np.int32)
        if len(rows) > 1:  # np.unique loads numpy.ma, which an empty selection at the start can do without
            rows = np.unique(rows)
        object.__setattr__(self, "term_rows", read_only(rows))
        if self.anchor is not None and self.anchor not in rows:
            object.__setattr__(self, "anchor", None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Selection):
            return NotImplemented
        return (
            self.anchor == other.anchor
            and self.document == other.document
            and np.array_equal(self.term_rows, other.term_rows)
        )

    def __hash__(self) -> int:
        return hash((self.term_rows.tobytes(), self.anchor, self.document))

    @property
    def n_terms(self) -> int:
        """How many terms are selected."""
        return len(self.term_rows)

    def combined(
        self, rows: Iterable[int], mode: SelectionMode = "replace", *, anchor: int | None = None
    ) -> "Selection":
        """Give the selection after `rows` replace it, join it or leave it. The document stays."""
        given = np.fromiter((int(row) for row in rows), dtype=np.int32)
        if mode == "replace":
            after = given
        elif mode == "add":
            after = np.union1d(self.term_rows, given).astype(np.int32)
        else:
            after = np.setdiff1d(self.term_rows, given).astype(np.int32)
        return Selection(after, anchor if anchor is not None else self.anchor, self.document)

    def reading(self, document: int | None) -> "Selection":
        """Give the same selection with another document in the reader."""
        return Selection(self.term_rows, self.anchor, document)
