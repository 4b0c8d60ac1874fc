"""``python -m training teacher-vectors``: the vectors of a larger encoder for a list of texts, computed once.

Shards of 4,096 texts, float16, not normalised; a killed run goes on with the first shard that is missing.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.errors import UserFacingError

SHARD_SIZE = 4_096


def write_teacher_vectors(
    teacher: Encoder,
    texts: Sequence[str],
    folder: Path,
    *,
    on_progress: Callable[[str], None] = lambda _message: None,
) -> None:
    """Write the vectors of `texts` into shards; shards that are there are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(texts), SHARD_SIZE):
        path = folder / f"{start:07d}.npy"
        if not path.exists():
            vectors = teacher.encode(texts[start : start + SHARD_SIZE], unit_length=False)
            partial = path.with_suffix(".partial.npy")
            np.save(partial, vectors.astype(np.float16), allow_pickle=False)
            os.replace(partial, path)
        on_progress(f"{min(start + SHARD_SIZE, len(texts)):,} of {len(texts):,} texts")


def read_teacher_vectors(folder: Path, texts: Sequence[str]) -> tuple[list[str], FloatArray]:
    """Give the texts that have vectors (a prefix of `texts`) and the vectors: shape (n_found, n_teacher_dims).

    Raises
    ------
    UserFacingError
        If there are none, or they are more than the texts.
    """
    shards = []
    for start in range(0, len(texts), SHARD_SIZE):
        path = folder / f"{start:07d}.npy"
        if not path.exists():
            break
        shards.append(np.load(path, allow_pickle=False).astype(np.float32))
    if not shards:
        raise UserFacingError(
            f"'{folder}' holds no teacher vectors; make them with: python -m training teacher-vectors."
        )
    vectors: FloatArray = np.concatenate(shards)
    if len(vectors) > len(texts):
        raise UserFacingError(f"'{folder}' holds vectors of another list of texts; make them again.")
    return list(texts[: len(vectors)]), vectors


def read_phrases(path: Path) -> list[str]:
    """Read texts, one a line; duplicates and empty lines are left out."""
    if not path.is_file():
        raise UserFacingError(f"There is no list of texts '{path}'; it has one text a line.")
    texts = list(dict.fromkeys(line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()))
    if not texts:
        raise UserFacingError(f"The list of texts '{path}' is empty; it has one text a line.")
    return texts
