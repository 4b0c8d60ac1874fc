"""How far the map can be trusted at each point: which of its true neighbours ended up near it, and which far away.

A flat map of many-dimensional vectors must tear some neighbours apart. The share of a point's true neighbours that are
found near it on the map is the recall of Venna et al., "Information Retrieval Perspective to Nonlinear Dimensionality
Reduction for Data Visualization" (JMLR 2010, section 3), with a neighbourhood on the map that is `NEAR_FACTOR` times as
large as the true one, because a reader looks at a surrounding and not at an exact rank.
"""

from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int32Array, read_only
from phrase_explorer.foundation.progress import Progress

NEAR_FACTOR = 4
ROWS_AT_ONCE = 20_000


@dataclass(frozen=True, eq=False)
class MapTrust:
    """Which true neighbours are near on the map.

    Parameters
    ----------
    neighbours : ndarray of shape (n_points, k), dtype=int32
        The true neighbours of each point, nearest first, the point itself left out.
    are_near : ndarray of shape (n_points, k), dtype=bool
        Whether each of them is near the point on the map.
    """

    neighbours: Int32Array
    are_near: BoolArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "neighbours", read_only(self.neighbours))
        object.__setattr__(self, "are_near", read_only(self.are_near))

    @property
    def shares(self) -> FloatArray:
        """The share of true neighbours that are near, of shape (n_points,); 1 where there are none to lose."""
        if self.neighbours.shape[1] == 0:
            return np.ones(len(self.neighbours), np.float32)
        shares: FloatArray = self.are_near.mean(axis=1, dtype=np.float32)
        return shares

    def far_neighbours(self, row: int) -> Int32Array:
        """Give the true neighbours of a point that ended up far from it, nearest in meaning first."""
        far: Int32Array = self.neighbours[row][~self.are_near[row]]
        return far

    def sentence(self, row: int) -> str:
        """Say it in words, for the hover card."""
        n_all = self.neighbours.shape[1]
        if n_all == 0:
            return ""
        n_near = int(self.are_near[row].sum())
        if n_near == n_all:
            return f"all its {n_all} nearest in meaning are near it here"
        return f"{n_near} of its {n_all} nearest in meaning are near it here"


def measure_trust(
    positions: FloatArray, neighbours: Int32Array, *, k: int = 10, progress: Progress | None = None
) -> MapTrust:
    """Compare the true neighbourhood of every point with its surroundings on the map.

    Parameters
    ----------
    positions : ndarray of shape (n_points, 2), dtype=float32
        Map units.
    neighbours : ndarray of shape (n_points, n_neighbours), dtype=int32
        True neighbours, nearest first; a row may begin with the point itself.
    k
        How many true neighbours count; cut to what is there.
    """
    from scipy.spatial import cKDTree

    n_points = len(positions)
    others = _without_self(np.asarray(neighbours, np.int32), k)
    k = others.shape[1]
    n_near = min(NEAR_FACTOR * k + 1, n_points)
    are_near = np.zeros(others.shape, np.bool_)
    if progress is not None:
        progress.begin("trust", total=n_points, unit="terms")
    if k == 0:
        return MapTrust(others, are_near)
    points = np.asarray(positions, np.float64)
    tree = cKDTree(points)
    for start in range(0, n_points, ROWS_AT_ONCE):
        stop = min(start + ROWS_AT_ONCE, n_points)
        reach, _ = tree.query(points[start:stop], [n_near])  # distance of the last one that is still near
        away = points[others[start:stop]] - points[start:stop, None, :]  # (n_rows, k, 2)
        are_near[start:stop] = (away**2).sum(axis=2) <= (reach * (1 + 1e-9)) ** 2
        if progress is not None:
            progress.advance(stop - start)
    return MapTrust(others, are_near)


def _without_self(neighbours: Int32Array, k: int) -> Int32Array:
    """Give the first `k` neighbours of each row that are not the row itself."""
    n_points, n_given = neighbours.shape
    is_self = neighbours == np.arange(n_points, dtype=np.int32)[:, None]
    order = np.argsort(is_self, axis=1, kind="stable")  # the row itself, if there, last
    kept = min(k, max(n_given - 1, 0)) if is_self.any() else min(k, n_given)
    return np.take_along_axis(neighbours, order, axis=1)[:, :kept].astype(np.int32)
