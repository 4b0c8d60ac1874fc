"""Match the topics of two fits one to one (Hungarian), to carry names over and to measure stability."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from phrase_explorer.domain.topic_edits import ForbidTerm, HideTopic, PinTerm, RecolourTopic, RenameTopic, TopicEdit
from phrase_explorer.domain.topic_model import TopicModel

LEAST_SIMILARITY = 0.3
MATCHED_TERMS = 15


def match_rows(similarity: npt.NDArray[np.floating]) -> list[tuple[int, int]]:
    """Pair rows with columns so that the summed similarity is largest; as many pairs as the smaller side has."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(-similarity)
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True)]


def overlap_matrix(one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> npt.NDArray[np.float64]:
    """Give the share of terms that each pair of lists has in common, (len(one), len(other)), of the longer list."""
    left, right = [set(terms) for terms in one], [set(terms) for terms in other]
    return np.array([[len(a & b) / max(len(a), len(b), 1) for b in right] for a in left]).reshape(len(left), len(right))


def topic_similarity(old: TopicModel, new: TopicModel) -> npt.NDArray[np.float64]:
    """Give how alike two models' topics are, (n_old, n_new): half cosine (same encoder only), half shared top terms."""
    overlap = overlap_matrix(
        *([_top_terms(topic.top_terms(MATCHED_TERMS)) for topic in model.topics] for model in (old, new))
    )
    if old.vectors.shape[1] != new.vectors.shape[1]:
        return overlap
    similarity: npt.NDArray[np.float64] = 0.5 * np.clip(old.vectors @ new.vectors.T, 0, 1) + 0.5 * overlap
    return similarity


def carry_over(old: TopicModel, new: TopicModel) -> tuple[TopicEdit, ...]:
    """Give the edits that bring what the user said about the old topics to the new ones that match them.

    Names, colours, hiding, pins and bans are carried; merges, splits and seeds shaped the old topics and are not repeated.
    """
    edits: list[TopicEdit] = []
    similarity = topic_similarity(old, new)
    if not similarity.size:
        return ()
    for row, column in match_rows(similarity):
        if similarity[row, column] < LEAST_SIMILARITY:
            continue
        topic, key = old.topics[row], new.topics[column].key
        if topic.is_named and not new.topics[column].is_named:
            edits.append(RenameTopic(key, topic.name))
        if topic.colour != new.topics[column].colour:
            edits.append(RecolourTopic(key, topic.colour))
        if topic.is_hidden:
            edits.append(HideTopic(key))
        edits += [PinTerm(key, term.text) for term in (*topic.words, *topic.phrases) if term.is_pinned]
        edits += [ForbidTerm(key, term) for term in topic.forbidden]
    return tuple(edits)


def _top_terms(terms: Sequence[object]) -> list[str]:
    return [str(getattr(term, "text", term)).casefold() for term in terms]
