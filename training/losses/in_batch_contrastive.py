"""In-batch contrastive objective: pick one's own positive among all texts of the batch.

Symmetric cross-entropy over cosines divided by a temperature. Negatives of an anchor are all other anchors and positives, and the
hard negatives that rows bring; what is a duplicate or a known paraphrase of the row is no negative.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from phrase_explorer.foundation.array_types import BoolArray, Int64Array

if TYPE_CHECKING:
    import torch

MASKED = -1e4


def in_batch_contrastive_loss(
    anchors: "torch.Tensor",
    positives: "torch.Tensor",
    same_meaning: "torch.Tensor",
    *,
    temperature: float,
    hard_negatives: "torch.Tensor | None" = None,
    negative_means_same: "torch.Tensor | None" = None,
) -> "torch.Tensor":
    """Give the mean loss over both directions.

    Parameters
    ----------
    anchors, positives : tensors of shape (n_rows, n_dims)
        Unit rows.
    same_meaning : bool tensor of shape (n_rows, n_rows)
        True where two different rows must not be negatives of each other.
    hard_negatives : tensor of shape (n_negatives, n_dims)
        Unit rows, shared by the whole batch.
    negative_means_same : bool tensor of shape (n_rows, n_negatives)
        True where a hard negative means the same as the row.
    """
    import torch
    from torch.nn.functional import cross_entropy

    n_rows = len(anchors)
    itself = torch.eye(n_rows, dtype=torch.bool, device=anchors.device)
    across = (anchors @ positives.T / temperature).masked_fill(same_meaning & ~itself, MASKED)  # (n_rows, n_rows)
    anchor_side = (anchors @ anchors.T / temperature).masked_fill(same_meaning | itself, MASKED)
    positive_side = (positives @ positives.T / temperature).masked_fill(same_meaning | itself, MASKED)
    to_positive, to_anchor = [across, anchor_side], [across.T, positive_side]
    if hard_negatives is not None and len(hard_negatives):
        hard = anchors @ hard_negatives.T / temperature  # (n_rows, n_negatives)
        if negative_means_same is not None:
            hard = hard.masked_fill(negative_means_same, MASKED)
        to_positive.append(hard)
    target = torch.arange(n_rows, device=anchors.device)
    forward = cross_entropy(torch.cat(to_positive, dim=1), target)
    backward = cross_entropy(torch.cat(to_anchor, dim=1), target)
    return (forward + backward) / 2


def same_meaning_mask(anchors: Sequence[str], positives: Sequence[str], groups: Sequence[str]) -> BoolArray:
    """Tell which rows may not be negatives of each other: shape (n_rows, n_rows), False on the diagonal.

    Two rows are alike if they share a group, or if any text of one is a text of the other.
    """
    anchor_numbers, positive_numbers = _numbers(anchors, positives)
    group_numbers = np.array(
        [
            number if group else -1 - row
            for row, (group, number) in enumerate(zip(groups, _numbers(groups)[0], strict=True))
        ]
    )
    alike: BoolArray = group_numbers[:, None] == group_numbers[None]
    for left in (anchor_numbers, positive_numbers):
        for right in (anchor_numbers, positive_numbers):
            alike |= left[:, None] == right[None]
    np.fill_diagonal(alike, False)
    return alike


def negative_mask(anchors: Sequence[str], positives: Sequence[str], negatives: Sequence[str]) -> BoolArray:
    """Tell which hard negatives are a text of the row itself: shape (n_rows, n_negatives)."""
    anchor_numbers, positive_numbers, negative_numbers = _numbers(anchors, positives, negatives)
    mask: BoolArray = (anchor_numbers[:, None] == negative_numbers[None]) | (
        positive_numbers[:, None] == negative_numbers[None]
    )
    return mask


def _numbers(*columns: Sequence[str]) -> list[Int64Array]:
    numbers: dict[str, int] = {}
    return [
        np.array([numbers.setdefault(text.lower(), len(numbers)) for text in column], dtype=np.int64)
        for column in columns
    ]
