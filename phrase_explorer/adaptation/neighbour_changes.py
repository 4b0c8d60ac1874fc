"""What an adaptation changed: nearest terms before and after, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray


@dataclass(frozen=True)
class NeighbourChange:
    """One term with its nearest terms before and after, nearest first."""

    term: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def n_new(self) -> int:
        """Neighbours that were not there before."""
        return len(set(self.after) - set(self.before))


def neighbour_changes(
    terms: Sequence[str], before: FloatArray, after: FloatArray, *, n_shown: int = 10, n_neighbours: int = 8
) -> list[NeighbourChange]:
    """Compare the neighbours of terms under two encoders.

    Parameters
    ----------
    terms
        Most frequent first; the first `n_shown` that changed most among the first hundred are given.
    before, after : ndarrays of shape (n_terms, n_dims)
        Unit rows.
    """
    n_asked = min(len(terms), 100)
    nearest_before = _nearest(before, n_asked, n_neighbours)
    nearest_after = _nearest(after, n_asked, n_neighbours)
    changes = [
        NeighbourChange(terms[i], tuple(terms[j] for j in nearest_before[i]), tuple(terms[j] for j in nearest_after[i]))
        for i in range(n_asked)
    ]
    return sorted(changes, key=lambda change: -change.n_new)[:n_shown]


def _nearest(vectors: FloatArray, n_asked: int, n_neighbours: int) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    scores = vectors[:n_asked] @ vectors.T  # (n_asked, n_terms)
    scores[np.arange(n_asked), np.arange(n_asked)] = -np.inf
    return np.argsort(-scores, axis=1, kind="stable")[:, :n_neighbours].astype(np.int64)
