"""Apply what the user says to fitted topics. Pure: the fitted topics and the list of edits in, the shaped topics out.

Merging adds columns of the document mixtures, splitting divides one, seeding takes from all; so each document's row keeps its
sum.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from phrase_explorer.domain.topic_edits import (
    ForbidTerm,
    HideTopic,
    MergeTopics,
    PinTerm,
    RecolourTopic,
    ReleaseTerm,
    RenameTopic,
    ReorderTopics,
    SeedTopic,
    SplitTopic,
    SplitTopicByTerms,
    TopicEdit,
)
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.topic_modeling.clusters import spherical_kmeans
from phrase_explorer.topic_modeling.fitting import FittedTopics
from phrase_explorer.topic_modeling.topic_space import TopicSpace, count_directions, unit_rows


@dataclass(frozen=True, eq=False)
class ShapedTopic:
    """One topic after edits: its identity, what the user said of it, its vector (n_dims,) and its column (n_passages,)."""

    key: str
    name: str
    colour: int
    vector: FloatArray
    column: FloatArray
    is_hidden: bool = False
    pinned: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    stability: float = float("nan")


@dataclass(frozen=True, eq=False)
class ShapedTopics:
    """All topics after edits; their columns sum to 1 for every passage."""

    topics: tuple[ShapedTopic, ...]
    sharpness: float
    next_colour: int
    n_seeded: int = 0

    @property
    def vectors(self) -> FloatArray:
        """Topic vectors, (n_topics, n_dims) float32."""
        return np.stack([topic.vector for topic in self.topics])

    @property
    def passage_topics(self) -> FloatArray:
        """Mixtures, (n_passages, n_topics) float32."""
        return np.stack([topic.column for topic in self.topics], axis=1)

    def find(self, key: str) -> ShapedTopic:
        """Give a topic by key. Raises `UserFacingError`."""
        for topic in self.topics:
            if topic.key == key:
                return topic
        raise UserFacingError(f"There is no topic '{key}' any more; undo, or choose another topic.")


def shape_topics(fitted: FittedTopics, edits: Iterable[TopicEdit], space: TopicSpace) -> ShapedTopics:
    """Apply edits in order to fitted topics. Raises `UserFacingError` for an edit that cannot be made."""
    shaped = unshaped(fitted)
    for edit in edits:
        shaped = apply_edit(shaped, edit, space)
    return shaped


def unshaped(fitted: FittedTopics) -> ShapedTopics:
    """Give fitted topics as they are before any edit, keys "t1", "t2" and so on by share."""
    topics = tuple(
        ShapedTopic(
            f"t{place + 1}",
            fitted.seed_names[place],
            place,
            fitted.topic_vectors[place],
            fitted.passage_topics[:, place],
            stability=float(fitted.stability[place]),
        )
        for place in range(fitted.n_topics)
    )
    return ShapedTopics(topics, fitted.sharpness, len(topics))


def apply_edit(shaped: ShapedTopics, edit: TopicEdit, space: TopicSpace) -> ShapedTopics:
    """Apply one edit. Raises `UserFacingError` with what to do if it cannot be made."""
    return _APPLY[type(edit)](shaped, edit, space)


def _rename(shaped: ShapedTopics, edit: RenameTopic, _space: TopicSpace) -> ShapedTopics:
    return _replaced(shaped, edit.topic, name=" ".join(edit.name.split()))


def _hide(shaped: ShapedTopics, edit: HideTopic, _space: TopicSpace) -> ShapedTopics:
    return _replaced(shaped, edit.topic, is_hidden=edit.is_hidden)


def _recolour(shaped: ShapedTopics, edit: RecolourTopic, _space: TopicSpace) -> ShapedTopics:
    return _replaced(shaped, edit.topic, colour=max(0, edit.colour))


def _pin(shaped: ShapedTopics, edit: PinTerm, space: TopicSpace) -> ShapedTopics:
    term, topic = _known_term(edit.term, space), shaped.find(edit.topic)
    return _replaced(
        shaped, edit.topic, pinned=(*_without(topic.pinned, term), term), forbidden=_without(topic.forbidden, term)
    )


def _forbid(shaped: ShapedTopics, edit: ForbidTerm, space: TopicSpace) -> ShapedTopics:
    term, topic = _known_term(edit.term, space), shaped.find(edit.topic)
    return _replaced(
        shaped, edit.topic, forbidden=(*_without(topic.forbidden, term), term), pinned=_without(topic.pinned, term)
    )


def _release(shaped: ShapedTopics, edit: ReleaseTerm, space: TopicSpace) -> ShapedTopics:
    term, topic = _known_term(edit.term, space), shaped.find(edit.topic)
    return _replaced(shaped, edit.topic, pinned=_without(topic.pinned, term), forbidden=_without(topic.forbidden, term))


def _reorder(shaped: ShapedTopics, edit: ReorderTopics, _space: TopicSpace) -> ShapedTopics:
    first = [shaped.find(key) for key in dict.fromkeys(edit.topics)]
    rest = [topic for topic in shaped.topics if topic not in first]
    return replace(shaped, topics=(*first, *rest))


def _merge(shaped: ShapedTopics, edit: MergeTopics, _space: TopicSpace) -> ShapedTopics:
    parts = [shaped.find(key) for key in dict.fromkeys(edit.topics)]
    if len(parts) < 2:
        raise UserFacingError("Choose at least two different topics to merge.")
    weighted = np.stack([part.vector * float(part.column.mean()) for part in parts]).sum(axis=0, keepdims=True)
    merged = replace(
        parts[0],
        name=next((part.name for part in parts if part.name), ""),
        vector=_unit(weighted[0], parts[0].vector),
        column=np.stack([part.column for part in parts]).sum(axis=0),
        pinned=tuple(dict.fromkeys(term for part in parts for term in part.pinned)),
        forbidden=_common([part.forbidden for part in parts]),
        stability=float("nan"),
    )
    others = [topic for topic in shaped.topics if topic not in parts[1:]]
    return replace(shaped, topics=tuple(merged if topic is parts[0] else topic for topic in others))


def _split(shaped: ShapedTopics, edit: SplitTopic, space: TopicSpace) -> ShapedTopics:
    topic = shaped.find(edit.topic)
    if edit.n_parts < 2:
        raise UserFacingError(f"A topic can be split into 2 or more parts, not {edit.n_parts}.")
    mine = shaped.passage_topics.argmax(axis=1) == shaped.topics.index(topic)
    passages = space.passage_vectors[mine]
    if count_directions(passages) < edit.n_parts:
        raise UserFacingError(
            f"Too few different texts are mainly about this topic to split it into {edit.n_parts}; merge it instead."
        )
    centres = spherical_kmeans(passages, edit.n_parts, seed=0).centres
    return _divided(shaped, topic, centres, space)


def _split_by_terms(shaped: ShapedTopics, edit: SplitTopicByTerms, space: TopicSpace) -> ShapedTopics:
    topic = shaped.find(edit.topic)
    if not edit.terms:
        raise UserFacingError("Select the terms that are to become a topic of their own, then split.")
    rows = [_term_row(term, space) for term in edit.terms]
    chosen = _unit(space.term_vectors[rows].sum(axis=0), topic.vector)
    rest = _unit(topic.vector - 0.5 * chosen, topic.vector)
    if float(chosen @ rest) > 0.999:
        raise UserFacingError(
            "The selected terms say the same as the whole topic; select fewer of them and split again."
        )
    return _divided(shaped, topic, np.stack([chosen, rest]), space)


def _seed(shaped: ShapedTopics, edit: SeedTopic, space: TopicSpace) -> ShapedTopics:
    vector = seed_vector(space, edit.terms, edit.documents)
    scores = shaped.sharpness * space.passage_vectors @ np.vstack([shaped.vectors, vector]).T
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    taken = scores[:, -1] / scores.sum(axis=1)
    kept = tuple(replace(topic, column=_narrow(topic.column * (1 - taken))) for topic in shaped.topics)
    n_seeded = shaped.n_seeded + 1
    seeded = ShapedTopic(
        f"s{n_seeded}",
        " ".join(edit.name.split()),
        shaped.next_colour,
        vector,
        _narrow(taken),
        pinned=tuple(edit.terms),
    )
    return replace(shaped, topics=(*kept, seeded), next_colour=shaped.next_colour + 1, n_seeded=n_seeded)


def seed_vector(space: TopicSpace, terms: Sequence[str], document_rows: Sequence[int] = ()) -> FloatArray:
    """Give the direction that words, phrases and documents have in common, (n_dims,) float32, unit length.

    Raises
    ------
    UserFacingError
        If nothing was given or a term is not in the vocabulary.
    """
    rows = [_term_row(term, space) for term in terms]
    outside = [row for row in document_rows if not 0 <= row < space.n_documents]
    if outside:
        raise UserFacingError(f"There is no document number {outside[0] + 1}; choose documents of this corpus.")
    chosen = np.isin(space.passage_documents, np.array(document_rows, dtype=np.int64))
    parts = np.concatenate([space.term_vectors[rows], space.passage_vectors[chosen]])
    if not len(parts) or float(np.linalg.norm(parts.sum(axis=0))) < 1e-6:
        raise UserFacingError("Give at least one word, phrase or document with terms to make a topic from.")
    return _unit(parts.sum(axis=0), parts[0])


def _divided(shaped: ShapedTopics, topic: ShapedTopic, vectors: FloatArray, space: TopicSpace) -> ShapedTopics:
    scores = shaped.sharpness * space.passage_vectors @ vectors.T
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    n_new = len(vectors) - 1
    parts = tuple(
        ShapedTopic(
            f"{topic.key}.{place + 1}",
            topic.name if place == 0 else "",
            topic.colour if place == 0 else shaped.next_colour + place - 1,
            vectors[place].astype(np.float32),
            _narrow(topic.column * shares[:, place]),
            topic.is_hidden,
        )
        for place in range(len(vectors))
    )
    at = shaped.topics.index(topic)
    topics = (*shaped.topics[:at], *parts, *shaped.topics[at + 1 :])
    return replace(shaped, topics=topics, next_colour=shaped.next_colour + n_new)


def _replaced(shaped: ShapedTopics, key: str, **changes: Any) -> ShapedTopics:  # Any: fields of ShapedTopic
    topic = shaped.find(key)
    return replace(shaped, topics=tuple(replace(one, **changes) if one is topic else one for one in shaped.topics))


def _term_row(term: str, space: TopicSpace) -> int:
    row = space.vocabulary.find(term)
    if row is None:
        raise UserFacingError(
            f"'{term}' is not a term of this corpus; choose a word or phrase from the table of terms."
        )
    return row


def _known_term(term: str, space: TopicSpace) -> str:
    return space.vocabulary.terms[_term_row(term, space)]


def _without(terms: tuple[str, ...], term: str) -> tuple[str, ...]:
    return tuple(one for one in terms if one.casefold() != term.casefold())


def _common(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(term for term in lists[0] if all(term in other for other in lists[1:]))


def _unit(vector: FloatArray, fallback: FloatArray) -> FloatArray:
    scaled: FloatArray = unit_rows(vector[None, :])[0]
    return scaled if scaled.any() else fallback


def _narrow(column: FloatArray) -> FloatArray:
    return column.astype(np.float32)


_APPLY: dict[type, Callable[[ShapedTopics, Any, TopicSpace], ShapedTopics]] = {  # Any: each function takes its own edit
    RenameTopic: _rename,
    MergeTopics: _merge,
    SplitTopic: _split,
    SplitTopicByTerms: _split_by_terms,
    SeedTopic: _seed,
    PinTerm: _pin,
    ForbidTerm: _forbid,
    ReleaseTerm: _release,
    HideTopic: _hide,
    ReorderTopics: _reorder,
    RecolourTopic: _recolour,
}
