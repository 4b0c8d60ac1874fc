"""Read shaped topics: their words and phrases, names, shares and quality, all at once, as one `TopicModel`."""

from collections.abc import Iterable, Sequence

import numpy as np

from phrase_explorer.domain.topic_edits import TopicEdit
from phrase_explorer.domain.topic_model import Topic, TopicModel, TopicQuality, TopicTerm
from phrase_explorer.domain.vocabulary import PHRASE, WORD, Vocabulary
from phrase_explorer.foundation.array_types import BoolArray, Int32Array
from phrase_explorer.topic_modeling.cooccurrence import PairCounts, count_pairs
from phrase_explorer.topic_modeling.editing import ShapedTopic, ShapedTopics, shape_topics
from phrase_explorer.topic_modeling.fit_options import FitOptions, RankingMethod
from phrase_explorer.topic_modeling.fitting import FittedTopics
from phrase_explorer.topic_modeling.quality import c_v_coherence, npmi_coherence, topic_diversity, word_sharing
from phrase_explorer.topic_modeling.term_ranking import (
    RankedTerms,
    rank_terms,
    score_by_encoder_branch,
    score_by_meaning,
    score_terms,
)
from phrase_explorer.topic_modeling.topic_space import TopicSpace

JUDGED_TERMS = 10
NAME_TERMS = 3


def describe_topics(
    fitted: FittedTopics,
    edits: Iterable[TopicEdit],
    space: TopicSpace,
    *,
    ranking: RankingMethod = "meaning_and_use",
    options: FitOptions | None = None,
    excluded: BoolArray | None = None,
) -> TopicModel:
    """Give the topics as they stand after the edits, with everything that views and exports show.

    `options` are read by the ranking "encoder_branch" only; `excluded` (n_terms,) marks terms that are hidden
    everywhere. Raises `UserFacingError` for an edit that cannot be made.
    """
    shaped = shape_topics(fitted, edits, space)
    vectors = shaped.vectors
    if ranking == "nearest":
        scores = score_by_meaning(space.term_vectors, vectors, space.vocabulary)
    elif ranking == "encoder_branch" and fitted.parameters:
        scores = score_by_encoder_branch(space.term_vectors, vectors, fitted.parameters, options or FitOptions())
    else:
        scores = score_terms(space, vectors, shaped.passage_topics)
    if excluded is not None:
        scores[:, excluded] = 0.0
    return _described(shaped, rank_terms(scores, space.vocabulary), space, fitted.notes)


def _described(
    shaped: ShapedTopics, rankings: Sequence[tuple[RankedTerms, RankedTerms]], space: TopicSpace, notes: tuple[str, ...]
) -> TopicModel:
    document_topics = space.document_mixtures(shaped.passage_topics)
    present = space.has_terms
    shares = document_topics[present].mean(axis=0) if present.any() else document_topics.mean(axis=0)
    listed = [_listed(topic, *ranked, space.vocabulary) for topic, ranked in zip(shaped.topics, rankings, strict=True)]
    plain = [
        Topic(
            topic.key,
            topic.name,
            bool(topic.name),
            topic.colour,
            topic.is_hidden,
            float(share),
            words,
            phrases,
            TopicQuality(),
            topic.forbidden,
        )
        for topic, share, (words, phrases) in zip(shaped.topics, shares, listed, strict=True)
    ]
    tops = [[term.row for term in topic.top_terms(JUDGED_TERMS)] for topic in plain]
    texts = [[space.vocabulary.terms[row] for row in rows] for rows in tops]
    counts = count_pairs(space.windows, np.array([row for rows in tops for row in rows], dtype=np.int32))
    names = default_names(plain)
    topics = tuple(
        Topic(
            topic.key,
            topic.name or names[place],
            topic.is_named,
            topic.colour,
            topic.is_hidden,
            topic.share,
            topic.words,
            topic.phrases,
            _quality(counts, tops, texts, place, shaped.topics[place].stability),
            topic.forbidden,
        )
        for place, topic in enumerate(plain)
    )
    visible = [texts[place] for place, topic in enumerate(topics) if not topic.is_hidden]
    return TopicModel(topics, shaped.vectors, document_topics, present, topic_diversity(visible), notes)


def default_names(topics: Sequence[Topic]) -> list[str]:
    """Name each topic by its first terms, as many as tell it from the others, at least two."""
    tops = [[term.text for term in topic.top_terms(NAME_TERMS + 3)] for topic in topics]
    names: list[str] = []
    for place, terms in enumerate(tops):
        for n_terms in range(2, NAME_TERMS + 4):
            name = ", ".join(terms[:n_terms]) or f"topic {place + 1}"
            if name not in names:
                break
        names.append(name if name not in names else f"{name} ({place + 1})")
    return names


def _listed(
    topic: ShapedTopic, words: RankedTerms, phrases: RankedTerms, vocabulary: Vocabulary
) -> tuple[tuple[TopicTerm, ...], tuple[TopicTerm, ...]]:
    pinned = {row for term in topic.pinned if (row := vocabulary.find(term)) is not None}
    forbidden = {term.casefold() for term in topic.forbidden}
    lists = []
    for kind, ranked in ((WORD, words), (PHRASE, phrases)):
        weights = dict(zip(ranked.rows.tolist(), ranked.weights.tolist(), strict=True))
        rows = [row for row in sorted(pinned) if vocabulary.kinds[row] == kind]
        rows += [row for row in weights if row not in pinned and vocabulary.terms[row].casefold() not in forbidden]
        lists.append(
            tuple(
                TopicTerm(row, vocabulary.terms[row], kind, 1.0 if row in pinned else weights[row], row in pinned)
                for row in rows
            )
        )
    return lists[0], lists[1]


def _quality(
    counts: PairCounts, tops: list[list[int]], texts: list[list[str]], place: int, stability: float
) -> TopicQuality:
    rows: Int32Array = np.array(tops[place], dtype=np.int32)
    if len(rows) < 2:
        return TopicQuality(stability=stability)
    elsewhere = {term.casefold() for other, terms in enumerate(texts) if other != place for term in terms}
    alone = [term.casefold() not in elsewhere for term in texts[place]]
    return TopicQuality(
        npmi_coherence(counts, rows, shares_word=word_sharing(texts[place])),
        c_v_coherence(counts, rows),
        sum(alone) / len(alone),
        stability,
    )
