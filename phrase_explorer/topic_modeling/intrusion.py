"""Word intrusion: whether a judge finds the term that does not belong (Chang et al. 2009, "Reading tea leaves").

Questions for people, their answers scored per topic and for agreement (Fleiss 1971), and an automatic judge that uses vectors of
its own: the intruder is the term with the least summed cosine to the others.
"""

import csv
import io
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from phrase_explorer.domain.topic_model import TopicModel
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.errors import UserFacingError

SHOWN_TERMS = 5
INTRUDER_POOL = 10
ANSWER_COLUMNS = ("taker", "topic", "question", "options", "intruder", "answer", "is_right")


@dataclass(frozen=True)
class IntrusionQuestion:
    """Six terms in the order shown, and which one does not belong to the topic."""

    number: int
    topic: str
    options: tuple[str, ...]
    intruder: int


@dataclass(frozen=True)
class IntrusionAnswer:
    """What one taker chose for one question."""

    taker: str
    question: IntrusionQuestion
    chosen: int

    @property
    def is_right(self) -> bool:
        """Whether the intruder was found."""
        return self.chosen == self.question.intruder


@dataclass(frozen=True)
class QuizResult:
    """Accuracy over all answers and per topic key, and Fleiss' kappa between takers (NaN with fewer than two of them)."""

    accuracy: float
    accuracy_by_topic: Mapping[str, float]
    agreement: float


def build_quiz(model: TopicModel, *, seed: int = 0, questions_per_topic: int = 1) -> tuple[IntrusionQuestion, ...]:
    """Make intrusion questions from the visible topics, in random order; the same for the same seed.

    Raises
    ------
    UserFacingError
        If there are fewer than two topics with enough terms.
    """
    topics = {topic.key: [term.text for term in topic.top_terms(40)] for topic in model.visible_topics}
    random = np.random.default_rng(seed)
    drawn = [
        (key, *question)
        for _ in range(questions_per_topic)
        for key in topics
        if (question := _draw(topics, key, random)) is not None
    ]
    if not drawn:
        raise UserFacingError("A quiz needs at least two topics with five terms each; ask for more topics.")
    order = random.permutation(len(drawn))
    return tuple(IntrusionQuestion(number, *drawn[place]) for number, place in enumerate(order))


def score_answers(answers: Sequence[IntrusionAnswer]) -> QuizResult:
    """Score the answers of any number of takers; where one taker answered a question twice, the last answer counts."""
    last = {(answer.taker, answer.question.number): answer for answer in answers}
    by_topic: dict[str, list[bool]] = defaultdict(list)
    for answer in last.values():
        by_topic[answer.question.topic].append(answer.is_right)
    rights = [answer.is_right for answer in last.values()]
    return QuizResult(
        sum(rights) / len(rights) if rights else math.nan,
        {topic: sum(values) / len(values) for topic, values in by_topic.items()},
        _fleiss_kappa(list(last.values())),
    )


def answers_to_csv(answers: Sequence[IntrusionAnswer]) -> str:
    """Give the answers as CSV text, one row an answer."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(ANSWER_COLUMNS)
    for answer in answers:
        question = answer.question
        options = question.options
        writer.writerow(
            [
                answer.taker,
                question.topic,
                question.number + 1,
                " | ".join(options),
                options[question.intruder],
                options[answer.chosen],
                int(answer.is_right),
            ]
        )
    return text.getvalue()


def automatic_intrusion(
    topics: Sequence[Sequence[str]], vectors: Mapping[str, FloatArray], *, seed: int = 0, draws: int = 20
) -> float:
    """Give the share of questions that the automatic judge gets right; NaN if none could be asked.

    Parameters
    ----------
    topics
        Terms of each topic, best first.
    vectors
        Unit vectors of terms, from a source that made none of the topics. Terms without one are passed over.
    draws
        Intruders tried for each topic, each a top term of another topic that this one does not list.
    """
    known = {str(place): [term for term in terms if term in vectors] for place, terms in enumerate(topics)}
    random = np.random.default_rng(seed)
    rights = [
        find_intruder(np.stack([vectors[option] for option in options])) == intruder
        for key in known
        for _ in range(draws)
        for options, intruder in [_draw(known, key, random) or ((), 0)]
        if options
    ]
    return sum(rights) / len(rights) if rights else math.nan


def find_intruder(vectors: FloatArray) -> int:
    """Give the row of the unit vectors (n_terms, n_dims) that is least like the others together."""
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, 0.0)
    return int(np.argmin(cosines.sum(axis=1)))


def _draw(
    topics: Mapping[str, Sequence[str]], key: str, random: np.random.Generator
) -> tuple[tuple[str, ...], int] | None:
    own = topics[key]
    if len(own) < SHOWN_TERMS:
        return None
    belongs = {term.casefold() for term in own}
    pool = [
        term
        for other, terms in topics.items()
        if other != key
        for term in terms[:INTRUDER_POOL]
        if term.casefold() not in belongs
    ]
    if not pool:
        return None
    options = [*own[:SHOWN_TERMS], pool[int(random.integers(len(pool)))]]
    order = random.permutation(len(options))
    return tuple(options[place] for place in order), int(np.flatnonzero(order == SHOWN_TERMS)[0])


def _fleiss_kappa(answers: Sequence[IntrusionAnswer]) -> float:
    by_question: dict[int, Counter[int]] = defaultdict(Counter)
    for answer in answers:
        by_question[answer.question.number][answer.chosen] += 1
    rated = [votes for votes in by_question.values() if sum(votes.values()) >= 2]
    if not rated:
        return math.nan
    observed = []
    totals: Counter[int] = Counter()
    for votes in rated:
        n_takers = sum(votes.values())
        observed.append(sum(n * (n - 1) for n in votes.values()) / (n_takers * (n_takers - 1)))
        totals.update(votes)
    n_votes = sum(totals.values())
    by_chance = sum((n / n_votes) ** 2 for n in totals.values())
    mean_observed = sum(observed) / len(observed)
    return 1.0 if by_chance >= 1.0 else (mean_observed - by_chance) / (1 - by_chance)
