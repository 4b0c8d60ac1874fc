import pytest

from phrase_explorer.domain.canonical_text import canonical_form
from phrase_explorer.extraction import ExtractionOptions
from phrase_explorer.extraction.stop_lists import function_words, stop_phrases


@pytest.mark.parametrize(("language", "word"), [("en", "the"), ("de", "und"), ("fi", "hänelle"), ("ru", "которые")])
def test_function_words_of_a_language_are_known(language, word):
    assert word in function_words(language)


def test_a_language_without_a_list_has_no_function_words():
    assert function_words("xx") == frozenset()


def test_stop_phrases_are_the_shipped_and_the_users_own():
    phrases = stop_phrases(ExtractionOptions(stop_phrases=("Green  Tea",)))

    assert {"first time", "green tea"} <= phrases
    assert stop_phrases(ExtractionOptions(use_stop_phrases=False)) == frozenset()


def test_every_listed_entry_is_in_canonical_form():
    assert all(word == canonical_form(word) for word in function_words("en") | stop_phrases(ExtractionOptions()))
