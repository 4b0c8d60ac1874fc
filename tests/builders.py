"""Small nouns built by hand, for tests."""

from collections.abc import Sequence

import numpy as np

from phrase_explorer.domain.vocabulary import PHRASE, WORD, Vocabulary


def build_vocabulary(
    terms: Sequence[str], mentions: Sequence[tuple[int, int, int, int]] = (), counts: Sequence[int] | None = None
) -> Vocabulary:
    """Give a vocabulary; a term with a space is a phrase. Counts come from the mentions unless they are given."""
    rows = np.array(sorted(mentions), dtype=np.int32).reshape(-1, 4)
    counted = np.bincount(rows[:, 0], minlength=len(terms)).astype(np.int32)
    documents = [len({int(row[1]) for row in rows if row[0] == term}) for term in range(len(terms))]
    return Vocabulary(
        tuple(terms),
        np.array([PHRASE if " " in term else WORD for term in terms], dtype=np.uint8),
        counted if counts is None else np.array(counts, dtype=np.int32),
        np.array(documents, dtype=np.int32),
        rows,
        np.concatenate([[0], np.cumsum(counted)]).astype(np.int64),
    )


def unit_vectors(n_rows: int, n_dims: int = 8, seed: int = 0) -> np.ndarray:
    """Give float32 unit rows drawn at random."""
    vectors = np.random.default_rng(seed).normal(size=(n_rows, n_dims)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
