"""Unit vectors for terms, mentions or documents, with the fingerprint of the encoder that made them."""

from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, read_only


@dataclass(frozen=True, eq=False)
class Embeddings:
    """One unit vector a row.

    Parameters
    ----------
    vectors : ndarray of shape (n_rows, n_dims), dtype=float32
        Unit length; a dot product is a cosine.
    encoder_fingerprint
        Content hash of the weights and tokenizer that made them.

    Raises
    ------
    ValueError
        If the array is not two-dimensional float32.
    """

    vectors: FloatArray
    encoder_fingerprint: str

    def __post_init__(self) -> None:
        if self.vectors.ndim != 2 or self.vectors.dtype != np.float32:
            raise ValueError(f"vectors must be (n_rows, n_dims) float32, got {self.vectors.shape} {self.vectors.dtype}")
        object.__setattr__(self, "vectors", read_only(self.vectors))

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return len(self.vectors)

    @property
    def n_dims(self) -> int:
        """How long a vector is."""
        return int(self.vectors.shape[1])
