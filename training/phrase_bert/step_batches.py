"""The planned steps as a dataset: item *i* is all that the objective needs for step *i*."""

from collections.abc import Sequence
from typing import Any

import torch

from phrase_explorer.adaptation.trainable_encoder import collate_rows
from phrase_explorer.encoding.token_rows import TokenRows
from phrase_explorer.foundation.array_types import FloatArray
from training.data.triplets import Triplet
from training.losses.in_batch_contrastive import negative_mask, same_meaning_mask
from training.phrase_bert.config import PhraseBertConfig
from training.phrase_bert.objective import NO_KIND
from training.phrase_bert.step_plan import Step


class StepBatches(torch.utils.data.Dataset[dict[str, Any]]):  # Any: nested tensors
    """Builds each step when it is asked for."""

    def __init__(
        self,
        *,
        steps: Sequence[Step],
        triplets: Sequence[Triplet],
        taught_texts: Sequence[str],
        targets: FloatArray | None,
        token_rows: TokenRows,
        config: PhraseBertConfig,
    ) -> None:
        self._steps = steps
        self._triplets = triplets
        self._taught_texts = taught_texts
        self._targets = torch.from_numpy(targets) if targets is not None else None
        self._token_rows = token_rows
        self._max_tokens = config.max_tokens
        self._takes_negatives = config.use_negatives or config.objective == "triplet"
        self.kinds = {kind: i for i, kind in enumerate(sorted({t.kind for t in triplets if t.kind}))}
        self._padding_id = 0

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, index: int) -> dict[str, Any]:
        step = self._steps[index]
        rows = [self._triplets[i] for i in step.triplets]
        anchors, positives = [row.anchor for row in rows], [row.positive for row in rows]
        negatives = [row.negative for row in rows if row.negative] if self._takes_negatives else []
        taught = [self._taught_texts[i] for i in step.teacher]
        token_ids = self._token_rows.token_ids([*anchors, *positives, *negatives, *taught])
        cut = [row if len(row) <= self._max_tokens else [*row[: self._max_tokens - 1], row[-1]] for row in token_ids]
        groups = [row.group for row in rows]
        batch = {
            **collate_rows(cut, self._padding_id),
            "n_rows": len(rows),
            "n_negatives": len(negatives),
            "same_meaning": torch.from_numpy(same_meaning_mask(anchors, positives, groups)),
            "negative_means_same": torch.from_numpy(negative_mask(anchors, positives, negatives)),
            "kinds": torch.tensor([self.kinds.get(row.kind, NO_KIND) for row in rows]),
        }
        if self._targets is not None and len(step.teacher):
            batch["targets"] = self._targets[torch.from_numpy(step.teacher)]
        return batch
