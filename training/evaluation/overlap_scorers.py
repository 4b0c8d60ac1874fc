"""Baselines that know no meaning: shared words and shared character 3-grams, scored by Jaccard overlap."""

from collections.abc import Callable, Sequence

import numpy as np
from scipy import sparse

from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.content_hash import hash_bytes

N_HASHED_DIMS = 512


class OverlapScorer:
    """Scores two texts by the Jaccard overlap of their feature sets; "dot" and "cosine" are the same number here."""

    def __init__(self, name: str, features: Callable[[str], frozenset[str]]) -> None:
        self.name = name
        self._features = features

    def vectors(self, texts: Sequence[str]) -> FloatArray:
        """Give hashed feature counts, for tasks that need vectors: shape (n_texts, 512)."""
        columns: dict[str, int] = {}
        vectors = np.zeros((len(texts), N_HASHED_DIMS), dtype=np.float32)
        for row, text in enumerate(texts):
            for feature in self._features(text):
                if feature not in columns:
                    columns[feature] = int(hash_bytes(feature.encode("utf-8"))[:8], 16) % N_HASHED_DIMS
                vectors[row, columns[feature]] += 1.0
        return vectors

    def dot(self, left: Sequence[str], right: Sequence[str]) -> FloatArray:
        """Give the Jaccard overlap of each pair: shape (n_pairs,)."""
        pairs = zip(map(self._features, left), map(self._features, right), strict=True)
        return np.array([len(a & b) / max(1, len(a | b)) for a, b in pairs], dtype=np.float32)

    def cosine(self, left: Sequence[str], right: Sequence[str]) -> FloatArray:
        """Give the Jaccard overlap of each pair: shape (n_pairs,)."""
        return self.dot(left, right)

    def cosine_matrix(self, queries: Sequence[str], candidates: Sequence[str]) -> FloatArray:
        """Give the Jaccard overlap of every query with every candidate: shape (n_queries, n_candidates)."""
        columns: dict[str, int] = {}
        right = self._binary_rows(candidates, columns)
        n_candidate_features = len(columns)
        left = self._binary_rows(queries, columns)
        shared_left = left[:, :n_candidate_features]  # what no candidate has cannot be shared
        shared = np.asarray((shared_left @ right.T).todense(), dtype=np.float32)  # (n_queries, n_candidates)
        sizes = left.sum(axis=1).reshape(-1, 1) + right.sum(axis=1).reshape(1, -1)
        overlap: FloatArray = shared / np.maximum(np.asarray(sizes, dtype=np.float32) - shared, 1.0)
        return overlap

    def _binary_rows(self, texts: Sequence[str], columns: dict[str, int]) -> sparse.csr_matrix[np.float32]:
        indices: list[int] = []
        starts = [0]
        for text in texts:
            indices.extend(columns.setdefault(feature, len(columns)) for feature in sorted(self._features(text)))
            starts.append(len(indices))
        ones = np.ones(len(indices), dtype=np.float32)
        return sparse.csr_matrix((ones, indices, starts), shape=(len(texts), len(columns)))


def word_overlap() -> OverlapScorer:
    """Score by shared lower-cased words."""
    return OverlapScorer("word overlap", lambda text: frozenset(text.lower().split()))


def character_trigrams() -> OverlapScorer:
    """Score by shared character 3-grams of the lower-cased text with a space at either end."""
    return OverlapScorer("character 3-grams", _trigrams)


def _trigrams(text: str) -> frozenset[str]:
    padded = f" {text.lower()} "
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))
