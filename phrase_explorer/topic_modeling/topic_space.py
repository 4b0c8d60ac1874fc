"""The space that topics live in: terms and documents of one corpus as unit vectors, centred on it.

A document is the mean of its terms' vectors, rare terms weighing more (the smooth inverse frequency of Arora, Liang and Ma 2017),
or the mean of the encoder's vectors over its windows. Raw encoder vectors share one large common direction, which is taken away
so that topics do not all lie near it. A term's vector is then moved some way to the mean of the documents that use it: it stands
for what the term means in this corpus.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.array_types import BoolArray, FloatArray
from phrase_explorer.topic_modeling.cooccurrence import passage_incidence

SMOOTHING = 1e-3
CONTEXT_SHARE = 0.6
SMALLEST_NORM = 1e-4


@dataclass(frozen=True)
class SpaceOptions:
    """How the space is made; `context_share` is how far a term moves to its documents."""

    is_centred: bool = True
    context_share: float = CONTEXT_SHARE


@dataclass(frozen=True, eq=False)
class TopicSpace:
    """Terms and documents of a corpus, ready for topics.

    Parameters
    ----------
    term_vectors : ndarray of shape (n_terms, n_dims), dtype=float32
        Unit length.
    document_vectors : ndarray of shape (n_documents, n_dims), dtype=float32
        Unit length; a zero row for a document that holds no terms.
    occurrences : csr_matrix of shape (n_documents, n_terms), dtype=float32
        Mentions of each term in each document.
    passages : csr_matrix of shape (n_passages, n_terms), dtype=float32
        1 where a passage holds a term; the reference counts of coherence, always of the whole corpus.
    """

    vocabulary: Vocabulary
    term_vectors: FloatArray
    document_vectors: FloatArray
    occurrences: sp.csr_matrix
    passages: sp.csr_matrix

    @property
    def n_documents(self) -> int:
        """How many documents there are, empty ones included."""
        return len(self.document_vectors)

    @cached_property
    def has_terms(self) -> BoolArray:
        """Which documents have a direction, (n_documents,) bool."""
        norms = np.linalg.norm(self.document_vectors, axis=1)
        return np.asarray(norms > 0.5)


def build_topic_space(
    vocabulary: Vocabulary,
    term_vectors: FloatArray,
    n_documents: int,
    *,
    document_vectors: FloatArray | None = None,
    options: SpaceOptions = SpaceOptions(),
) -> TopicSpace:
    """Place the terms and documents of a corpus in one space.

    Parameters
    ----------
    term_vectors : ndarray of shape (n_terms, n_dims), dtype=float32
        The encoder's vectors, row *i* for term *i*.
    document_vectors : ndarray of shape (n_documents, n_dims), dtype=float32, optional
        The encoder's vectors of whole documents (see `mean_of_windows`); None makes them from the terms.
    """
    occurrences = count_occurrences(vocabulary, n_documents)
    given = document_vectors is not None
    weighted = _weigh_rare_terms(occurrences)
    documents = unit_rows(document_vectors if document_vectors is not None else weighted @ term_vectors)
    centring = options.is_centred and _has_several_directions(documents)
    terms = unit_rows(term_vectors)
    if centring:
        documents = _centre(documents)
        counts = vocabulary.counts.astype(np.float32)
        terms = unit_rows(terms - (counts @ terms) / max(float(counts.sum()), 1.0))
    if options.context_share > 0:
        holds = occurrences.sign()
        contexts = unit_rows(holds.T @ documents)
        terms = unit_rows((1 - options.context_share) * terms + options.context_share * contexts)
        if not given:
            documents = unit_rows(weighted @ terms)
            documents = _centre(documents) if centring else documents
    return TopicSpace(vocabulary, terms, documents, occurrences, passage_incidence(vocabulary, n_documents))


def count_occurrences(vocabulary: Vocabulary, n_documents: int) -> sp.csr_matrix:
    """Count mentions by document and term, (n_documents, n_terms) float32."""
    mentions = vocabulary.mentions
    counts = sp.csr_matrix(
        (np.ones(len(mentions), dtype=np.float32), (mentions[:, 1], mentions[:, 0])),
        shape=(n_documents, vocabulary.n_terms),
    )
    counts.sum_duplicates()
    return counts


def mean_of_windows(window_vectors: FloatArray, window_documents: Sequence[int], n_documents: int) -> FloatArray:
    """Give one unit vector for each document from those of its windows; a zero row for a document without windows.

    Parameters
    ----------
    window_vectors : ndarray of shape (n_windows, n_dims), dtype=float32
    window_documents
        Document row of each window.
    """
    windows = np.arange(len(window_vectors))
    membership = sp.csr_matrix(
        (np.ones(len(windows), dtype=np.float32), (np.asarray(window_documents, dtype=np.int64), windows)),
        shape=(n_documents, len(windows)),
    )
    return unit_rows(membership @ window_vectors)


def unit_rows(vectors: FloatArray) -> FloatArray:
    """Scale rows to unit length; a row that is all but zero becomes zero."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled = np.divide(vectors, norms, out=np.zeros_like(vectors, dtype=np.float32), where=norms > SMALLEST_NORM)
    result: FloatArray = scaled.astype(np.float32)
    return result


def count_directions(vectors: FloatArray) -> int:
    """Count distinct rows, to four decimals, leaving out zero rows."""
    rounded = np.round(vectors[np.linalg.norm(vectors, axis=1) > SMALLEST_NORM], 4) + 0.0  # no negative zeros
    return len({row.tobytes() for row in rounded})


def _weigh_rare_terms(occurrences: sp.csr_matrix) -> sp.csr_matrix:
    frequencies = np.asarray(occurrences.sum(axis=0)).ravel()
    shares = frequencies / max(float(frequencies.sum()), 1.0)
    weights = (SMOOTHING / (SMOOTHING + shares)).astype(np.float32)
    return sp.csr_matrix(occurrences @ sp.diags(weights))


def _has_several_directions(documents: FloatArray) -> bool:
    return count_directions(documents[: 2 * 1000]) >= 3


def _centre(documents: FloatArray) -> FloatArray:
    present = np.linalg.norm(documents, axis=1) > 0.5
    moved = unit_rows(documents - documents[present].mean(axis=0))
    moved[~present] = 0.0
    return moved
