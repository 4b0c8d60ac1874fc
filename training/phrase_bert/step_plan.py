"""Which triplets and which teacher texts go into each step, fixed by the seed before training begins.

Rows of similar length go together, so that little is padded. Teacher texts that are alike go together, so that the cosines of a
batch hold more than "unrelated": leaves of a random projection tree (Dasgupta and Freund 2008), drawn anew each time through.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, Int64Array
from phrase_explorer.foundation.errors import UserFacingError

BATCHES_SORTED_TOGETHER = 40
LEAF_SIZE = 64


@dataclass(frozen=True)
class Step:
    """Rows of one step: int64 arrays of shape (batch_size,) and (teacher_batch,), the second perhaps empty."""

    triplets: Int64Array
    teacher: Int64Array


def plan_steps(
    lengths: Sequence[int],
    *,
    batch_size: int,
    epochs: int,
    seed: int,
    teacher_targets: FloatArray | None = None,
    teacher_batch: int = 0,
) -> list[Step]:
    """Plan all steps of a run.

    Parameters
    ----------
    lengths
        Of each triplet in tokens (its longest text).
    teacher_targets : ndarray of shape (n_texts, n_dims)
    """
    if len(lengths) < batch_size:
        raise UserFacingError(
            f"There are {len(lengths)} triplets and a batch takes {batch_size}; give more data or a smaller batch_size."
        )
    rng = np.random.default_rng(seed)
    batches = [batch for _ in range(epochs) for batch in _length_batches(np.asarray(lengths), batch_size, rng)]
    if teacher_targets is None or not teacher_batch:
        return [Step(batch, np.empty(0, dtype=np.int64)) for batch in batches]
    teacher_batches = _teacher_batches(teacher_targets, teacher_batch, rng)
    return [Step(batch, next(teacher_batches)) for batch in batches]


def _length_batches(lengths: Int64Array, batch_size: int, rng: np.random.Generator) -> list[Int64Array]:
    order = rng.permutation(len(lengths))
    batches = []
    for start in range(0, len(order), batch_size * BATCHES_SORTED_TOGETHER):
        rows = order[start : start + batch_size * BATCHES_SORTED_TOGETHER]
        rows = rows[np.argsort(lengths[rows], kind="stable")]
        batches += [rows[i : i + batch_size] for i in range(0, len(rows) - batch_size + 1, batch_size)]
    rng.shuffle(batches)
    return batches


def _teacher_batches(targets: FloatArray, batch_size: int, rng: np.random.Generator) -> Iterator[Int64Array]:
    waiting: list[Int64Array] = []
    while True:
        leaves = similar_leaves(targets, rng)
        order = rng.permutation(len(leaves))
        rows = np.concatenate([*waiting, *(leaves[i] for i in order)])
        for start in range(0, len(rows) - batch_size + 1, batch_size):
            yield rows[start : start + batch_size]
        waiting = [rows[len(rows) - len(rows) % batch_size :]]


def similar_leaves(vectors: FloatArray, rng: np.random.Generator) -> list[Int64Array]:
    """Cut rows into leaves of at most `LEAF_SIZE` by halving along random directions."""
    leaves: list[Int64Array] = []
    pending = [np.arange(len(vectors))]
    while pending:
        rows = pending.pop()
        if len(rows) <= LEAF_SIZE:
            leaves.append(rows)
            continue
        left, right = rng.choice(rows, 2, replace=False)
        along = vectors[rows] @ (
            vectors[left] - vectors[right]
        )  # (n_rows,): the direction between two of its own texts
        half = np.argpartition(along, len(rows) // 2)
        pending += [rows[half[: len(rows) // 2]], rows[half[len(rows) // 2 :]]]
    return leaves
