"""Unit vectors for terms, mentions or documents, with the fingerprint of the encoder that made them."""

import hashlib
from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, Int64Array, read_only

DIGEST_BYTES = 16


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


def distinct_rows(vectors: FloatArray) -> tuple[Int64Array, Int64Array]:
    """Give the first row of each distinct vector, in row order, and for each row which of these it equals.

    A word that is also a phrase has one vector twice: it counts once among neighbours and stands on the map once.

    Parameters
    ----------
    vectors : ndarray of shape (n_rows, n_dims), dtype=float32

    Returns
    -------
    first_rows : ndarray of shape (n_distinct,), dtype=int64
    group_of_row : ndarray of shape (n_rows,), dtype=int64
        Position in `first_rows`: ``vectors[first_rows][group_of_row]`` equals `vectors`.
    """
    group_by_digest: dict[bytes, int] = {}
    first_rows: list[int] = []
    group_of_row = np.empty(len(vectors), dtype=np.int64)
    for i, row in enumerate(vectors):
        content = (row + np.float32(0)).tobytes()  # adding 0 makes -0 and 0 the same bytes
        digest = hashlib.blake2b(content, digest_size=DIGEST_BYTES).digest()
        group = group_by_digest.setdefault(digest, len(first_rows))
        if group == len(first_rows):
            first_rows.append(i)
        group_of_row[i] = group
    return np.array(first_rows, dtype=np.int64), group_of_row
