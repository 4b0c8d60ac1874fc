"""How undecided a document's mixture of topics is. Light enough for the window to import at its start."""

import math

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray

SMALLEST_PROBABILITY = 1e-12


def mixture_entropy(document_topics: FloatArray) -> FloatArray:
    """Give each document's entropy as a share of the largest possible: 0 is one topic alone, 1 fits nothing in particular.

    Parameters
    ----------
    document_topics : ndarray of shape (n_documents, n_topics), dtype=float32
        Rows sum to 1.

    Returns
    -------
    ndarray of shape (n_documents,), dtype=float32
        0 everywhere when there is only one topic.
    """
    n_topics = document_topics.shape[1]
    if n_topics < 2:
        return np.zeros(len(document_topics), dtype=np.float32)
    shares = document_topics.astype(np.float64)
    entropy = -(shares * np.log(np.clip(shares, SMALLEST_PROBABILITY, None))).sum(axis=1)
    relative: FloatArray = np.clip(entropy / math.log(n_topics), 0.0, 1.0).astype(np.float32)
    return relative
