"""The first map: the two directions in which the vectors differ most. It takes a second at a hundred thousand terms."""

import numpy as np
import numpy.typing as npt

from phrase_explorer.domain.embeddings import distinct_rows
from phrase_explorer.domain.layout import Layout
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.layouts.map_units import in_map_units

ROWS_AT_ONCE = 8_192
FEWEST_FOR_PCA = 3


def pca_layout(vectors: FloatArray) -> Layout:
    """Lay vectors out by their first two principal components.

    Fewer than three distinct vectors have no two components: they stand side by side (method "simple"). The same vectors give
    the same layout, never its mirror image.

    Parameters
    ----------
    vectors : ndarray of shape (n_rows, n_dims), dtype=float32
    """
    first_rows, group_of_row = distinct_rows(vectors)
    if len(first_rows) < FEWEST_FOR_PCA:
        places = np.linspace(-1, 1, len(first_rows)) if len(first_rows) > 1 else np.zeros(len(first_rows))
        side_by_side = np.column_stack((places, np.zeros(len(places)))).astype(np.float32)
        return Layout(side_by_side[group_of_row], "simple")
    return Layout(in_map_units(principal_positions(vectors)), "pca")


def principal_positions(vectors: FloatArray) -> FloatArray:
    """Project vectors on their first two principal components.

    Parameters
    ----------
    vectors : ndarray of shape (n_rows, n_dims), dtype=float32

    Returns
    -------
    ndarray of shape (n_rows, 2), dtype=float32
        In the units of the vectors, mean 0. In each direction the component of largest size is positive.
    """
    n_rows, n_dims = vectors.shape
    mean = vectors.mean(axis=0, dtype=np.float64)
    scatter = np.zeros((n_dims, n_dims))
    for start in range(0, n_rows, ROWS_AT_ONCE):
        block = vectors[start : start + ROWS_AT_ONCE] - mean.astype(np.float32)
        scatter += block.T @ block  # (n_dims, n_dims)
    directions = np.linalg.eigh(scatter)[1][:, ::-1][:, :2]  # (n_dims, 2 or 1), largest first
    directions = _with_fixed_signs(directions).astype(np.float32)
    positions = np.zeros((n_rows, 2), dtype=np.float32)
    for start in range(0, n_rows, ROWS_AT_ONCE):
        block = vectors[start : start + ROWS_AT_ONCE] - mean.astype(np.float32)
        positions[start : start + ROWS_AT_ONCE, : directions.shape[1]] = block @ directions
    return positions


def _with_fixed_signs(directions: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    largest = np.abs(directions).argmax(axis=0)
    signs: npt.NDArray[np.float64] = np.sign(directions[largest, np.arange(directions.shape[1])])
    return directions * signs
