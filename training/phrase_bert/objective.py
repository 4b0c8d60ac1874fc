"""The module that the Trainer trains: encoder, the head that tells kinds, and the sum of the objectives of a step."""

from typing import Any

import torch
from torch.nn.functional import cross_entropy, normalize

from phrase_explorer.adaptation.trainable_encoder import pooled_vectors
from training.losses.distillation import similarity_loss, vector_loss
from training.losses.in_batch_contrastive import in_batch_contrastive_loss
from training.losses.triplet import triplet_loss
from training.phrase_bert.config import PhraseBertConfig

KIND_SCALE = 10.0
NO_KIND = -100


class PhraseBertObjective(torch.nn.Module):
    """Gives the loss of one step. What is exported in the end is `network` alone."""

    def __init__(self, network: Any, n_kinds: int, config: PhraseBertConfig) -> None:  # Any: transformers has no types
        super().__init__()
        self.network = network
        self.kind_head = torch.nn.Linear(network.config.hidden_size, max(1, n_kinds))
        self._config = config

    def forward(
        self,
        *,
        pieces: list[tuple[torch.Tensor, torch.Tensor]],
        places: torch.Tensor,
        n_rows: int,
        n_negatives: int,
        same_meaning: torch.Tensor,
        negative_means_same: torch.Tensor,
        kinds: torch.Tensor,
        targets: torch.Tensor | None = None,
    ) -> dict[str, torch.Tensor]:
        """Give the loss; texts of the batch stand as anchors, positives, negatives, teacher texts."""
        config = self._config
        vectors = pooled_vectors(self.network, pieces, places)  # (n_texts, n_dims)
        n_teacher = len(vectors) - 2 * n_rows - n_negatives
        anchors, positives, negatives, taught = torch.split(vectors, [n_rows, n_rows, n_negatives, n_teacher])
        if config.objective == "triplet":
            loss = triplet_loss(anchors, positives, negatives, margin=config.margin)
        else:
            loss = in_batch_contrastive_loss(
                normalize(anchors, dim=1),
                normalize(positives, dim=1),
                same_meaning,
                temperature=config.temperature,
                hard_negatives=normalize(negatives, dim=1) if n_negatives else None,
                negative_means_same=negative_means_same if n_negatives else None,
            )
        if config.kind_weight and bool((kinds != NO_KIND).any()):
            both = normalize(vectors[: 2 * n_rows], dim=1) * KIND_SCALE
            loss = loss + config.kind_weight * cross_entropy(
                self.kind_head(both).float(), torch.cat([kinds, kinds]), ignore_index=NO_KIND
            )
        if targets is not None and n_teacher:
            loss = loss + config.vector_weight * vector_loss(taught, targets)
            loss = loss + config.similarity_weight * similarity_loss(taught, targets)
        return {"loss": loss}
