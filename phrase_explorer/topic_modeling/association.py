"""How the terms of a corpus are used by its topics: shared document counts, and two scores that read them.

Counts are of passages, not mentions, so that one passage that repeats itself cannot make a topic's terms.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.topic_modeling.cooccurrence import Float64Array

TINY = 1e-12


@dataclass(frozen=True, eq=False)
class TopicUse:
    """Expected passages of each topic that hold each term.

    Parameters
    ----------
    joint : ndarray of shape (n_topics, n_terms), dtype=float64
        Sum over the passages with the term of their share of the topic.
    topic_sizes : ndarray of shape (n_topics,), dtype=float64
        Passages of each topic, counted by share.
    term_sizes : ndarray of shape (n_terms,), dtype=float64
        Passages with each term.
    """

    joint: Float64Array
    topic_sizes: Float64Array
    term_sizes: Float64Array
    n_passages: int


def count_topic_use(occurrences: sp.csr_matrix, passage_topics: FloatArray) -> TopicUse:
    """Count which topics use which terms; `occurrences` is (n_passages, n_terms)."""
    holds = sp.csr_matrix(
        (np.ones(occurrences.nnz, dtype=np.float32), occurrences.indices, occurrences.indptr), shape=occurrences.shape
    )
    shares = np.asarray(passage_topics, dtype=np.float32)
    joint = np.asarray(holds.T @ shares, dtype=np.float64).T
    return TopicUse(
        joint,
        shares.sum(axis=0, dtype=np.float64),
        np.asarray(holds.sum(axis=0), dtype=np.float64).ravel(),
        int(occurrences.shape[0]),
    )


def signed_root_likelihood(use: TopicUse) -> Float64Array:
    """Give the signed root of Dunning's log-likelihood ratio (1993) of topic and term: above 0 where the topic uses it more.

    Returns
    -------
    ndarray of shape (n_topics, n_terms), dtype=float64
    """
    topics, terms, n_passages = use.topic_sizes[:, None], use.term_sizes[None, :], float(use.n_passages)
    expected = topics * terms / max(n_passages, 1.0)
    observed = (use.joint, terms - use.joint, topics - use.joint, n_passages - topics - terms + use.joint)
    by_chance = (expected, terms - expected, topics - expected, n_passages - topics - terms + expected)
    ratio = 2.0 * sum(_x_log_ratio(one, other) for one, other in zip(observed, by_chance, strict=True))
    signed: Float64Array = np.sign(use.joint - expected) * np.sqrt(np.maximum(ratio, 0.0))
    return signed


def class_based_tf_idf(use: TopicUse) -> Float64Array:
    """Give each term's share of a topic's use, lowered for terms that all topics use (Grootendorst 2022, "BERTopic").

    Returns
    -------
    ndarray of shape (n_topics, n_terms), dtype=float64
    """
    totals = use.joint.sum(axis=1, keepdims=True)
    average = use.joint.sum() / max(len(use.joint), 1)
    weights: Float64Array = (
        use.joint / np.maximum(totals, TINY) * np.log1p(average / np.maximum(use.term_sizes[None, :], TINY))
    )
    return weights


def _x_log_ratio(observed: Float64Array, expected: Float64Array) -> Float64Array:
    safe = np.maximum(observed, TINY)
    values: Float64Array = np.where(observed > TINY, observed * np.log(safe / np.maximum(expected, TINY)), 0.0)
    return values
