from dataclasses import replace

import numpy as np
import pytest

from phrase_explorer.domain.vocabulary import empty_vocabulary
from phrase_explorer.foundation.errors import UsageError, UserFacingError
from phrase_explorer.topic_modeling.describing import describe_topics
from phrase_explorer.topic_modeling.fit_options import FitOptions
from phrase_explorer.topic_modeling.fitting import FittedTopics, SeedVector, fit_topics
from phrase_explorer.topic_modeling.stability import measure_stability, sample_space, suggest_n_topics
from phrase_explorer.topic_modeling.topic_space import build_topic_space, mean_of_windows
from tests.builders import build_vocabulary, unit_vectors
from tests.topic_modeling.conftest import N_DOCUMENTS, THEMES, themed_vectors, themed_vocabulary

OPTIONS = FitOptions(n_topics=3, n_epochs=40, bottleneck=16, batch_size=32)


@pytest.fixture(scope="module")
def fitted(space):
    return fit_topics(space, OPTIONS)


def theme_of(topic):
    texts = {term.text for term in topic.top_terms(3)}
    return next((name for name, terms in THEMES.items() if texts <= set(terms)), None)


def test_the_themes_of_a_corpus_are_found_as_words_and_phrases(space, fitted):
    model = describe_topics(fitted, (), space)

    assert {theme_of(topic) for topic in model.topics} == set(THEMES)
    assert all(topic.words and topic.phrases for topic in model.topics)
    assert model.npmi > 0.2
    assert model.diversity == 1.0


def test_every_document_has_a_mixture_and_lies_in_its_own_theme(space, fitted):
    model = describe_topics(fitted, (), space)
    themes = [theme_of(topic) for topic in model.topics]

    assert np.allclose(model.document_topics.sum(axis=1), 1.0, atol=1e-5)
    found = [themes[column] for column in model.main_topics()]
    expected = [list(THEMES)[document % 3] for document in range(N_DOCUMENTS)]
    assert np.mean([one == other for one, other in zip(found, expected, strict=True)]) > 0.9


@pytest.mark.parametrize("ranking", ["nearest", "encoder_branch"])
def test_the_other_rankings_list_terms_too(space, fitted, ranking):
    model = describe_topics(fitted, (), space, ranking=ranking, options=OPTIONS)

    assert all(len(topic.top_terms(3)) == 3 for topic in model.topics)
    assert sum(theme_of(topic) is not None for topic in model.topics) >= 2


def test_a_fit_survives_being_stored(space, fitted):
    again = FittedTopics.from_arrays(*fitted.to_arrays())

    one, other = (describe_topics(each, (), space, ranking="encoder_branch") for each in (fitted, again))
    assert [topic.words for topic in one.topics] == [topic.words for topic in other.topics]
    assert np.array_equal(one.document_topics, other.document_topics)
    assert set(again.parameters) == {"topics", "reduce.weight", "reduce.bias", "expand.weight", "expand.bias"}


def test_a_seeded_topic_stays_near_its_seeds(space):
    seed = space.term_vectors[space.vocabulary.find("public debt")]

    fitted = fit_topics(space, OPTIONS, seeds=(SeedVector("treasury", seed),))

    place = fitted.seed_names.index("treasury")
    assert float(fitted.topic_vectors[place] @ seed) > 0.7
    assert describe_topics(fitted, (), space).topics[place].name == "treasury"


def test_more_topics_than_documents_become_as_many_as_documents_and_say_so():
    space = build_topic_space(themed_vocabulary(4), themed_vectors(), 4)

    fitted = fit_topics(space, replace(OPTIONS, n_topics=10))

    assert fitted.n_topics == 4
    assert fitted.notes == ("There are only 4 distinct texts, so there cannot be 10 topics; 4 were made.",)


@pytest.mark.parametrize("n_documents", [1, 2, 3])
def test_one_two_and_three_documents_give_a_model(n_documents):
    space = build_topic_space(themed_vocabulary(n_documents), themed_vectors(), n_documents)

    model = describe_topics(fit_topics(space, OPTIONS), (), space)

    assert model.n_topics == n_documents
    assert all(topic.top_terms(3) for topic in model.topics)


def test_identical_documents_are_one_topic_whose_coherence_is_not_defined():
    mentions = [(term, document, 10 * term, 10 * term + 4) for term in range(3) for document in range(50)]
    space = build_topic_space(build_vocabulary(["bank", "debt", "public debt"], mentions), unit_vectors(3), 50)

    model = describe_topics(fit_topics(space, OPTIONS), (), space)

    assert model.n_topics == 1
    assert model.topics[0].share == pytest.approx(1.0)
    assert np.isnan(model.npmi)


def test_empty_documents_have_an_even_mixture_and_do_not_count():
    vocabulary = themed_vocabulary(30)
    space = build_topic_space(vocabulary, themed_vectors(), 35)

    model = describe_topics(fit_topics(space, OPTIONS), (), space)

    assert model.document_topics[32].tolist() == pytest.approx([1 / 3] * 3)
    assert model.main_topics()[30:].tolist() == [-1] * 5
    assert sum(topic.share for topic in model.topics) == pytest.approx(1.0, abs=1e-5)


def test_a_corpus_without_terms_is_refused_in_a_sentence():
    space = build_topic_space(empty_vocabulary(), np.zeros((0, 8), dtype=np.float32), 3)

    with pytest.raises(UserFacingError, match="No document holds any"):
        fit_topics(space, OPTIONS)


def test_no_topics_at_all_cannot_be_asked_for():
    with pytest.raises(UsageError, match="at least one topic, not 0"):
        FitOptions(n_topics=0)


def test_documents_can_be_given_as_means_of_encoder_windows():
    windows = np.array([[1, 0], [0, 1], [0, 1]], dtype=np.float32)

    vectors = mean_of_windows(windows, [0, 0, 2], 3)

    assert vectors[0].tolist() == pytest.approx([2**-0.5, 2**-0.5])
    assert vectors[1].tolist() == [0.0, 0.0]
    assert vectors[2].tolist() == [0.0, 1.0]


def test_clear_topics_are_stable_over_seeds(space, fitted):
    stability = measure_stability(fitted, space, OPTIONS, n_reruns=1)

    assert stability.min() > 0.5


def test_the_suggested_number_of_topics_is_one_that_was_tried(space):
    suggestion = suggest_n_topics(space, OPTIONS, candidates=(3, 8))

    assert [trial.n_topics for trial in suggestion.trials] == [3, 8]
    assert suggestion.n_topics == 3


def test_a_tiny_corpus_is_suggested_one_topic():
    tiny = build_topic_space(themed_vocabulary(2), themed_vectors(), 2)

    assert suggest_n_topics(tiny, OPTIONS).n_topics == 1


def test_a_sample_of_a_space_keeps_the_counts_of_the_whole(space):
    sample = sample_space(space, 10, seed=1)

    assert sample.n_passages == 10
    assert sample.windows.shape == space.windows.shape
