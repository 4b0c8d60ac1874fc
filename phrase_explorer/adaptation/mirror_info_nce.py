"""Mirror-BERT's objective: recognise a text in its own mirror image (Liu et al. 2021, section 2).

Every text goes through the network twice, with two draws of dropout and perhaps a masked span in the second; the other copies
of the batch, on both sides, are the negatives (NT-Xent, Chen et al. 2020).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


def mirror_info_nce(first: "torch.Tensor", second: "torch.Tensor", *, temperature: float) -> "torch.Tensor":
    """Give the mean loss over both copies.

    Parameters
    ----------
    first, second : tensors of shape (n_texts, n_dims)
        The two views of each text, not normalised. No text may stand twice in a batch: it would be its own negative.
    temperature
        The paper's code takes 0.04 for sentences and phrases and 0.2 for words.
    """
    import torch
    from torch.nn.functional import cross_entropy, normalize

    n_texts = len(first)
    views = normalize(torch.cat([first, second]), dim=1)  # (2 * n_texts, n_dims)
    scores = views @ views.T / temperature  # (2 * n_texts, 2 * n_texts)
    scores = scores.masked_fill(torch.eye(2 * n_texts, dtype=torch.bool, device=views.device), float("-inf"))
    mirror = torch.arange(2 * n_texts, device=views.device).roll(n_texts)
    return cross_entropy(scores, mirror)
