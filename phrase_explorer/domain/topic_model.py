"""Topics as mixtures of words and phrases, every document's mixture of topics, and how good each topic is.

A `TopicModel` is what views, tables and exports read. It is derived as a whole from a fitted model and the user's edits, so that
labels, shares and tables cannot disagree.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from phrase_explorer.domain.vocabulary import PHRASE, WORD
from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int32Array, read_only

NATURAL_BALANCE = 0.5


@dataclass(frozen=True)
class TopicTerm:
    """One word or phrase of a topic: its vocabulary row, its text, its kind (0 word, 1 phrase) and its weight in (0, 1]."""

    row: int
    text: str
    kind: int
    weight: float
    is_pinned: bool = False


@dataclass(frozen=True)
class TopicQuality:
    """How good a topic is; NaN where a measure is not defined for this corpus.

    `npmi` and `c_v` are coherence over passages of the corpus, `distinctness` is the share of its top terms that no other topic
    lists, `stability` is how much of it comes back with other seeds (NaN when not measured).
    """

    npmi: float = math.nan
    c_v: float = math.nan
    distinctness: float = math.nan
    stability: float = math.nan


@dataclass(frozen=True)
class Topic:
    """One topic.

    `key` never changes while the fitted model stands: "t3" is the third fitted topic, "t3.1" a part of it, "s1" a topic made from
    seeds. `words` and `phrases` are ranked, best first. `share` is the mean of its column over the documents that hold terms.
    """

    key: str
    name: str
    is_named: bool
    colour: int
    is_hidden: bool
    share: float
    words: tuple[TopicTerm, ...]
    phrases: tuple[TopicTerm, ...]
    quality: TopicQuality
    forbidden: tuple[str, ...] = ()

    def top_terms(self, n_terms: int, balance: float = NATURAL_BALANCE) -> tuple[TopicTerm, ...]:
        """Give the first words and phrases at a balance: 0 is words only, 0.5 as they weigh, 1 is phrases only.

        Pinned terms come first. A term that shares its words with one already listed ("debt" after "public debt") is folded
        into it.
        """
        pulls = {WORD: min(1.0, 2.0 * (1.0 - balance)), PHRASE: min(1.0, 2.0 * balance)}
        candidates = [(term, term.weight * pulls[term.kind]) for term in (*self.phrases, *self.words)]
        candidates = [(term, weight) for term, weight in candidates if weight > 0]
        candidates.sort(key=lambda pair: (not pair[0].is_pinned, -pair[1], pair[0].row))
        listed: list[TopicTerm] = []
        stems: list[frozenset[str]] = []
        for term, _ in candidates:
            own = frozenset(word_stem(word) for word in term.text.split())
            if not term.is_pinned and any(own <= other or other <= own for other in stems):
                continue
            listed.append(term)
            stems.append(own)
            if len(listed) == n_terms:
                break
        return tuple(listed)


@dataclass(frozen=True, eq=False)
class TopicModel:
    """The topics of a corpus as they stand now.

    Parameters
    ----------
    topics
        In the order in which they are shown. Column *k* of `document_topics` and row *k* of `vectors` are topic *k*.
    vectors : ndarray of shape (n_topics, n_dims), dtype=float32
        Unit topic vectors.
    document_topics : ndarray of shape (n_documents, n_topics), dtype=float32
        Every document's mixture; each row sums to 1.
    has_terms : ndarray of shape (n_documents,), dtype=bool
        False for documents without a single term: their row is even over all topics, and they do not enter shares.
    diversity
        Share of distinct terms among the top terms of all visible topics.
    notes
        What the user should know, in plain sentences.

    Raises
    ------
    ValueError
        If the parts do not agree.
    """

    topics: tuple[Topic, ...]
    vectors: FloatArray
    document_topics: FloatArray
    has_terms: BoolArray
    diversity: float
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        n_topics = len(self.topics)
        if self.document_topics.ndim != 2 or self.document_topics.shape[1] != n_topics or len(self.vectors) != n_topics:
            raise ValueError(f"{n_topics} topics need as many vectors and columns, got {self.document_topics.shape}")
        if self.has_terms.shape != (len(self.document_topics),):
            raise ValueError("has_terms must have one value for each document")
        if len({topic.key for topic in self.topics}) != n_topics:
            raise ValueError("topic keys must differ")
        if len(self.document_topics) and not np.allclose(self.document_topics.sum(axis=1), 1.0, atol=1e-3):
            raise ValueError("each document's mixture must sum to 1")
        for name in ("vectors", "document_topics", "has_terms"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @property
    def n_topics(self) -> int:
        """How many topics there are, hidden ones included."""
        return len(self.topics)

    @property
    def visible_topics(self) -> tuple[Topic, ...]:
        """The topics that are not hidden, in order."""
        return tuple(topic for topic in self.topics if not topic.is_hidden)

    @property
    def npmi(self) -> float:
        """Mean NPMI of the visible topics for which it is defined; NaN if there are none."""
        return mean_defined([topic.quality.npmi for topic in self.visible_topics])

    def position(self, key: str) -> int:
        """Give the column of a topic by its key. Raises KeyError."""
        for position, topic in enumerate(self.topics):
            if topic.key == key:
                return position
        raise KeyError(key)

    def main_topics(self) -> Int32Array:
        """Give the column of each document's largest topic, -1 for documents without terms."""
        if not len(self.document_topics):
            return np.zeros(0, dtype=np.int32)
        return np.where(self.has_terms, self.document_topics.argmax(axis=1), -1).astype(np.int32)


def mean_defined(values: Sequence[float]) -> float:
    """Give the mean of the values that are not NaN; NaN if there are none."""
    defined = [value for value in values if not math.isnan(value)]
    return sum(defined) / len(defined) if defined else math.nan


def word_stem(word: str) -> str:
    """Fold case and cut the endings that make two forms of one English noun."""
    folded = word.casefold()
    if len(folded) > 4 and folded.endswith("ies"):
        return folded[:-3] + "y"
    if len(folded) > 3 and folded.endswith("s") and not folded.endswith(("ss", "us", "is")):
        return folded[:-1]
    return folded
