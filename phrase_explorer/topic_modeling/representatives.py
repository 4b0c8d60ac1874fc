"""The documents that are most about a topic, and the passage in each that says it best."""

from dataclasses import dataclass

import numpy as np

from phrase_explorer.domain.topic_model import TopicModel
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.topic_modeling.topic_space import TopicSpace

PASSAGE_CHARACTERS = 300
FEW_MENTIONS = 8.0


@dataclass(frozen=True)
class RepresentativeDocument:
    """A document row, its share of the topic, and the characters of its best passage (end exclusive)."""

    document: int
    share: float
    start: int
    end: int


def representative_documents(
    model: TopicModel, position: int, space: TopicSpace, *, n_documents: int = 10
) -> tuple[RepresentativeDocument, ...]:
    """Give the documents that speak of a topic most, best first; those with a handful of mentions come behind.

    The order is share x cosine with the topic (of its nearest passage), discounted by n / (n + 8) for n mentions.
    """
    cosine = np.zeros(space.n_documents, dtype=np.float32)
    np.maximum.at(cosine, space.passage_documents, space.passage_vectors @ model.vectors[position])
    mentions = np.asarray(space.occurrences.sum(axis=1)).ravel()
    n_mentions = np.bincount(space.passage_documents, mentions, minlength=space.n_documents)
    scores = model.document_topics[:, position] * cosine * n_mentions / (n_mentions + FEW_MENTIONS)
    rows = [int(row) for row in np.argsort(-scores, kind="stable")[:n_documents] if scores[row] > 0]
    return tuple(
        RepresentativeDocument(
            row, float(model.document_topics[row, position]), *best_passage(model, position, space.vocabulary, row)
        )
        for row in rows
    )


def best_passage(model: TopicModel, position: int, vocabulary: Vocabulary, document: int) -> tuple[int, int]:
    """Give the start and end of the `PASSAGE_CHARACTERS` of a document that hold the most of a topic's terms, by weight."""
    topic = model.topics[position]
    weights = {term.row: term.weight for term in (*topic.words, *topic.phrases)}
    found = []
    for row in weights:
        mentions = vocabulary.mentions_of(row)
        low, high = np.searchsorted(mentions[:, 1], [document, document + 1])
        found += [(int(start), int(end), row) for start, end in mentions[low:high, 2:4]]
    if not found:
        return 0, PASSAGE_CHARACTERS
    found.sort()
    best, best_score, first = (found[0][0], found[0][1]), -1.0, 0
    for last, (_, end, _) in enumerate(found):
        while found[first][0] < end - PASSAGE_CHARACTERS and first < last:
            first += 1
        score = sum(weights[row] for row in {row for _, _, row in found[first : last + 1]})
        if score > best_score:
            best, best_score = (found[first][0], end), score
    return best
