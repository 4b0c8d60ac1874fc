import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.domain.canonical_text import canonical_form
from phrase_explorer.domain.vocabulary import PHRASE, WORD
from phrase_explorer.extraction import ExtractionOptions, extract_shard, merge_shards
from phrase_explorer.extraction.collocation_choice import associations, frequent_words, mere_parts

RUSSIAN = [
    "Нью-Йорк это большой город. Железная дорога идёт в большой город.",
    "Железная дорога старая, а город новый. Железная дорога длинная.",
    "Старая дорога короткая. Новый дом стоит в лесу, железная дверь закрыта.",
]
CHINESE = [
    "中国的人工智能发展很快。",
    "人工智能改变世界。",
    "学习人工智能和数学。",
    "中国的数学很好。",
    "世界上的中国人。",
]


def found(texts, **options):
    chosen = ExtractionOptions(**{"method": "collocations", "language": "xx", **options})
    return merge_shards([extract_shard(enumerate(texts), chosen)], chosen, len(texts))


def terms_of(vocabulary, kind):
    return [term for term, row_kind in zip(vocabulary.terms, vocabulary.kinds, strict=True) if row_kind == kind]


def test_words_that_stand_together_become_a_phrase_in_russian():
    vocabulary, ledger = found(RUSSIAN)

    assert "Железная дорога" in terms_of(vocabulary, PHRASE)
    assert "город" in terms_of(vocabulary, WORD)
    assert any("collocations" in note for note in ledger.notes)


def test_chinese_gives_words_and_phrases_without_spaces():
    vocabulary, _ = found(CHINESE)

    assert "人工智能" in terms_of(vocabulary, PHRASE)
    assert "中国" in terms_of(vocabulary, WORD)
    assert "工智" not in vocabulary.terms


@pytest.mark.parametrize("texts", [RUSSIAN, CHINESE])
def test_the_text_at_each_mention_is_the_term(texts):
    vocabulary, _ = found(texts, min_count=1)

    assert len(vocabulary.mentions) > 0
    for row, document, start, end in vocabulary.mentions.tolist():
        assert canonical_form(texts[document][start:end]) == canonical_form(vocabulary.terms[row])


def test_a_sequence_does_not_cross_a_clause():
    vocabulary, _ = found(["red wine, white bread. red wine, white bread. red wine, white bread."])

    assert terms_of(vocabulary, PHRASE) == ["red wine", "white bread"]


def test_combining_vowel_signs_stay_in_their_word():
    vocabulary, _ = found(["हिन्दी भाषा हिन्दी भाषा"])

    assert {"हिन्दी", "भाषा"} <= set(vocabulary.terms)


def test_an_entity_does_not_cut_a_word():
    text = "gro&szlig;e Stadt, gro&szlig;e Stadt"

    vocabulary, _ = found([text])

    assert "große Stadt" in vocabulary.terms
    _, _, start, end = vocabulary.mentions_of(vocabulary.find("große Stadt"))[0]
    assert text[start:end] == "gro&szlig;e Stadt"


def test_odd_documents_are_read():
    vocabulary, ledger = found(["", None, "a\x00b", "..."])

    assert vocabulary.n_terms == 0
    assert ledger.entry("single_letters").mentions == 2


@given(st.integers(0, 3))
def test_the_phrases_do_not_depend_on_the_split_into_shards(cut):
    options = ExtractionOptions(method="collocations", language="xx")
    rows = list(enumerate(RUSSIAN))

    whole, _ = merge_shards([extract_shard(rows, options)], options, 3)
    split, _ = merge_shards([extract_shard(rows[cut:], options), extract_shard(rows[:cut], options)], options, 3)

    assert whole.terms == split.terms
    assert np.array_equal(whole.mentions, split.mentions)


def test_association_of_a_hand_worked_corpus():
    word_counts = {"a": 4, "b": 4, "c": 8}

    strengths = associations([("a", "b"), ("a", "c")], np.array([4, 2]), word_counts)

    assert strengths[0] == pytest.approx(1.0)  # never apart: log(4/16 / (4/16)^2) / -log(4/16)
    assert strengths[1] == pytest.approx(0.0)  # chance: 2/16 is 4/16 times 8/16
    assert math.isfinite(associations([("a",)], np.array([16]), {"a": 16})[0])


def test_a_sequence_inside_a_longer_one_is_a_mere_part():
    keys = ["new york city", "new york", "york city"]

    assert mere_parts(keys, np.array([4, 9, 4])).tolist() == [False, False, True]


def test_short_words_become_function_words_sooner_than_long_ones():
    counts = {"und": 10, "regierung": 10, "sprechen": 60} | {f"wort{number}": 1 for number in range(4_000)}

    assert frequent_words(counts) == {"und", "sprechen"}
