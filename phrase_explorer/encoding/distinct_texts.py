"""Texts that occur more than once are encoded once."""

from collections.abc import Sequence

import numpy as np

from phrase_explorer.foundation.array_types import Int64Array


def distinct_texts(texts: Sequence[str]) -> tuple[list[str], Int64Array]:
    """Give the distinct texts in order of first occurrence, and for each text its row among them, shape (n_texts,)."""
    row_by_text: dict[str, int] = {}
    rows = np.fromiter((row_by_text.setdefault(text, len(row_by_text)) for text in texts), np.int64, len(texts))
    return list(row_by_text), rows
