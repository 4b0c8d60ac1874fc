"""An encoder folder as a scorer, with the vectors of texts it has seen kept for the next task."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.array_types import FloatArray
from training.evaluation.phrase_scorer import VectorScorer


class EncoderScorer(VectorScorer):
    """Scores with a loaded encoder; vectors are pooled token means, not normalised."""

    def __init__(self, encoder: Encoder, name: str) -> None:
        self.name = name
        self._encoder = encoder
        self._seen: dict[str, FloatArray] = {}

    @classmethod
    def load(cls, folder: Path | None, name: str | None = None) -> "EncoderScorer":
        """Load an encoder folder in the fastest precision of this machine; None is the bundled encoder."""
        encoder = Encoder.load(folder)
        return cls(encoder, name if name is not None else encoder.name)

    def vectors(self, texts: Sequence[str]) -> FloatArray:
        """Give one vector a text, not normalised: shape (n_texts, n_dims)."""
        new = [text for text in dict.fromkeys(texts) if text not in self._seen]
        if new:
            self._seen.update(zip(new, self._encoder.encode(new, unit_length=False), strict=True))
        return np.stack([self._seen[text] for text in texts])
