"""Search unit vectors by cosine: exactly up to a hundred thousand, through an inverted file above.

faiss answers -1 where it has nothing, and takes NaN in silence; neither leaves this module.
"""

from typing import Any

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, Int64Array

LARGEST_EXACT = 100_000  # all 100,000 against all take 50 s on two cores; below, an inverted file is no faster for its recall
CELLS_PER_ROOT = 2  # an inverted file of n vectors has this times sqrt(n) cells
TRAINING_VECTORS_PER_CELL = 40
CELLS_SEARCHED = 64  # finds 94% of the 15 nearest among 100,000 phrases of real text
SEED = 42


class VectorIndex:
    """An index of unit vectors. Build it with `build`.

    Approximate search over more than `LARGEST_EXACT` vectors is deterministic: the cells come from a seeded k-means and are
    searched whole.
    """

    def __init__(self, index: Any, n_rows: int, n_dims: int) -> None:  # Any: faiss has no types
        self._index = index
        self.n_rows = n_rows
        self.n_dims = n_dims

    @classmethod
    def build(cls, vectors: FloatArray, *, largest_exact: int = LARGEST_EXACT) -> "VectorIndex":
        """Index the rows of `vectors`.

        Parameters
        ----------
        vectors : ndarray of shape (n_rows, n_dims), dtype=float32
            Unit length.

        Raises
        ------
        ValueError
            If a vector is not a number.
        """
        vectors = _checked(vectors, vectors.shape[1] if vectors.ndim == 2 else -1)
        n_rows, n_dims = vectors.shape
        if n_rows == 0:
            return cls(None, 0, n_dims)
        index = _exact_index(vectors) if n_rows <= largest_exact else _inverted_file(vectors)
        return cls(index, n_rows, n_dims)

    def search(self, queries: FloatArray, k: int) -> tuple[Int64Array, FloatArray]:
        """Give the `k` rows nearest to each query, nearest first.

        Parameters
        ----------
        queries : ndarray of shape (n_queries, n_dims), dtype=float32
            Unit length.
        k
            At least 0; cut to the number of rows in the index.

        Returns
        -------
        rows : ndarray of shape (n_queries, min(k, n_rows)), dtype=int64
        scores : ndarray of shape (n_queries, min(k, n_rows)), dtype=float32
            Cosines, falling.

        Raises
        ------
        ValueError
            If a query is not a number or has the wrong length.
        """
        queries = _checked(queries, self.n_dims)
        if k < 0:
            raise ValueError(f"k must not be negative, got {k}")
        k = min(k, self.n_rows)
        if k == 0 or len(queries) == 0:
            return np.zeros((len(queries), k), np.int64), np.zeros((len(queries), k), np.float32)
        scores, rows = self._index.search(queries, k)
        short = np.flatnonzero((rows < 0).any(axis=1))
        if len(short):  # the cells searched held fewer than k rows: search all cells for these queries
            import faiss

            parameters = faiss.SearchParametersIVF()
            parameters.nprobe = self._index.nlist
            scores[short], rows[short] = self._index.search(queries[short], k, params=parameters)
        return rows, scores


def _exact_index(vectors: FloatArray) -> Any:  # Any: faiss has no types
    import faiss

    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    return index


def _inverted_file(vectors: FloatArray) -> Any:  # Any: faiss has no types
    import faiss

    n_rows, n_dims = vectors.shape
    n_cells = int(CELLS_PER_ROOT * np.sqrt(n_rows))
    index = faiss.IndexIVFFlat(faiss.IndexFlatIP(n_dims), n_dims, n_cells, faiss.METRIC_INNER_PRODUCT)
    index.cp.seed = SEED
    index.cp.min_points_per_centroid = 1
    n_training = min(n_rows, n_cells * TRAINING_VECTORS_PER_CELL)
    chosen = np.random.default_rng(SEED).choice(n_rows, n_training, replace=False)
    index.train(np.ascontiguousarray(vectors[np.sort(chosen)]))
    index.add(vectors)
    index.nprobe = min(CELLS_SEARCHED, n_cells)
    return index


def _checked(vectors: FloatArray, n_dims: int) -> FloatArray:
    if vectors.ndim != 2 or vectors.shape[1] != n_dims:
        raise ValueError(f"expected vectors of shape (n, {n_dims}), got {vectors.shape}")
    checked: FloatArray = np.ascontiguousarray(vectors, dtype=np.float32)
    if not np.isfinite(checked).all():
        raise ValueError("vectors must be finite numbers")
    return checked
