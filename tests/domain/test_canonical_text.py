import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.domain.canonical_text import canonical_form, shown_form


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("caf\u00e9", "cafe\u0301"),
        ("United States", "united  states"),
        ("United\nStates", "United States"),
        ("people\u2019s will", "people's will"),
        ("co\u00adoperation", "cooperation"),
        ("zero\u200bwidth", "zerowidth"),
        ("long\u2011term", "long-term"),
        ("of\ufb01ce", "office"),
        ("STRASSE", "stra\u00dfe"),
        ("\u202bשלום\u202c", "שלום"),
        ("nul\x00byte", "nul byte"),
        ("Barnes &amp; Noble", "barnes & noble"),
        ("it&#39;s", "it\u2019s"),
    ],
)
def test_spellings_that_mean_the_same_have_one_form(one, other):
    assert canonical_form(one) == canonical_form(other)


@pytest.mark.parametrize(
    ("one", "other"), [("resume", "r\u00e9sum\u00e9"), ("\u0131", "i"), ("re-creation", "recreation")]
)
def test_different_words_stay_different(one, other):
    assert canonical_form(one) != canonical_form(other)


def test_the_shown_form_keeps_case_and_curly_apostrophe_in_one_line():
    assert shown_form("The  People\u2019s\r\n Cafe\u0301\u00ad") == "The People\u2019s Caf\u00e9"


def test_a_family_of_emoji_stays_joined_when_shown():
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

    assert shown_form(family) == family


@given(st.text())
def test_the_canonical_form_is_its_own_canonical_form(text):
    assert canonical_form(canonical_form(text)) == canonical_form(text)


@given(st.text())
def test_what_is_shown_stays_the_same_term(text):
    assert canonical_form(shown_form(text)) == canonical_form(text)


@given(st.text())
def test_canonically_equal_texts_have_one_form(text):
    assert canonical_form(unicodedata.normalize("NFD", text)) == canonical_form(unicodedata.normalize("NFC", text))
