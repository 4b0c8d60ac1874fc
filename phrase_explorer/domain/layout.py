"""Where the terms (or documents) stand on the map."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, read_only

LayoutMethod = Literal["pca", "umap", "simple"]


@dataclass(frozen=True, eq=False)
class Layout:
    """Positions in map units.

    Parameters
    ----------
    positions : ndarray of shape (n_rows, 2), dtype=float32
        Finite map units, y up. Row *i* is term or document *i*.
    method
        "simple" when there are too few distinct vectors for UMAP.

    Raises
    ------
    ValueError
        If the shape or dtype is wrong or a position is not finite.
    """

    positions: FloatArray
    method: LayoutMethod

    def __post_init__(self) -> None:
        if self.positions.ndim != 2 or self.positions.shape[1] != 2 or self.positions.dtype != np.float32:
            raise ValueError(
                f"positions must be (n_rows, 2) float32, got {self.positions.shape} {self.positions.dtype}"
            )
        if not np.isfinite(self.positions).all():
            raise ValueError("positions must be finite")
        object.__setattr__(self, "positions", read_only(self.positions))
