"""Does this installation work? One small real task for each part that can be missing or broken."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress

SENTENCE = "The treasury reduced the public debt, and the national debt fell."
NEAR_PAIR, FAR_PAIR = ("public debt", "national debt"), ("public debt", "wild geese")


@dataclass(frozen=True)
class Check:
    """One check: what was tried, whether it worked, and what was seen or what to do."""

    check: str
    ok: bool
    detail: str


def self_check(
    extra_checks: Mapping[str, Callable[[], str]] | None = None, *, progress: Progress | None = None
) -> Iterator[Check]:
    """Try each part in turn; a part that fails does not keep the others from being tried.

    Parameters
    ----------
    extra_checks
        More checks by name, such as the window's; each gives what it saw, or raises.
    """
    progress = progress or Progress()
    checks: dict[str, Callable[[], str]] = {
        "full-text search": _check_full_text,
        "temporary files": _check_temporary_files,
        "language pipeline": _check_pipeline,
        "encoder": _check_encoder,
        "neighbours": _check_neighbours,
        "map process": lambda: _check_layout(progress),
    }
    yield from run_checks({**checks, **(extra_checks or {})}, progress)


def run_checks(checks: Mapping[str, Callable[[], str]], progress: Progress) -> Iterator[Check]:
    """Run checks by name and give the outcome of each."""
    for name, check in checks.items():
        progress.begin(f"checking {name}")
        yield _outcome(name, check)


def _outcome(name: str, check: Callable[[], str]) -> Check:
    try:
        return Check(name, True, check())
    except (UserFacingError, ImportError, OSError, ValueError, RuntimeError, sqlite3.Error, AttributeError) as error:
        return Check(name, False, f"{type(error).__name__}: {error}")


def _check_full_text() -> str:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
        connection.execute("INSERT INTO probe VALUES (?)", (SENTENCE,))
        found = connection.execute("SELECT count(*) FROM probe WHERE probe MATCH '\"public debt\"'").fetchone()[0]
    finally:
        connection.close()
    _expect(found == 1, "the full-text index did not find a phrase")
    return f"SQLite {sqlite3.sqlite_version} with FTS5"


def _check_temporary_files() -> str:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "probe").write_bytes(b"written")
    return "can be written"


def _check_pipeline() -> str:
    from phrase_explorer.extraction.options import ExtractionOptions
    from phrase_explorer.extraction.shard_extraction import extract_shard
    from phrase_explorer.extraction.shard_merging import merge_shards

    options = ExtractionOptions(min_count=1)
    vocabulary, _ = merge_shards([extract_shard([(0, SENTENCE)], options)], options, 1)
    _expect(vocabulary.find("public debt") is not None, "the noun phrase 'public debt' was not found")
    return f"English, {vocabulary.n_terms} terms in a sentence"


def _check_encoder() -> str:
    from phrase_explorer.encoding.encoder import Encoder

    encoder = Encoder.load()
    vectors = encoder.encode([*NEAR_PAIR, *FAR_PAIR])
    near, far = float(vectors[0] @ vectors[1]), float(vectors[2] @ vectors[3])
    _expect(near > far + 0.2, f"near phrases have cosine {near:.2f} and far ones {far:.2f}")
    return f"{encoder.name}, {encoder.n_dims} dimensions; cosine {near:.2f} for near and {far:.2f} for far phrases"


def _check_neighbours() -> str:
    from phrase_explorer.retrieval.nearest_neighbours import nearest_neighbours

    rows, _ = nearest_neighbours(np.eye(4, dtype=np.float32)[[0, 1, 2, 3]], 2)
    _expect(rows[:, 0].tolist() == [0, 1, 2, 3], "a vector is not its own nearest neighbour")
    return "faiss answers"


def _check_layout(progress: Progress) -> str:
    from phrase_explorer.layouts.layout_child import umap_layout_in_child
    from phrase_explorer.layouts.layout_options import LayoutOptions

    vectors = np.random.default_rng(0).normal(size=(40, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.npy"
        np.save(path, vectors, allow_pickle=False)
        layout = umap_layout_in_child(path, None, LayoutOptions(n_epochs=10), progress=progress)
    _expect(layout.positions.shape == (40, 2), "the layout has the wrong shape")
    return f"a map of {len(layout.positions)} points by {layout.method}"


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)
