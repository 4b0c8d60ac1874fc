"""What an evaluator asks of an encoder or of a baseline.

Encoders answer with vectors. Baselines without vectors (word overlap, character 3-grams) answer the same questions from sets of
features, so that every table has them.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray

SHORTEST_NORM = 1e-9


class PhraseScorer(Protocol):
    """Something that can say how alike two phrases are."""

    name: str

    def vectors(self, texts: Sequence[str]) -> FloatArray:
        """Give one vector a text, not normalised: shape (n_texts, n_dims)."""
        ...

    def dot(self, left: Sequence[str], right: Sequence[str]) -> FloatArray:
        """Give the dot product of each pair of texts: shape (n_pairs,)."""
        ...

    def cosine(self, left: Sequence[str], right: Sequence[str]) -> FloatArray:
        """Give the cosine of each pair of texts: shape (n_pairs,)."""
        ...

    def cosine_matrix(self, queries: Sequence[str], candidates: Sequence[str]) -> FloatArray:
        """Give the cosine of every query with every candidate: shape (n_queries, n_candidates)."""
        ...


class VectorScorer:
    """Answers from vectors; a subclass gives `vectors`."""

    name = "vectors"

    def vectors(self, texts: Sequence[str]) -> FloatArray:
        """Give one vector a text, not normalised: shape (n_texts, n_dims)."""
        raise NotImplementedError

    def dot(self, left: Sequence[str], right: Sequence[str]) -> FloatArray:
        """Give the dot product of each pair of texts: shape (n_pairs,)."""
        products: FloatArray = np.einsum("nd,nd->n", self.vectors(left), self.vectors(right))
        return products

    def cosine(self, left: Sequence[str], right: Sequence[str]) -> FloatArray:
        """Give the cosine of each pair of texts: shape (n_pairs,)."""
        products: FloatArray = np.einsum("nd,nd->n", unit_rows(self.vectors(left)), unit_rows(self.vectors(right)))
        return products

    def cosine_matrix(self, queries: Sequence[str], candidates: Sequence[str]) -> FloatArray:
        """Give the cosine of every query with every candidate: shape (n_queries, n_candidates)."""
        products: FloatArray = unit_rows(self.vectors(queries)) @ unit_rows(self.vectors(candidates)).T
        return products


def unit_rows(vectors: FloatArray) -> FloatArray:
    """Scale each row to length one; a row without direction stays zero."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: FloatArray = vectors / np.maximum(norms, SHORTEST_NORM)
    return unit
