"""Static word vectors as a baseline: the mean of the vectors of a text's words, from a GloVe or word2vec text file.

Words without a vector count for nothing; a text of such words alone has a zero vector and is like nothing.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.errors import UserFacingError
from training.evaluation.phrase_scorer import VectorScorer

SMALL_GLOVE = "paraphrase/glove_50d_4k/glove50_4k.txt"


class StaticVectorScorer(VectorScorer):
    """Scores with word vectors read from a file."""

    def __init__(self, vectors: dict[str, FloatArray], name: str) -> None:
        self.name = name
        self._vectors = vectors
        self._n_dims = len(next(iter(vectors.values())))

    @classmethod
    def read(cls, path: Path, name: str) -> "StaticVectorScorer":
        """Read lines of a word and its numbers; a first line of two numbers is a header."""
        vectors: dict[str, FloatArray] = {}
        with path.open(encoding="utf-8") as file:
            for line in file:
                word, *numbers = line.rstrip().split(" ")
                if len(numbers) > 1:
                    vectors.setdefault(word, np.array(numbers, dtype=np.float32))
        if not vectors:
            raise UserFacingError(f"'{path}' holds no word vectors; it must have a word and its numbers on each line.")
        return cls(vectors, name)

    def vectors(self, texts: Sequence[str]) -> FloatArray:
        """Give the mean of the known words of each text: shape (n_texts, n_dims)."""
        means = np.zeros((len(texts), self._n_dims), dtype=np.float32)
        for row, text in enumerate(texts):
            known = [self._vectors[word] for word in text.lower().split() if word in self._vectors]
            if known:
                means[row] = np.mean(known, axis=0)
        return means
