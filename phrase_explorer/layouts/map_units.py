"""Bring positions into map units, and one layout into the stance of another."""

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray

OUTLIERS_PER_SIDE = 0.005


def in_map_units(positions: FloatArray) -> FloatArray:
    """Move and scale positions so that all but a few outliers lie in the square from -1 to 1; shape is kept.

    Parameters
    ----------
    positions : ndarray of shape (n_rows, 2)

    Returns
    -------
    ndarray of shape (n_rows, 2), dtype=float32
    """
    if len(positions) == 0:
        return np.zeros((0, 2), dtype=np.float32)
    exact = positions.astype(np.float64)
    low, high = np.quantile(exact, (OUTLIERS_PER_SIDE, 1 - OUTLIERS_PER_SIDE), axis=0)
    half_range = float((high - low).max()) / 2
    moved = exact - (low + high) / 2
    if half_range > 0:
        moved /= half_range
    scaled: FloatArray = moved.astype(np.float32)
    return scaled


def turned_towards(positions: FloatArray, reference: FloatArray) -> FloatArray:
    """Rotate or mirror positions so that they lie as near as possible to a reference (orthogonal Procrustes, Schönemann 1966).

    Both are of shape (n_rows, 2). The distances between positions do not change.
    """
    if len(positions) == 0:
        return positions
    centred = positions.astype(np.float64) - positions.mean(axis=0, dtype=np.float64)
    reference_centred = reference.astype(np.float64) - reference.mean(axis=0, dtype=np.float64)
    left, _, right = np.linalg.svd(centred.T @ reference_centred)
    turned: FloatArray = (centred @ left @ right).astype(np.float32)
    return turned
