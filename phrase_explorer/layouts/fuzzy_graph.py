"""The fuzzy neighbour graph of UMAP (McInnes, Healy and Melville 2018, section 3.1), vectorised over all rows.

Each row's distances are measured from its nearest neighbour and scaled so that its memberships sum to log2(k); the two
directions of an edge are joined by the probabilistic sum. The weights are those of umap-learn (``tests/layouts`` compares them).
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from phrase_explorer.foundation.array_types import FloatArray, Int64Array

if TYPE_CHECKING:
    from scipy.sparse import csr_array

N_HALVINGS = 64
TOLERANCE = 1e-5
SMALLEST_SCALE = 1e-3  # of the mean distance


def fuzzy_graph(neighbours: Int64Array, distances: FloatArray) -> "csr_array":
    """Give the symmetric membership graph of a neighbour table.

    Parameters
    ----------
    neighbours : ndarray of shape (n_rows, k)
        Column 0 is the row itself.
    distances : ndarray of shape (n_rows, k), dtype=float32
        Rising in each row.

    Returns
    -------
    csr_array of shape (n_rows, n_rows), dtype=float32
        Symmetric, weights in (0, 1], no diagonal.
    """
    from scipy.sparse import csr_array

    n_rows, k = neighbours.shape
    exact = distances.astype(np.float64)
    nearest = _distance_to_nearest(exact)
    scales = _smooth_scales(exact, nearest)
    weights = np.exp(-np.maximum(exact - nearest[:, None], 0) / scales[:, None])  # (n_rows, k)
    weights[neighbours == np.arange(n_rows)[:, None]] = 0
    starts = np.arange(0, n_rows * k + 1, k)
    directed = csr_array((weights.ravel().astype(np.float32), neighbours.ravel(), starts), shape=(n_rows, n_rows))
    directed.sum_duplicates()
    directed.eliminate_zeros()
    transposed = directed.T.tocsr()
    graph: csr_array = directed + transposed - directed * transposed
    graph.eliminate_zeros()
    return graph


def _distance_to_nearest(distances: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Give each row's smallest distance above 0, and 0 where there is none: shape (n_rows,)."""
    above_zero = np.where(distances > 0, distances, np.inf).min(axis=1)
    return np.where(np.isfinite(above_zero), above_zero, 0)


def _smooth_scales(distances: npt.NDArray[np.float64], nearest: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Find by bisection the scale at which a row's memberships (its own left out) sum to log2(k): shape (n_rows,)."""
    target = np.log2(distances.shape[1])
    beyond = np.maximum(distances[:, 1:] - nearest[:, None], 0)  # (n_rows, k - 1)
    low, high, scale = np.zeros(len(distances)), np.full(len(distances), np.inf), np.ones(len(distances))
    active = np.arange(len(distances))
    for _ in range(N_HALVINGS):
        sums = np.exp(-beyond[active] / scale[active, None]).sum(axis=1)
        active, sums = active[np.abs(sums - target) >= TOLERANCE], sums[np.abs(sums - target) >= TOLERANCE]
        if len(active) == 0:
            break
        too_wide, too_narrow = active[sums > target], active[sums <= target]
        high[too_wide] = scale[too_wide]
        low[too_narrow] = scale[too_narrow]
        unbounded = np.isinf(high[active])
        scale[active] = np.where(unbounded, scale[active] * 2, (low[active] + high[active]) / 2)
    means = np.where(nearest > 0, distances.mean(axis=1), distances.mean())
    smallest = np.maximum(SMALLEST_SCALE * means, np.finfo(np.float64).tiny)
    found: npt.NDArray[np.float64] = np.maximum(scale, smallest)
    return found
