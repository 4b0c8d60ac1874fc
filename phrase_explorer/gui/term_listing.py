"""Sort and filter half a million terms at once, in numpy; what the term table shows and what the map dims.

The orders and one long string of all terms are prepared once for a vocabulary, on a worker thread. After that a sort is one
indexing and a text filter is one scan of that string. No Qt here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from phrase_explorer.domain.vocabulary import TERM_KINDS, TermKind, Vocabulary
from phrase_explorer.foundation.array_types import BoolArray, Int32Array, Int64Array
from phrase_explorer.foundation.errors import UserFacingError

TermColumn = Literal["term", "kind", "count", "documents"]
TERM_COLUMNS: tuple[TermColumn, ...] = ("term", "kind", "count", "documents")
ShownTerms = Literal["visible", "hidden", "all"]
SEPARATOR = "\n"


@dataclass(frozen=True)
class TermFilter:
    """Which terms to list.

    Parameters
    ----------
    text
        Part of the term, whatever its case; a regular expression when `is_pattern`.
    kind
        Words only, phrases only, or both (None).
    min_count
        Least number of mentions.
    shown
        Terms that are not hidden, only hidden ones, or all.
    tag
        Only terms with this tag, or None.
    """

    text: str = ""
    is_pattern: bool = False
    kind: TermKind | None = None
    min_count: int = 1
    shown: ShownTerms = "visible"
    tag: str | None = None

    @property
    def is_narrowing(self) -> bool:
        """Whether terms that are not hidden may be left out."""
        return bool(self.text.strip()) or self.kind is not None or self.min_count > 1 or self.tag is not None


class PatternError(UserFacingError):
    """The text of a pattern filter is not a regular expression."""


@dataclass(frozen=True, eq=False)
class TermListing:
    """A vocabulary made ready for sorting and filtering.

    Parameters
    ----------
    vocabulary
        The terms.
    folded
        All terms, case-folded, each ended by a line break.
    starts : ndarray of shape (n_terms,), dtype=int64
        Where each term starts in `folded`.
    orders
        For each column and direction the rows in that order, ndarray of shape (n_terms,), dtype=int32; ties by term.
    """

    vocabulary: Vocabulary
    folded: str
    starts: Int64Array
    orders: dict[tuple[TermColumn, bool], Int32Array] = field(repr=False)

    def rows(
        self,
        term_filter: TermFilter,
        *,
        column: TermColumn = "count",
        descending: bool = True,
        hidden: BoolArray | None = None,
        tagged: BoolArray | None = None,
    ) -> Int32Array:
        """Give the rows that pass the filter, in order.

        Parameters
        ----------
        hidden : ndarray of shape (n_terms,), dtype=bool
            Terms that the user has hidden; None when there are none.
        tagged : ndarray of shape (n_terms,), dtype=bool
            Terms that carry the filter's tag; needed only when the filter has one.
        """
        order = self.orders[column, descending]
        return order[self.mask(term_filter, hidden=hidden, tagged=tagged)[order]]

    def mask(
        self, term_filter: TermFilter, *, hidden: BoolArray | None = None, tagged: BoolArray | None = None
    ) -> BoolArray:
        """Say which terms pass the filter: ndarray of shape (n_terms,), dtype=bool.

        Raises
        ------
        PatternError
            If the filter's pattern is not a regular expression.
        """
        mask = self.vocabulary.counts >= term_filter.min_count
        if term_filter.kind is not None:
            mask &= self.vocabulary.kinds == TERM_KINDS.index(term_filter.kind)
        if hidden is not None and term_filter.shown != "all":
            mask &= hidden if term_filter.shown == "hidden" else ~hidden
        elif term_filter.shown == "hidden":
            mask[:] = False
        if term_filter.tag is not None:
            mask &= tagged if tagged is not None else False
        if term_filter.text.strip():
            mask &= self._contains(term_filter.text, is_pattern=term_filter.is_pattern)
        return mask

    def _contains(self, text: str, *, is_pattern: bool) -> BoolArray:
        mask = np.zeros(len(self.starts), dtype=np.bool_)
        if is_pattern:
            pattern = _compile(text)
            mask[[row for row, term in enumerate(self.vocabulary.terms) if pattern.search(term)]] = True
            return mask
        needle = re.compile(re.escape(" ".join(text.split()).casefold()))
        places = np.fromiter((found.start() for found in needle.finditer(self.folded)), dtype=np.int64)
        mask[np.searchsorted(self.starts, places, side="right") - 1] = True
        return mask


def is_between_slashes(text: str) -> bool:
    """Say whether a text is meant as a regular expression: /like this/."""
    return len(text) > 2 and text.startswith("/") and text.endswith("/")


def prepare_term_listing(vocabulary: Vocabulary) -> TermListing:
    """Sort a vocabulary in every way that the table offers. Takes about two seconds for half a million terms."""
    folded = [term.casefold().replace(SEPARATOR, " ") for term in vocabulary.terms]
    lengths = np.fromiter((len(term) + 1 for term in folded), dtype=np.int64, count=len(folded))
    starts = np.cumsum(lengths) - lengths
    return TermListing(
        vocabulary, "".join(f"{term}{SEPARATOR}" for term in folded), starts, _orders(vocabulary, folded)
    )


def _orders(vocabulary: Vocabulary, folded: Sequence[str]) -> dict[tuple[TermColumn, bool], Int32Array]:
    alphabetical = np.array(sorted(range(len(folded)), key=folded.__getitem__), dtype=np.int32)
    ranks = np.empty(len(folded), dtype=np.int32)
    ranks[alphabetical] = np.arange(len(folded), dtype=np.int32)
    orders: dict[tuple[TermColumn, bool], Int32Array] = {
        ("term", False): alphabetical,
        ("term", True): alphabetical[::-1].copy(),
    }
    by_column: dict[TermColumn, Int32Array] = {
        "kind": vocabulary.kinds.astype(np.int32),
        "count": vocabulary.counts,
        "documents": vocabulary.document_counts,
    }
    for column, values in by_column.items():
        orders[column, False] = np.lexsort((ranks, values)).astype(np.int32)
        orders[column, True] = np.lexsort((ranks, -values)).astype(np.int32)
    return orders


def _compile(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text, re.IGNORECASE)
    except re.error as error:
        raise PatternError(f"'{text}' is not a complete pattern yet ({error.msg}); plain text always works.") from error
