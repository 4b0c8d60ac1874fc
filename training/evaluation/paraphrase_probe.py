"""PPDB and sets of its shape: whether a small classifier can tell paraphrases from frozen phrase vectors.

The paper's protocol (Wang et al. 2021): the two vectors side by side, 1536-256-1 for 768 dimensions, ReLU, Adam 1e-4, batches of
200, at most 100 epochs, early stop on validation accuracy with patience 5, 70/15/15 by one shuffle with seed 42. The grouped
split beside it puts all pairs that share a phrase with a swapped twin on one side, so that no pair is seen in the other order,
and is read over five seeds. Sets of this shape: PPDB, PPDB-filtered, PAWS-short.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int64Array
from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.results import Result, percent
from training.evaluation.task_files import read_tsv

if TYPE_CHECKING:
    import torch

PROBE_SETS = (
    ("ppdb", "ppdb_exact/ppdb.tsv"),
    ("ppdb-filtered", "ppdb_filtered/ppdb_filtered.tsv"),
    ("paws-short", "paws_short/paws_short.tsv"),
)
PAPER_SEED = 42
GROUPED_SEEDS = (1, 2, 3, 4, 5)
TRAIN_SHARE, VALIDATION_END = 0.70, 0.85


@dataclass(frozen=True)
class ProbeProtocol:
    """The settings of the published probe."""

    n_hidden: int = 256
    learning_rate: float = 1e-4
    batch_size: int = 200
    max_epochs: int = 100
    min_epochs: int = 3
    patience: int = 5


PUBLISHED_PROTOCOL = ProbeProtocol()


def paraphrase_probe_evaluator(task: str, file: str) -> Callable[[PhraseScorer, Path], list[Result]]:
    """Give the evaluator of one set of labelled phrase pairs."""

    def evaluate(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
        rows = read_tsv(eval_folder / file, ("phrase1", "phrase2", "label"))
        left, right = [row["phrase1"] for row in rows], [row["phrase2"] for row in rows]
        labels = np.array([row["label"] == "1" for row in rows])
        features = np.concatenate([scorer.vectors(left), scorer.vectors(right)], axis=1)
        threshold = best_threshold_accuracy(scorer.cosine(left, right), labels)
        paper = probe_accuracy(features, labels, shuffled_split(len(rows), PAPER_SEED), seed=PAPER_SEED)
        groups = pair_groups(left, right)
        grouped = [probe_accuracy(features, labels, grouped_split(groups, seed), seed=seed) for seed in GROUPED_SEEDS]
        mean, spread = percent(float(np.mean(grouped))), percent(float(np.std(grouped)))
        return [
            Result(task, "accuracy, paper split", percent(paper), None, len(rows), scorer.name),
            Result(task, "accuracy, grouped split", mean, spread, len(rows), scorer.name),
            Result(task, "accuracy, best cosine threshold", percent(threshold), None, len(rows), scorer.name),
        ]

    return evaluate


Split = tuple[Int64Array, Int64Array, Int64Array]


def shuffled_split(n_rows: int, seed: int) -> Split:
    """Cut a shuffle into 70/15/15, rounding the cuts up as the paper does."""
    order = np.random.default_rng(seed).permutation(n_rows)
    first, second = math.ceil(TRAIN_SHARE * n_rows), math.ceil(VALIDATION_END * n_rows)
    return order[:first], order[first:second], order[second:]


def pair_groups(left: Sequence[str], right: Sequence[str]) -> Int64Array:
    """Give each pair a number, so that a pair and its swapped twin have one number: shape (n_pairs,)."""
    numbers: dict[frozenset[str], int] = {}
    pairs = zip(left, right, strict=True)
    return np.array([numbers.setdefault(frozenset(pair), len(numbers)) for pair in pairs], dtype=np.int64)


def grouped_split(groups: Int64Array, seed: int) -> Split:
    """Cut the groups 70/15/15, so that all rows of a group are on one side."""
    part_of_group = np.zeros(int(groups.max()) + 1, dtype=np.int64)
    _, validation, test = shuffled_split(len(part_of_group), seed)
    part_of_group[validation], part_of_group[test] = 1, 2
    part = part_of_group[groups]
    train_rows, validation_rows, test_rows = (np.flatnonzero(part == i) for i in range(3))
    return train_rows, validation_rows, test_rows


def best_threshold_accuracy(scores: FloatArray, labels: BoolArray) -> float:
    """Give the accuracy of the best single threshold on the scores, over all pairs and without a split."""
    order = np.argsort(-scores, kind="stable")
    true_above = np.cumsum(labels[order])
    rank = np.arange(1, len(labels) + 1)
    correct = true_above + (len(labels) - rank) - (labels.sum() - true_above)
    ends = np.append(np.diff(scores[order]) != 0, True)  # a threshold cannot stand between equal scores
    none_above = len(labels) - labels.sum()
    return float(max(none_above, correct[ends].max())) / len(labels)


def probe_accuracy(
    features: FloatArray,
    labels: BoolArray,
    split: Split,
    *,
    seed: int,
    protocol: ProbeProtocol = PUBLISHED_PROTOCOL,
) -> float:
    """Train the probe on the first part, stop on the second, give the accuracy on the third.

    The test accuracy is read at the epoch of the best validation accuracy.
    """
    import torch
    from torch.nn.functional import binary_cross_entropy_with_logits

    generator = torch.Generator().manual_seed(seed)
    train, validation, test = (torch.from_numpy(np.ascontiguousarray(rows)) for rows in split)
    inputs, targets = torch.from_numpy(features).float(), torch.from_numpy(labels).float()
    probe = _build_probe(inputs.shape[1], protocol.n_hidden, generator)
    optimizer = torch.optim.Adam(probe.parameters(), lr=protocol.learning_rate, fused=True)
    best, test_at_best, epochs_without_gain = -1.0, 0.0, 0
    for epoch in range(protocol.max_epochs):
        order = train[torch.randperm(len(train), generator=generator)]
        for rows in torch.split(order, protocol.batch_size):
            loss = binary_cross_entropy_with_logits(probe(inputs[rows])[:, 0], targets[rows])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        accuracy = _accuracy(probe, inputs[validation], targets[validation])
        if accuracy > best:
            best, epochs_without_gain = accuracy, 0
            test_at_best = _accuracy(probe, inputs[test], targets[test])
        else:
            epochs_without_gain += 1
        if epochs_without_gain >= protocol.patience and epoch + 1 >= protocol.min_epochs:
            break
    return test_at_best


def _build_probe(n_inputs: int, n_hidden: int, generator: "torch.Generator") -> "torch.nn.Sequential":
    import torch

    layers = torch.nn.Linear(n_inputs, n_hidden), torch.nn.Linear(n_hidden, 1)
    with torch.no_grad():
        for layer in layers:
            bound = 1.0 / math.sqrt(layer.in_features)
            layer.weight.uniform_(-bound, bound, generator=generator)
            layer.bias.uniform_(-bound, bound, generator=generator)
    return torch.nn.Sequential(layers[0], torch.nn.ReLU(), layers[1])


def _accuracy(probe: "torch.nn.Sequential", inputs: "torch.Tensor", targets: "torch.Tensor") -> float:
    import torch

    with torch.inference_mode():
        return float(((probe(inputs)[:, 0] > 0) == (targets > 0.5)).float().mean())
