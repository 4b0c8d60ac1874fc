"""The seam between the encoder and the network behind it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import torch


class SentenceForward(Protocol):
    """A network that turns token rows into one pooled vector each."""

    n_dims: int

    def pooled(self, token_rows: Sequence[Sequence[int]]) -> "torch.Tensor":
        """Give one vector a row, not normalised: a float32 tensor of shape (n_rows, n_dims) on the CPU.

        Rows of equal length should stand together; sorted by length is best.
        """
        ...
