"""The triplet objective of the released Phrase-BERT run: Euclidean distance, margin 5 (Wang et al. 2021)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

PUBLISHED_MARGIN = 5.0


def triplet_loss(
    anchors: "torch.Tensor", positives: "torch.Tensor", negatives: "torch.Tensor", *, margin: float = PUBLISHED_MARGIN
) -> "torch.Tensor":
    """Give the mean of max(0, |a - p| - |a - n| + margin) over rows of shape (n_rows, n_dims), not normalised."""
    from torch.nn.functional import pairwise_distance, relu

    to_positive = pairwise_distance(anchors, positives)  # (n_rows,)
    to_negative = pairwise_distance(anchors, negatives)  # (n_rows,)
    return relu(to_positive - to_negative + margin).mean()
