"""The UMAP map of a set of vectors (McInnes, Healy and Melville 2018): cosine distance, started from the PCA layout.

Starting from PCA and turning the result towards it keeps the move from the first map to the second calm, and costs nothing.
"""

import secrets
from collections.abc import Callable

import numpy as np

from phrase_explorer.domain.embeddings import distinct_rows
from phrase_explorer.domain.layout import Layout
from phrase_explorer.foundation.array_types import AnyArray, FloatArray, Int64Array
from phrase_explorer.layouts.fuzzy_graph import fuzzy_graph
from phrase_explorer.layouts.layout_options import LayoutOptions
from phrase_explorer.layouts.map_units import in_map_units, turned_towards
from phrase_explorer.layouts.pca_layout import pca_layout, principal_positions
from phrase_explorer.layouts.umap_epochs import fit_attraction, optimise_positions

FEWEST_FOR_UMAP = 12
MOST_FOR_MANY_EPOCHS = 10_000
MANY_EPOCHS, FEW_EPOCHS = 500, 200
START_WIDTH = 10.0
START_NOISE = 1e-4
ROWS_AT_ONCE = 1_024


def umap_layout(
    vectors: FloatArray,
    neighbours: tuple[AnyArray, AnyArray] | None,
    options: LayoutOptions,
    *,
    on_epochs: Callable[[int, int], None] | None = None,
) -> Layout:
    """Lay vectors out so that near neighbours stand near.

    Equal vectors are one point. Fewer than `FEWEST_FOR_UMAP` distinct vectors get their PCA layout (method "simple").

    Parameters
    ----------
    vectors : ndarray of shape (n_rows, n_dims), dtype=float32
        Unit length.
    neighbours
        Rows and cosine distances, each of shape (n_rows, k), self first, equal vectors counted once, as
        `retrieval.nearest_neighbours` gives them. None computes them here by comparing all with all.
    on_epochs
        Called with the epochs done and their total; it may raise to stop.
    """
    first_rows, group_of_row = distinct_rows(vectors)
    if len(first_rows) < FEWEST_FOR_UMAP:
        return Layout(pca_layout(vectors).positions, "simple")
    distinct = vectors if len(first_rows) == len(vectors) else vectors[first_rows]
    n_neighbors = min(max(options.n_neighbors, 2), len(distinct))
    if neighbours is None or neighbours[0].shape[1] < n_neighbors:
        rows, distances = _compare_all(distinct, n_neighbors)
    else:
        rows = group_of_row[neighbours[0][first_rows, :n_neighbors]]
        distances = np.asarray(neighbours[1][first_rows, :n_neighbors], dtype=np.float32)
    seed = options.seed if options.seed is not None else secrets.randbelow(2**31)
    n_epochs = options.n_epochs or (MANY_EPOCHS if len(distinct) <= MOST_FOR_MANY_EPOCHS else FEW_EPOCHS)
    start = principal_positions(distinct)
    positions = optimise_positions(
        fuzzy_graph(rows, distances),
        _start_positions(start, seed),
        fit_attraction(options.min_dist),
        n_epochs=n_epochs,
        seed=seed,
        on_epochs=None if on_epochs is None else lambda done: on_epochs(done, n_epochs),
    )
    turned = turned_towards(positions, start)
    return Layout(in_map_units(turned)[group_of_row], "umap")


def _start_positions(positions: FloatArray, seed: int) -> FloatArray:
    """Stretch positions to a square of `START_WIDTH` and move each a little, so that no two start at one place."""
    low, high = positions.min(axis=0), positions.max(axis=0)
    stretched = START_WIDTH * (positions - low) / np.maximum(high - low, np.finfo(np.float32).tiny)
    noise = np.random.default_rng(seed).normal(scale=START_NOISE, size=positions.shape)
    started: FloatArray = (stretched + noise).astype(np.float32)
    return started


def _compare_all(vectors: FloatArray, k: int) -> tuple[Int64Array, FloatArray]:
    """Find the exact nearest neighbours of distinct unit vectors, self first."""
    n_rows = len(vectors)
    rows = np.empty((n_rows, k), dtype=np.int64)
    distances = np.empty((n_rows, k), dtype=np.float32)
    for start in range(0, n_rows, ROWS_AT_ONCE):
        here = np.arange(start, min(start + ROWS_AT_ONCE, n_rows))
        block = 1 - vectors[here] @ vectors.T  # (n_here, n_rows)
        block[np.arange(len(here)), here] = -1
        nearest = np.argpartition(block, k - 1, axis=1)[:, :k]
        block = np.take_along_axis(block, nearest, axis=1)
        order = np.argsort(block, axis=1, kind="stable")
        rows[here] = np.take_along_axis(nearest, order, axis=1)
        distances[here] = np.clip(np.take_along_axis(block, order, axis=1), 0, None)
    return rows, distances
