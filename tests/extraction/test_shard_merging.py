import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.domain.canonical_text import canonical_form
from phrase_explorer.domain.vocabulary import PHRASE, WORD
from phrase_explorer.extraction import ExtractionOptions, ShardTerms, merge_shards
from phrase_explorer.extraction.rare_terms import min_count_for
from phrase_explorer.extraction.shard_terms import TermCollector

FORMS = ("Old House", "old house", "first time", "cat", "Cat", "green tea")

found_terms = st.tuples(st.sampled_from(FORMS), st.integers(0, 50))
corpora = st.lists(st.lists(found_terms, max_size=6), max_size=8)


def shard_of(documents, first_row=0):
    collector = TermCollector()
    for row, found in enumerate(documents, start=first_row):
        collector.n_documents += 1
        collector.n_words += len(found)
        for form, start in found:
            number = collector.form_number(canonical_form(form), PHRASE if " " in form else WORD, form)
            collector.add_mention(number, row, start, start + len(form))
        collector.add_mention(collector.dropped_number("he", "stop_words"), row, 0, 0)
    return collector.to_shard()


def merged(shards, n_documents, **options):
    return merge_shards(shards, ExtractionOptions(**{"min_count": 1, **options}), n_documents)


def test_counts_documents_and_shown_form_of_a_hand_worked_corpus():
    vocabulary, ledger = merged(
        [shard_of([[("old house", 0), ("Old House", 20)], [("old house", 5), ("cat", 3)]])], 2, use_stop_phrases=False
    )

    assert vocabulary.terms == ("old house", "cat")
    assert vocabulary.kinds.tolist() == [PHRASE, WORD]
    assert vocabulary.counts.tolist() == [3, 1]
    assert vocabulary.document_counts.tolist() == [2, 1]
    assert vocabulary.mentions.tolist() == [[0, 0, 0, 9], [0, 0, 20, 29], [0, 1, 5, 14], [1, 1, 3, 6]]
    assert (ledger.entry("stop_words").count, ledger.entry("stop_words").mentions) == (1, 2)


def test_of_forms_as_frequent_the_one_with_fewer_capitals_is_shown():
    vocabulary, _ = merged([shard_of([[("Cat", 0), ("cat", 9)]])], 1)

    assert vocabulary.terms == ("cat",)


def test_rare_terms_and_stop_phrases_go_into_the_ledger():
    vocabulary, ledger = merged(
        [shard_of([[("cat", 0), ("cat", 9), ("green tea", 3), ("first time", 4)]])], 1, min_count=2
    )

    assert vocabulary.terms == ("cat",)
    assert ledger.entry("rare").examples == ("green tea",)
    assert ledger.entry("stop_phrases").examples == ("first time",)


def test_a_users_own_stop_phrase_is_dropped_whatever_its_case():
    vocabulary, _ = merged([shard_of([[("green tea", 0), ("cat", 20)]])], 1, stop_phrases=("GREEN  Tea",))

    assert vocabulary.terms == ("cat",)


@given(corpora, st.data())
def test_the_vocabulary_does_not_depend_on_the_split_into_shards(documents, data):
    cut = data.draw(st.integers(0, len(documents)))

    whole, ledger = merged([shard_of(documents)], len(documents))
    split, split_ledger = merged([shard_of(documents[cut:], cut), shard_of(documents[:cut])], len(documents))

    assert whole.terms == split.terms
    for name in ("kinds", "counts", "document_counts", "mentions", "mention_starts"):
        assert np.array_equal(getattr(whole, name), getattr(split, name))
    assert ledger == split_ledger


def test_a_shard_survives_its_arrays():
    shard = shard_of([[("old house", 0), ("cat", 3)]])

    again = ShardTerms.from_arrays(*shard.to_arrays())

    assert again.keys == shard.keys
    assert np.array_equal(again.mentions, shard.mentions)
    assert again.n_words == shard.n_words


def test_the_minimum_count_grows_with_the_corpus():
    assert [min_count_for(n) for n in (0, 4_999, 5_000, 1_000_000, 10_000_000, 100_000_000)] == [1, 1, 2, 3, 5, 10]
