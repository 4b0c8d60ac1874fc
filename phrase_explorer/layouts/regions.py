"""Where the name of a group of points belongs: the place where most of it lives, or nowhere if it lives everywhere."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from phrase_explorer.foundation.array_types import FloatArray

CELLS_A_SIDE = 24
LEAST_SHARE = 0.25
"""A group of which less than this share lives in one neighbourhood has no place."""
LEAST_POINTS = 8


@dataclass(frozen=True)
class Region:
    """The place of one group: its number and the middle of its densest neighbourhood, in map units."""

    group: int
    x: float
    y: float
    n_points: int


def find_regions(positions: FloatArray, groups: npt.NDArray[np.integer], n_groups: int) -> list[Region]:
    """Give the groups that have a place of their own, largest first.

    The map is cut into 24 by 24 cells; a neighbourhood is a cell with its eight neighbours.

    Parameters
    ----------
    positions : ndarray of shape (n_points, 2), dtype=float32
        Map units.
    groups : ndarray of shape (n_points,), dtype=int
        Group of each point; negative or at least `n_groups`: none.
    """
    if len(positions) == 0:
        return []
    low = positions.min(axis=0)
    extent = float((positions.max(axis=0) - low).max())
    if extent <= 0:
        return []
    cells = np.minimum(((positions - low) * (CELLS_A_SIDE / extent)).astype(np.int64), CELLS_A_SIDE - 1)
    regions = []
    for group in range(n_groups):
        members = np.flatnonzero(groups == group)
        if len(members) < LEAST_POINTS:
            continue
        x, y = cells[members].T
        counts = np.zeros((CELLS_A_SIDE + 2, CELLS_A_SIDE + 2), np.int64)
        np.add.at(counts, (y + 1, x + 1), 1)
        around = sum(np.roll(counts, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
        best_y, best_x = np.unravel_index(int(np.argmax(around)), counts.shape)
        inside = (np.abs(y + 1 - best_y) <= 1) & (np.abs(x + 1 - best_x) <= 1)
        if inside.mean() < LEAST_SHARE:
            continue
        middle_x, middle_y = positions[members[inside]].mean(axis=0, dtype=np.float64).tolist()
        regions.append(Region(group, middle_x, middle_y, len(members)))
    return sorted(regions, key=lambda region: (-region.n_points, region.group))
