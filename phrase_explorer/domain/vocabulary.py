"""The words and phrases of a corpus, how often they occur, and every place where they do."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NewType

import numpy as np

from phrase_explorer.domain.canonical_text import canonical_form
from phrase_explorer.foundation.array_types import Int32Array, Int64Array, UInt8Array, read_only

TermRow = NewType("TermRow", int)
TermKind = Literal["word", "phrase"]
TERM_KINDS: tuple[TermKind, ...] = ("word", "phrase")
WORD, PHRASE = 0, 1


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Row *i* is the same term in every array of an analysis.

    Parameters
    ----------
    terms
        The most frequent surface form of each term, n_terms of them.
    kinds : ndarray of shape (n_terms,), dtype=uint8
        Index into `TERM_KINDS`: 0 is a word, 1 is a phrase.
    counts : ndarray of shape (n_terms,), dtype=int32
        Mentions of each term.
    document_counts : ndarray of shape (n_terms,), dtype=int32
        Documents that mention each term.
    mentions : ndarray of shape (n_mentions, 4), dtype=int32
        Term row, document row, start and end (characters of the original text, end exclusive), sorted by term, document, start.
    mention_starts : ndarray of shape (n_terms + 1,), dtype=int64
        Mentions of term *i* are ``mentions[mention_starts[i]:mention_starts[i + 1]]``.

    Raises
    ------
    ValueError
        If the shapes do not agree.
    """

    terms: Sequence[str]
    kinds: UInt8Array
    counts: Int32Array
    document_counts: Int32Array
    mentions: Int32Array
    mention_starts: Int64Array

    def __post_init__(self) -> None:
        n_terms = len(self.terms)
        for name in ("kinds", "counts", "document_counts"):
            if getattr(self, name).shape != (n_terms,):
                raise ValueError(f"{name} has shape {getattr(self, name).shape}, expected ({n_terms},)")
        if self.mentions.ndim != 2 or self.mentions.shape[1] != 4:
            raise ValueError(f"mentions has shape {self.mentions.shape}, expected (n_mentions, 4)")
        if self.mention_starts.shape != (n_terms + 1,) or int(self.mention_starts[-1]) != len(self.mentions):
            raise ValueError("mention_starts must have n_terms + 1 entries and end at n_mentions")
        for name in ("kinds", "counts", "document_counts", "mentions", "mention_starts"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @property
    def n_terms(self) -> int:
        """How many terms there are."""
        return len(self.terms)

    @cached_property
    def row_by_folded_term(self) -> dict[tuple[str, int], int]:
        """Row of each (canonical form of the term, kind index)."""
        return {
            (canonical_form(term), kind): row
            for row, (term, kind) in enumerate(zip(self.terms, self.kinds.tolist(), strict=True))
        }

    def kind_of(self, row: int) -> TermKind:
        """Give "word" or "phrase"."""
        return TERM_KINDS[int(self.kinds[row])]

    def mentions_of(self, row: int) -> Int32Array:
        """Give the mentions of one term, an int32 view of shape (n, 4) sorted by document and start."""
        return self.mentions[int(self.mention_starts[row]) : int(self.mention_starts[row + 1])]

    def find(self, text: str) -> int | None:
        """Give the row of a term by its text, whatever its case or accents' code points; phrases first. None if absent."""
        folded = canonical_form(text)
        for kind in (PHRASE, WORD):
            row = self.row_by_folded_term.get((folded, kind))
            if row is not None:
                return row
        return None


def empty_vocabulary() -> Vocabulary:
    """Give the vocabulary of a corpus that holds no terms."""
    no_rows = np.zeros(0, dtype=np.int32)
    return Vocabulary((), np.zeros(0, np.uint8), no_rows, no_rows, np.zeros((0, 4), np.int32), np.zeros(1, np.int64))
