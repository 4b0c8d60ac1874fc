import numpy as np
import pytest

from phrase_explorer.domain.vocabulary import PHRASE, WORD, Vocabulary, empty_vocabulary


def two_terms() -> Vocabulary:
    return Vocabulary(
        terms=("Café au lait", "café"),
        kinds=np.array([PHRASE, WORD], np.uint8),
        counts=np.array([1, 2], np.int32),
        document_counts=np.array([1, 1], np.int32),
        mentions=np.array([[0, 0, 0, 12], [1, 0, 0, 4], [1, 0, 20, 24]], np.int32),
        mention_starts=np.array([0, 1, 3], np.int64),
    )


def test_mentions_of_a_term_are_its_own():
    vocabulary = two_terms()

    assert vocabulary.mentions_of(1).tolist() == [[1, 0, 0, 4], [1, 0, 20, 24]]


@pytest.mark.parametrize("text", ["cafe\u0301 au lait", "CAFÉ  AU LAIT", "Café au\nlait"])
def test_a_term_is_found_whatever_its_case_and_code_points(text):
    assert two_terms().find(text) == 0


def test_a_text_that_is_no_term_is_not_found():
    assert two_terms().find("tea") is None


def test_arrays_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        two_terms().counts[0] = 5


def test_an_empty_vocabulary_finds_nothing():
    assert empty_vocabulary().find("tea") is None


def test_shapes_that_disagree_are_refused():
    vocabulary = two_terms()

    with pytest.raises(ValueError, match="counts has shape"):
        Vocabulary(
            vocabulary.terms,
            vocabulary.kinds,
            np.zeros(3, np.int32),
            vocabulary.document_counts,
            vocabulary.mentions,
            vocabulary.mention_starts,
        )
