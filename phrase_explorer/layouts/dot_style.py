"""How large and how solid a dot is at a given zoom: small translucent grains when many, outlined discs when few.

Size and opacity depend on the scale alone, never on where the view is, so that panning changes nothing. All changes are
gradual: there is no zoom at which the picture jumps from one manner to the other.
"""

import math
from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, UInt8Array
from phrase_explorer.layouts.point_grid import PointGrid

N_SIZE_CLASSES = 16
LEAST_RADIUS_PX = 0.5
LARGEST_BASE_RADIUS_PX = 4.6
CROWDED_SHARE = 0.9
"""Opacity is chosen so that only the densest tenth of the points reaches full colour."""


@dataclass(frozen=True)
class Crowding:
    """How densely a map is populated, in map units; measured once for each layout."""

    spacing: float
    density: float

    @classmethod
    def of(cls, grid: PointGrid) -> "Crowding":
        """Measure a grid of points."""
        return cls(grid.typical_spacing(), grid.crowding(CROWDED_SHARE))


@dataclass(frozen=True, eq=False)
class DotStyle:
    """Radius and opacity of each size class, in device pixels.

    Parameters
    ----------
    radii : ndarray of shape (N_SIZE_CLASSES,), dtype=float32
    fill_opacities, rim_opacities : ndarray of shape (N_SIZE_CLASSES,), dtype=float32
        Opacity inside a dot and in the ring along its edge.
    rim_width : float
        Width of that ring.
    """

    radii: FloatArray
    fill_opacities: FloatArray
    rim_opacities: FloatArray
    rim_width: float


def size_classes(counts: FloatArray) -> UInt8Array:
    """Give the size class of each count, evenly spaced in the logarithm; one class for equal counts.

    Parameters
    ----------
    counts : ndarray of shape (n_points,)
        Non-negative.
    """
    if len(counts) == 0:
        return np.zeros(0, np.uint8)
    heights = np.log1p(np.maximum(counts, 0).astype(np.float64))
    low, high = float(heights.min()), float(heights.max())
    if high - low < 1e-9:
        return np.full(len(counts), N_SIZE_CLASSES // 4, np.uint8)
    return np.round((heights - low) * ((N_SIZE_CLASSES - 1) / (high - low))).astype(np.uint8)


def dot_style(crowding: Crowding, scale: float, pixel_ratio: float = 1.0) -> DotStyle:
    """Give the dots' look at `scale` interface pixels per map unit on a screen with `pixel_ratio` device pixels each."""
    spacing_px = crowding.spacing * scale
    base = min(max(0.8 * math.sqrt(spacing_px), LEAST_RADIUS_PX), LARGEST_BASE_RADIUS_PX)
    relative = np.arange(N_SIZE_CLASSES) / (N_SIZE_CLASSES - 1)
    few = smooth_step(1.0, 7.0, spacing_px)
    many_multipliers = 1 + 0.6 * np.maximum(relative - 0.2, 0)
    multipliers = (1 - few) * many_multipliers + few * (0.72 + 1.5 * relative)
    radii = base * multipliers  # interface pixels
    overlapping = max(crowding.density / scale**2 * math.pi * base**2, 1.0)
    opacity = min(max(1 - 0.03 ** (1 / overlapping), 0.22), 0.82)
    share = np.clip((radii - 1.7) / 1.5, 0, 1)
    rim_share = share * share * (3 - 2 * share)  # as `smooth_step`, for all classes
    fill = np.full(N_SIZE_CLASSES, opacity)
    rim = fill + rim_share * (np.maximum(fill, 0.97) - fill)
    return DotStyle(
        (radii * pixel_ratio).astype(np.float32), fill.astype(np.float32), rim.astype(np.float32), float(pixel_ratio)
    )


def smooth_step(low: float, high: float, value: float) -> float:
    """Rise from 0 at `low` to 1 at `high` with no corner."""
    share = min(max((value - low) / (high - low), 0.0), 1.0)
    return share * share * (3 - 2 * share)
