"""The space that topics live in: terms and passages of one corpus as unit vectors, centred on it.

A document is modelled by its passages (one, if it is short), and its mixture is the mean of theirs: a long document is about
several things in turn. A passage is the mean of its terms' vectors, rare terms weighing more (the smooth inverse frequency of
Arora, Liang and Ma 2017); or a document is one vector that the encoder made from its windows. Raw encoder vectors share one large
common direction, which is taken away so that topics do not all lie near it. A term's vector is then moved some way to the mean of
the passages that use it: it stands for what the term means in this corpus.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int32Array
from phrase_explorer.topic_modeling.cooccurrence import passage_incidence

SMOOTHING = 1e-3
CONTEXT_SHARE = 0.6
SMALLEST_NORM = 1e-4
PASSAGE_CHARACTERS = 700


@dataclass(frozen=True)
class SpaceOptions:
    """How the space is made; `context_share` is how far a term moves to its passages."""

    is_centred: bool = True
    context_share: float = CONTEXT_SHARE
    passage_characters: int = PASSAGE_CHARACTERS


@dataclass(frozen=True, eq=False)
class TopicSpace:
    """Terms and passages of a corpus, ready for topics. Every passage holds at least one term.

    Parameters
    ----------
    term_vectors : ndarray of shape (n_terms, n_dims), dtype=float32
        Unit length.
    passage_vectors : ndarray of shape (n_passages, n_dims), dtype=float32
        Unit length, or a zero row where the terms of a passage cancel out.
    passage_documents : ndarray of shape (n_passages,), dtype=int32
        Document row of each passage, ascending.
    occurrences : csr_matrix of shape (n_passages, n_terms), dtype=float32
        Mentions of each term in each passage.
    windows : csr_matrix of shape (n_windows, n_terms), dtype=float32
        1 where an overlapping window holds a term; the reference counts of coherence, always of the whole corpus.
    """

    vocabulary: Vocabulary
    term_vectors: FloatArray
    passage_vectors: FloatArray
    passage_documents: Int32Array
    occurrences: sp.csr_matrix
    windows: sp.csr_matrix
    n_documents: int

    @property
    def n_passages(self) -> int:
        """How many passages there are."""
        return len(self.passage_vectors)

    @cached_property
    def has_terms(self) -> BoolArray:
        """Which documents hold terms, (n_documents,) bool."""
        present = np.zeros(self.n_documents, dtype=np.bool_)
        present[self.passage_documents] = True
        return present

    @cached_property
    def document_passages(self) -> sp.csr_matrix:
        """How much of each document a passage is, by mentions: (n_documents, n_passages) float32, rows sum to 1 or are empty."""
        weights = np.asarray(self.occurrences.sum(axis=1), dtype=np.float64).ravel()
        totals = np.bincount(self.passage_documents, weights, minlength=self.n_documents)
        shares = (weights / totals[self.passage_documents]).astype(np.float32)
        places = (self.passage_documents, np.arange(self.n_passages))
        return sp.csr_matrix((shares, places), shape=(self.n_documents, self.n_passages))

    def document_mixtures(self, passage_topics: FloatArray) -> FloatArray:
        """Give each document's mixture from its passages', (n_documents, n_topics); even for documents without terms."""
        mixtures = np.asarray(self.document_passages @ passage_topics, dtype=np.float32)
        mixtures[~self.has_terms] = 1.0 / passage_topics.shape[1]
        return mixtures


def build_topic_space(
    vocabulary: Vocabulary,
    term_vectors: FloatArray,
    n_documents: int,
    *,
    document_vectors: FloatArray | None = None,
    options: SpaceOptions | None = None,
) -> TopicSpace:
    """Place the terms and passages of a corpus in one space.

    Parameters
    ----------
    term_vectors : ndarray of shape (n_terms, n_dims), dtype=float32
        The encoder's vectors, row *i* for term *i*.
    document_vectors : ndarray of shape (n_documents, n_dims), dtype=float32, optional
        The encoder's vectors of whole documents (see `mean_of_windows`), each then one passage; None makes passages from terms.
    """
    options = options or SpaceOptions()
    length = options.passage_characters if document_vectors is None else None
    mention_passages, passage_documents = cut_passages(vocabulary, length)
    occurrences = _count(mention_passages, vocabulary.mentions[:, 0], (len(passage_documents), vocabulary.n_terms))
    weighted = _weigh_rare_terms(occurrences)
    given = None if document_vectors is None else document_vectors[passage_documents]
    passages = unit_rows(weighted @ term_vectors if given is None else given)
    centring = options.is_centred and count_directions(passages[:2000]) >= 3
    terms = unit_rows(term_vectors)
    if centring:
        passages = _centre(passages)
        counts = vocabulary.counts.astype(np.float32)
        terms = unit_rows(terms - (counts @ terms) / max(float(counts.sum()), 1.0))
    if options.context_share > 0:
        contexts = unit_rows(occurrences.sign().T @ passages)
        terms = unit_rows((1 - options.context_share) * terms + options.context_share * contexts)
        if given is None:
            passages = unit_rows(weighted @ terms)
            passages = _centre(passages) if centring else passages
    windows = passage_incidence(vocabulary, n_documents)
    return TopicSpace(vocabulary, terms, passages, passage_documents, occurrences, windows, n_documents)


def cut_passages(vocabulary: Vocabulary, length: int | None) -> tuple[Int32Array, Int32Array]:
    """Cut documents into passages of about `length` characters each, all of one document equally long; None does not cut.

    Returns
    -------
    mention_passages : ndarray of shape (n_mentions,), dtype=int32
        The passage of each mention. Passages without mentions are left out of the numbering.
    passage_documents : ndarray of shape (n_passages,), dtype=int32
        The document of each passage, ascending.
    """
    documents, starts, ends = (vocabulary.mentions[:, column].astype(np.int64) for column in (1, 2, 3))
    if not len(documents):
        return np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
    lengths = np.zeros(int(documents.max()) + 1, dtype=np.int64)
    np.maximum.at(lengths, documents, ends)
    n_parts = np.ones_like(lengths) if length is None else np.maximum(1, np.round(lengths / length).astype(np.int64))
    part = starts * n_parts[documents] // np.maximum(lengths[documents], 1)
    first = np.concatenate([[0], np.cumsum(n_parts)])
    used, mention_passages = np.unique(first[documents] + part, return_inverse=True)
    passage_documents = np.searchsorted(first, used, side="right") - 1
    return mention_passages.astype(np.int32), passage_documents.astype(np.int32)


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


def _count(rows: Int32Array, columns: Int32Array, shape: tuple[int, int]) -> sp.csr_matrix:
    counts = sp.csr_matrix((np.ones(len(rows), dtype=np.float32), (rows, columns)), shape=shape)
    counts.sum_duplicates()
    return counts


def _centre(documents: FloatArray) -> FloatArray:
    present = np.linalg.norm(documents, axis=1) > 0.5
    moved = unit_rows(documents - documents[present].mean(axis=0))
    moved[~present] = 0.0
    return moved
