"""Search unit vectors by cosine: exactly up to a hundred thousand, through a graph of neighbours (HNSW) above.

faiss answers -1 where it has nothing, and takes NaN in silence; neither leaves this module.
"""

from typing import Any

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, Int64Array
from phrase_explorer.foundation.progress import Progress

LARGEST_EXACT = 100_000
"""All 100,000 against all is 50 s on two cores; the graph takes half of that and grows slowly from there."""
LINKS = 16
BUILD_BREADTH = 40
SEARCH_BREADTH = 64  # finds 94% of the 15 nearest among 100,000 phrases of real text
ROWS_AT_ONCE = 4_096


class VectorIndex:
    """An index of unit vectors. Build it with `build`.

    Search over more than `LARGEST_EXACT` vectors is approximate, and the same each time: the graph is built by one thread.
    """

    def __init__(self, index: Any, n_rows: int, n_dims: int) -> None:  # Any: faiss has no types
        self._index = index
        self.n_rows = n_rows
        self.n_dims = n_dims

    @classmethod
    def build(
        cls, vectors: FloatArray, *, largest_exact: int = LARGEST_EXACT, progress: Progress | None = None
    ) -> "VectorIndex":
        """Index the rows of `vectors`.

        Parameters
        ----------
        vectors : ndarray of shape (n_rows, n_dims), dtype=float32
            Unit length.
        largest_exact
            More rows than this are searched approximately. An exact search of one query in a million rows takes a sixth of
            a second, and no building: raise this where queries are few.
        progress
            Asked now and then whether to stop.

        Raises
        ------
        ValueError
            If a vector is not a number.
        """
        vectors = _checked(vectors, vectors.shape[1] if vectors.ndim == 2 else -1)
        n_rows, n_dims = vectors.shape
        if n_rows == 0:
            return cls(None, 0, n_dims)
        index = _exact_index(vectors) if n_rows <= largest_exact else _graph(vectors, progress or Progress())
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
        if len(short):  # the graph has corners that a search does not reach: compare these queries with all
            import faiss

            scores[short], rows[short] = faiss.downcast_index(self._index.storage).search(queries[short], k)
        return rows, scores


def _exact_index(vectors: FloatArray) -> Any:  # Any: faiss has no types
    import faiss

    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    return index


def _graph(vectors: FloatArray, progress: Progress) -> Any:  # Any: faiss has no types
    import faiss

    index = faiss.IndexHNSWFlat(vectors.shape[1], LINKS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = BUILD_BREADTH
    index.hnsw.efSearch = SEARCH_BREADTH
    n_threads = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        for start in range(0, len(vectors), ROWS_AT_ONCE):
            progress.check_cancelled()
            index.add(vectors[start : start + ROWS_AT_ONCE])
    finally:
        faiss.omp_set_num_threads(n_threads)
    return index


def _checked(vectors: FloatArray, n_dims: int) -> FloatArray:
    if vectors.ndim != 2 or vectors.shape[1] != n_dims:
        raise ValueError(f"expected vectors of shape (n, {n_dims}), got {vectors.shape}")
    checked: FloatArray = np.ascontiguousarray(vectors, dtype=np.float32)
    if not np.isfinite(checked).all():
        raise ValueError("vectors must be finite numbers")
    return checked
