import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phrase_explorer.domain.canonical_text import canonical_form
from phrase_explorer.domain.vocabulary import PHRASE, WORD
from phrase_explorer.extraction import ExtractionOptions, merge_shards
from phrase_explorer.extraction.shard_extraction import NounPhraseExtractor
from phrase_explorer.foundation.progress import Progress

pytestmark = pytest.mark.model

PLAIN_WORDS = "the old United States government said that new laws of every small country were good ! , . ( ) -"
WILD_WORDS = [
    *(
        "caf\u00e9",
        "cafe\u0301",
        "\ufb01nance",
        "co\u00adoperation",
        "\u0130stanbul",
        "zero\u200bwidth",
        "long\u2011term",
    ),
    *("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u05e9\u05dc\u05d5\u05dd", "\u0633\u0644\u0627\u0645"),
    *("people\u2019s", "R&amp;D", "it&#39;s", "\u201cquoted\u201d", "\n", "\r\n", "\t"),
    *PLAIN_WORDS.split(),
]


def phrases(vocabulary):
    return {term for term, kind in zip(vocabulary.terms, vocabulary.kinds, strict=True) if kind == PHRASE}


def words(vocabulary):
    return {term for term, kind in zip(vocabulary.terms, vocabulary.kinds, strict=True) if kind == WORD}


def count_of(vocabulary, term):
    row = vocabulary.find(term)
    return 0 if row is None else int(vocabulary.counts[row])


def test_phrases_lose_determiners_pronouns_and_quantities(extract):
    vocabulary, _ = extract("The old house and her green garden pleased many good people, and two small dogs.")

    assert {"old house", "green garden", "good people", "small dogs"} <= phrases(vocabulary)


def test_words_are_lemmas_of_content_words(extract):
    vocabulary, _ = extract("The dogs were barking at three big cats.")

    assert {"dog", "bark", "big", "cat"} <= words(vocabulary)
    assert not {"the", "be", "at"} & words(vocabulary)


def test_a_capital_at_a_sentence_start_does_not_win(extract):
    vocabulary, _ = extract("Economic growth was slow. Economic growth is good. He saw the United States again.")

    assert {"economic growth", "United States"} <= phrases(vocabulary)


def test_spellings_merge_and_the_most_frequent_is_shown(extract):
    vocabulary, _ = extract(
        "He likes the United States. The UNITED STATES won. She left the United\nStates.",
    )

    assert count_of(vocabulary, "united states") == 3
    assert "United States" in phrases(vocabulary)


def test_a_mention_over_a_line_end_keeps_its_place(extract):
    text = "We are all convinced that they will never leave the United\nStates of their own accord."

    vocabulary, _ = extract(text)
    _, document, start, end = vocabulary.mentions_of(vocabulary.find("United States"))[0]

    assert (document, text[start:end]) == (0, "United\nStates")


def test_dotted_capital_i_does_not_move_the_places_behind_it(extract):
    text = "\u0130\u0130\u0130\u0130 \u0130stanbul has a beautiful old harbour."

    vocabulary, _ = extract(text)
    _, _, start, end = vocabulary.mentions_of(vocabulary.find("beautiful old harbour"))[0]

    assert text[start:end] == "beautiful old harbour"


def test_a_heading_does_not_run_into_the_paragraph_below(extract):
    vocabulary, _ = extract("National Security\n\nForeign policy is hard.", "Green Energy\nSolar power is cheap.")

    assert not {
        term for term in phrases(vocabulary) if "security foreign" in term.lower() or "energy solar" in term.lower()
    }


def test_over_long_phrases_are_counted(extract):
    text = "It was a slow, quiet, green, old, broken, lonely, narrow country road."

    vocabulary, ledger = extract(text, max_phrase_words=3)

    assert all(len(term.split()) <= 3 for term in vocabulary.terms)
    assert ledger.entry("over_long").mentions == 1


def test_terms_that_say_nothing_are_dropped_and_counted(extract):
    vocabulary, ledger = extract("He saw them in 2019. I --- 1984. Everyone of them came for the first time, at 5 p.m.")

    assert not {"he", "i", "2019", "1984", "---", "them", "first time"} & set(map(canonical_form, vocabulary.terms))
    assert ledger.entry("numbers").mentions >= 1
    assert ledger.entry("stop_words").mentions >= 3
    assert ledger.entry("stop_phrases").examples == ("first time",)


def test_each_rule_has_a_switch(extract):
    text = "He saw them for the first time in 2019. See www.example.com."

    vocabulary, ledger = extract(
        text, keep_numbers=True, keep_stop_words=True, use_stop_phrases=False, keep_addresses=True
    )

    assert {"he", "2019", "first time"} <= set(map(canonical_form, vocabulary.terms))
    assert ledger.entry("stop_phrases") is None


def test_odd_documents_are_read_and_counted(extract):
    vocabulary, ledger = extract("", "  \n ", "a\x00b the old house", "\udc80 the old house", "x" * 1_000, None)

    assert vocabulary.mentions_of(vocabulary.find("old house"))[:, 1].tolist() == [2, 3]
    assert any("endless runs in 3 documents" in note for note in ledger.notes)
    assert any("1 document held no text" in note for note in ledger.notes)


def test_no_documents_give_no_terms(extract):
    vocabulary, ledger = extract()

    assert vocabulary.n_terms == 0
    assert ledger.entries == ()


@settings(max_examples=80, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WILD_WORDS), max_size=40).map(" ".join), max_size=3))
def test_the_text_at_each_mention_of_a_phrase_is_the_phrase(extract, texts):
    vocabulary, _ = extract(*texts, keep_numbers=True, keep_symbols=True, keep_stop_words=True)

    for row, document, start, end in vocabulary.mentions.tolist():
        found = texts[document][start:end]
        assert found.strip() == found != ""
        if vocabulary.kinds[row] == PHRASE:
            assert canonical_form(found) == canonical_form(vocabulary.terms[row])


@settings(max_examples=80, deadline=None)
@given(st.lists(st.text(max_size=80), max_size=3))
def test_any_text_at_all_is_read(extract, texts):
    vocabulary, _ = extract(*texts, keep_numbers=True, keep_symbols=True, keep_stop_words=True)

    for row, document, start, end in vocabulary.mentions.tolist():
        assert 0 <= start < end <= len(texts[document])
        if vocabulary.kinds[row] == PHRASE:
            assert canonical_form(texts[document][start:end]) == canonical_form(vocabulary.terms[row])


def test_composed_and_decomposed_accents_are_one_term(extract):
    text = "The old caf\u00e9 was open. The old cafe\u0301 was closed."

    vocabulary, _ = extract(text)

    assert count_of(vocabulary, "old caf\u00e9") == 2
    assert all(unicodedata.is_normalized("NFC", term) for term in vocabulary.terms)


def test_entities_of_web_exports_are_read_as_characters(extract):
    text = "He doesn&#39;t like the old Barnes &amp; Noble store."

    vocabulary, _ = extract(text)

    assert "old Barnes & Noble store" in phrases(vocabulary)
    assert not {term for term in vocabulary.terms if "#39" in term}
    _, _, start, end = vocabulary.mentions_of(vocabulary.find("old Barnes & Noble store"))[0]
    assert text[start:end] == "old Barnes &amp; Noble store"


def test_data_is_not_shown_as_datum(extract):
    vocabulary, _ = extract("The data were good. Social media like data.")

    assert {"data", "media"} <= words(vocabulary)
    assert "datum" not in words(vocabulary)


def test_taxes_are_taxes_and_not_a_taxis(extract):
    vocabulary, _ = extract("Taxes rose. They pay taxes and a tax.")

    assert "taxis" not in words(vocabulary)
    assert vocabulary.counts[vocabulary.find("tax")] == 3


def test_header_lines_do_not_run_into_each_other(extract):
    vocabulary, _ = extract("Newsgroups: alt.atheism,talk.religion.misc,alt.politics\nSubject: Old Boats\nDate: today")

    assert not {term for term in phrases(vocabulary) if "subject" in term.lower() or "date" in term.lower()}


def test_a_bulleted_number_is_no_part_of_a_phrase(extract):
    vocabulary, _ = extract("1) Green tea is good for you.\n\n2) Green tea is cheap.")

    assert {term.lower() for term in phrases(vocabulary)} == {"green tea"}


def test_documents_give_the_same_terms_in_one_shard_and_in_two(pipeline):
    options = ExtractionOptions(min_count=1)
    texts = list(
        enumerate(["The old captain saw green hills. " * 40, "New laws rule the old land.", "The hills are green."])
    )
    extractor = NounPhraseExtractor(pipeline, options)

    whole, ledger = merge_shards([extractor.extract(texts, Progress())], options, 3)
    parts = [extractor.extract(texts[:1], Progress()), extractor.extract(texts[1:], Progress())]
    split, split_ledger = merge_shards(parts, options, 3)

    assert whole.terms == split.terms
    assert whole.mentions.tolist() == split.mentions.tolist()
    assert ledger == split_ledger
