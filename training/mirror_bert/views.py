"""The two views of each text as a dataset of planned steps; masking is drawn once, before training, from the seed."""

import random
import string
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from phrase_explorer.adaptation.mirror_info_nce import mirror_info_nce
from phrase_explorer.adaptation.span_masking import mask_spans
from phrase_explorer.adaptation.trainable_encoder import collate_rows, mask_token_id, pooled_vectors
from phrase_explorer.encoding.encoder_folder import EncoderFolder
from phrase_explorer.encoding.token_rows import TokenRows
from training.mirror_bert.config import MirrorBertConfig
from training.teacher_vectors import read_phrases

PAIR_SEPARATORS = ("||", "\t")


class MirrorViews(torch.utils.data.Dataset[dict[str, Any]]):  # Any: nested tensors
    """Builds the two views of the texts of each step."""

    def __init__(self, pairs: Sequence[tuple[str, str]], source: EncoderFolder, config: MirrorBertConfig) -> None:
        rng = random.Random(config.seed)  # noqa: S311 (sampling, not secrets)
        token_rows = TokenRows(source)
        first = _cut(token_rows.token_ids([left for left, _ in pairs]), config.max_tokens)
        second = _cut(token_rows.token_ids([right for _, right in pairs]), config.max_tokens)
        self._steps: list[tuple[list[list[int]], list[list[int]]]] = []
        mask_id = mask_token_id(source) if config.mask_span else 0
        n_masked = n_seen = 0
        for _ in range(config.epochs):
            order = list(range(len(pairs)))
            rng.shuffle(order)
            masked, n = mask_spans(
                second, mask_id, rng, span=config.mask_span, min_content_tokens=config.min_masked_tokens
            )
            n_masked, n_seen = n_masked + n, n_seen + len(pairs)
            for start in range(0, len(order) - config.batch_size + 1, config.batch_size):
                rows = order[start : start + config.batch_size]
                self._steps.append(([first[row] for row in rows], [masked[row] for row in rows]))
        self.masked_share = n_masked / n_seen

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, index: int) -> dict[str, Any]:
        first, second = self._steps[index]
        return {**collate_rows([*first, *second], 0), "n_texts": len(first)}


class MirrorObjective(torch.nn.Module):
    """Gives the InfoNCE loss of one step."""

    def __init__(self, network: Any, temperature: float) -> None:  # Any: transformers models have no types
        super().__init__()
        self.network = network
        self._temperature = temperature

    def forward(
        self, *, pieces: list[tuple[torch.Tensor, torch.Tensor]], places: torch.Tensor, n_texts: int
    ) -> dict[str, torch.Tensor]:
        """Give the loss; the first views of the batch stand before the second ones."""
        first, second = torch.split(pooled_vectors(self.network, pieces, places), n_texts)  # (n_texts, n_dims) each
        return {"loss": mirror_info_nce(first, second, temperature=self._temperature)}


def read_pairs(config: MirrorBertConfig) -> list[tuple[str, str]]:
    """Give the two texts of each line, which are equal where a line holds one; equal first texts are taken once."""
    pairs: dict[str, tuple[str, str]] = {}
    for line in read_phrases(Path(config.texts)):
        separator = next((mark for mark in PAIR_SEPARATORS if mark in line), "")
        left, right = line.split(separator, 1) if separator else (line, line)
        pairs.setdefault(left.strip().lower(), (left.strip(), right.strip()))
    chosen = list(pairs.values())[: config.n_texts or None]
    if not config.random_strings:
        return chosen
    rng = random.Random(config.seed)  # noqa: S311 (sampling, not secrets)
    letters = string.ascii_lowercase + " "
    noise = ("".join(rng.choice(letters) for _ in left) for left, _ in chosen)
    return [(text, text) for text in dict.fromkeys(noise) if text.strip()]


def _cut(rows: Sequence[Sequence[int]], max_tokens: int) -> list[list[int]]:
    return [list(row) if len(row) <= max_tokens else [*row[: max_tokens - 1], row[-1]] for row in rows]
