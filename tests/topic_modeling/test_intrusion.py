import csv
import io
import math

import numpy as np
import pytest

from phrase_explorer.domain.topic_model import Topic, TopicModel, TopicQuality, TopicTerm
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.topic_modeling.intrusion import (
    IntrusionAnswer,
    IntrusionQuestion,
    answers_to_csv,
    automatic_intrusion,
    build_quiz,
    find_intruder,
    score_answers,
)

MONEY = ["bank", "debt", "tax", "coin", "gold"]
SEA = ["ship", "harbor", "sailor", "wave", "deck"]


def model_of(*lists):
    topics = tuple(
        Topic(
            f"t{place + 1}",
            terms[0],
            False,
            place,
            False,
            1 / len(lists),
            tuple(TopicTerm(10 * place + row, term, 0, 1 - row / 10) for row, term in enumerate(terms)),
            (),
            TopicQuality(),
        )
        for place, terms in enumerate(lists)
    )
    mixtures = np.full((2, len(lists)), 1 / len(lists), dtype=np.float32)
    return TopicModel(topics, np.eye(len(lists), 4, dtype=np.float32), mixtures, np.ones(2, dtype=bool), 1.0)


def test_a_question_shows_five_terms_of_the_topic_and_one_of_another():
    quiz = build_quiz(model_of(MONEY, SEA), seed=3)

    assert sorted(question.topic for question in quiz) == ["t1", "t2"]
    for question in quiz:
        own, other = (MONEY, SEA) if question.topic == "t1" else (SEA, MONEY)
        assert question.options[question.intruder] in other
        assert {*question.options} - {question.options[question.intruder]} == {*own}
    assert quiz == build_quiz(model_of(MONEY, SEA), seed=3)


def test_one_topic_makes_no_quiz():
    with pytest.raises(UserFacingError, match="at least two topics"):
        build_quiz(model_of(MONEY))


def test_a_scripted_taker_is_scored_by_topic_and_agreement():
    quiz = build_quiz(model_of(MONEY, SEA), seed=0)
    anna = [IntrusionAnswer("Anna", question, question.intruder) for question in quiz]
    ben = [
        IntrusionAnswer("Ben", question, question.intruder if question.topic == "t1" else (question.intruder + 1) % 6)
        for question in quiz
    ]

    result = score_answers([*anna, *ben])

    assert result.accuracy == 0.75
    assert result.accuracy_by_topic == {"t1": 1.0, "t2": 0.5}
    assert math.isnan(score_answers(anna).agreement)  # one taker alone
    rows = list(csv.DictReader(io.StringIO(answers_to_csv([*anna, *ben]))))
    assert [row["taker"] for row in rows] == ["Anna", "Anna", "Ben", "Ben"]
    assert [row["is_right"] for row in rows].count("0") == 1


def test_agreement_is_fleiss_kappa_of_a_hand_worked_case():
    questions = [IntrusionQuestion(n, "t1", ("a", "b"), 0) for n in range(2)]
    answers = [IntrusionAnswer(taker, questions[0], 0) for taker in "xyz"]
    answers += [IntrusionAnswer(taker, questions[1], chosen) for taker, chosen in zip("xyz", (0, 1, 1), strict=True)]

    # observed: 1 and 1/3, mean 2/3; by chance (4/6)^2 + (2/6)^2 = 5/9; kappa = (2/3 - 5/9) / (4/9) = 1/4
    assert score_answers(answers).agreement == pytest.approx(0.25)


def test_changing_an_answer_replaces_it():
    question = IntrusionQuestion(0, "t1", ("a", "b"), 1)

    result = score_answers([IntrusionAnswer("x", question, 0), IntrusionAnswer("x", question, 1)])

    assert result.accuracy == 1.0


def test_the_judge_finds_the_vector_that_points_elsewhere():
    vectors = np.array([[1, 0], [0.9, 0.1], [0, 1], [0.95, 0.05]], dtype=np.float32)

    assert find_intruder(vectors) == 2


def test_automatic_intrusion_is_1_for_clear_topics_and_not_defined_without_vectors():
    vectors = {term: np.array([1.0, 0.1 * n], dtype=np.float32) for n, term in enumerate(MONEY)}
    vectors |= {term: np.array([-0.1 * n, 1.0], dtype=np.float32) for n, term in enumerate(SEA)}
    vectors = {term: vector / np.linalg.norm(vector) for term, vector in vectors.items()}

    assert automatic_intrusion([MONEY, SEA], vectors) == 1.0
    assert math.isnan(automatic_intrusion([MONEY, SEA], {}))
