"""Encode a long list of terms shard by shard, so that a killed run goes on where it stopped.

A shard's file is named after the hash of its texts and of the encoder, so that a file that stands can only be the right one; it
is renamed into place when it is whole.
"""

import logging
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from phrase_explorer.encoding.distinct_texts import distinct_texts
from phrase_explorer.foundation.array_types import AnyArray, FloatArray, Int64Array
from phrase_explorer.foundation.content_hash import hash_value
from phrase_explorer.foundation.progress import Progress

logger = logging.getLogger(__name__)

SHARD_SIZE = 8_192
LARGEST_IN_MEMORY_BYTES = 512 * 1024 * 1024


class TextEncoder(Protocol):
    """What shards need of an encoder."""

    fingerprint: str
    n_dims: int

    def encode(self, texts: Sequence[str], *, progress: Progress | None = None) -> FloatArray:
        """Give one unit vector a text: float32, shape (n_texts, n_dims)."""
        ...


def encode_in_shards(
    encoder: TextEncoder,
    texts: Sequence[str],
    shards_folder: Path,
    *,
    progress: Progress,
    shard_size: int = SHARD_SIZE,
) -> FloatArray:
    """Encode `texts`, keeping each finished shard in `shards_folder` and using again those that stand.

    A text that occurs twice is encoded once: both rows have exactly the same vector.

    Returns
    -------
    ndarray of shape (n_texts, n_dims), dtype=float32
        Memory-mapped from `shards_folder` if it is larger than half a GiB.
    """
    distinct, rows = distinct_texts(texts)
    shards = [distinct[start : start + shard_size] for start in range(0, len(distinct), shard_size)]
    paths = [shards_folder / f"{_shard_name(encoder, shard)}.npy" for shard in shards]
    finished = [_is_whole(path, (len(shard), encoder.n_dims)) for path, shard in zip(paths, shards, strict=True)]
    n_found = sum(len(shard) for shard, is_finished in zip(shards, finished, strict=True) if is_finished)
    if n_found:
        logger.info("encoding goes on: %d of %d terms were found finished", n_found, len(distinct))
    progress.begin("embed", total=len(distinct), unit="terms", already_done=n_found)
    for path, shard, is_finished in zip(paths, shards, finished, strict=True):
        if not is_finished:
            _save_whole(path, encoder.encode(shard, progress=progress))
    return _joined(paths, rows, encoder.n_dims, shards_folder)


def _shard_name(encoder: TextEncoder, texts: Sequence[str]) -> str:
    return hash_value([encoder.fingerprint, list(texts)])


def _is_whole(path: Path, shape: tuple[int, int]) -> bool:
    try:
        vectors = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return False
    return bool(vectors.shape == shape and vectors.dtype == np.float32)


def _save_whole(path: Path, vectors: FloatArray) -> None:
    """Write beside `path`, flush, and rename: a kill leaves a whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, partial_name = tempfile.mkstemp(prefix=".partial-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            np.save(file, vectors, allow_pickle=False)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial_name, path)
    except BaseException:
        Path(partial_name).unlink(missing_ok=True)
        raise


def _joined(paths: Sequence[Path], rows: Int64Array, n_dims: int, folder: Path) -> FloatArray:
    """Give row `rows[i]` of the shards, one after another, for each *i*; a shard is in memory only while it is copied."""
    joined: AnyArray
    shape = (len(rows), n_dims)
    if shape[0] * shape[1] * 4 > LARGEST_IN_MEMORY_BYTES:
        joined = np.lib.format.open_memmap(folder / "all.npy", mode="w+", dtype=np.float32, shape=shape)
    else:
        joined = np.empty(shape, dtype=np.float32)
    places = np.argsort(rows, kind="stable")  # the places in `joined` that shard after shard fills
    start = n_filled = 0
    for path in paths:
        vectors = np.load(path, allow_pickle=False)
        here = places[n_filled : int(np.searchsorted(rows[places], start + len(vectors)))]
        joined[here] = vectors[rows[here] - start]
        start += len(vectors)
        n_filled += len(here)
    return joined
