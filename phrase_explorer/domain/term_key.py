"""What a term is called when rows may change: its canonical text and its kind.

What the user said of a term is kept under this name, so that it still holds after the corpus is analysed again.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from phrase_explorer.domain.canonical_text import canonical_form
from phrase_explorer.domain.vocabulary import TERM_KINDS, TermKind, Vocabulary
from phrase_explorer.foundation.array_types import Int32Array


class TermKey(NamedTuple):
    """The canonical text and the kind of a term."""

    text: str
    kind: TermKind


def term_key(vocabulary: Vocabulary, row: int) -> TermKey:
    """Give the lasting name of the term in `row`."""
    return TermKey(canonical_form(vocabulary.terms[row]), vocabulary.kind_of(row))


def term_keys(vocabulary: Vocabulary, rows: Iterable[int]) -> frozenset[TermKey]:
    """Give the lasting names of the terms in `rows`."""
    return frozenset(term_key(vocabulary, int(row)) for row in rows)


def rows_of_keys(vocabulary: Vocabulary, keys: Iterable[TermKey]) -> Int32Array:
    """Find the terms that this vocabulary still has.

    Returns
    -------
    ndarray of shape (n_found,), dtype=int32
        Rows in ascending order; a key without a row is left out.
    """
    by_term = vocabulary.row_by_folded_term
    found = (by_term.get((key.text, TERM_KINDS.index(key.kind))) for key in keys)
    return np.array(sorted(row for row in found if row is not None), dtype=np.int32)
