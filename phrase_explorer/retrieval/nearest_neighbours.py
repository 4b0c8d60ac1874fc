"""The nearest neighbours of every term: what the map is laid out from."""

import numpy as np

from phrase_explorer.domain.embeddings import distinct_rows
from phrase_explorer.foundation.array_types import FloatArray, Int32Array, Int64Array
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.retrieval.vector_index import VectorIndex

ROWS_AT_ONCE = 2_048


def nearest_neighbours(vectors: FloatArray, k: int, progress: Progress | None = None) -> tuple[Int32Array, FloatArray]:
    """Give for each row itself and its nearest other vectors, nearest first.

    Copies of one vector count once: a row's neighbours are itself and the first row of each other distinct vector, so that a
    word that is also a phrase does not use up the places of its real neighbours.

    Parameters
    ----------
    vectors : ndarray of shape (n_rows, n_dims), dtype=float32
        Unit length.
    k
        Neighbours wanted, the row itself included; cut to the number of distinct vectors.
    progress
        Advanced by row; the stage is begun here.

    Returns
    -------
    rows : ndarray of shape (n_rows, k), dtype=int32
        Column 0 is the row itself.
    distances : ndarray of shape (n_rows, k), dtype=float32
        Cosine distances (1 - cosine), rising, 0 in column 0.
    """
    progress = progress or Progress()
    first_rows, group_of_row = distinct_rows(vectors)
    n_distinct = len(first_rows)
    k = min(k, n_distinct)
    progress.begin("neighbours", total=n_distinct, unit="terms")
    if k == 0:
        return np.zeros((len(vectors), 0), np.int32), np.zeros((len(vectors), 0), np.float32)
    distinct = vectors if n_distinct == len(vectors) else vectors[first_rows]
    index = VectorIndex.build(distinct, progress=progress)
    rows = np.empty((n_distinct, k), dtype=np.int64)
    distances = np.empty((n_distinct, k), dtype=np.float32)
    for start in range(0, n_distinct, ROWS_AT_ONCE):
        here = np.arange(start, min(start + ROWS_AT_ONCE, n_distinct))
        found, scores = index.search(distinct[here], k)
        rows[here], distances[here] = _self_first(here, found, np.clip(1 - scores, 0, None))
        progress.advance(len(here))
    all_rows = first_rows[rows][group_of_row].astype(np.int32)
    all_rows[:, 0] = np.arange(len(vectors))
    return all_rows, distances[group_of_row]


def _self_first(here: Int64Array, rows: Int64Array, distances: FloatArray) -> tuple[Int64Array, FloatArray]:
    """Move each row's own entry to the front (or put it there in place of the last), keeping the others in order."""
    is_other = rows != here[:, None]
    order = np.argsort(is_other, axis=1, kind="stable")  # own entry, if there, first
    found = ~is_other.all(axis=1)
    order[~found] = np.roll(order[~found], 1, axis=1)  # the last column goes first, to be overwritten
    rows, distances = np.take_along_axis(rows, order, axis=1), np.take_along_axis(distances, order, axis=1)
    rows[:, 0], distances[:, 0] = here, 0
    return rows, distances
