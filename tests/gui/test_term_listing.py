import numpy as np
import pytest

from phrase_explorer.gui.term_listing import PatternError, TermFilter, TermListing, prepare_term_listing
from tests.builders import build_vocabulary

TERMS = ("war", "public debt", "Debt", "national debt", "peace")
COUNTS = (9, 4, 4, 1, 7)


@pytest.fixture
def listing() -> TermListing:
    return prepare_term_listing(build_vocabulary(TERMS, counts=COUNTS))


def names(listing: TermListing, rows: np.ndarray) -> list[str]:
    return [listing.vocabulary.terms[row] for row in rows]


def test_the_most_frequent_terms_come_first_and_ties_are_alphabetical(listing: TermListing):
    assert names(listing, listing.rows(TermFilter())) == ["war", "peace", "Debt", "public debt", "national debt"]


def test_terms_are_sorted_by_their_text_whatever_the_case(listing: TermListing):
    rows = listing.rows(TermFilter(), column="term", descending=False)

    assert names(listing, rows) == ["Debt", "national debt", "peace", "public debt", "war"]


def test_a_text_is_found_anywhere_in_a_term_whatever_its_case(listing: TermListing):
    assert set(names(listing, listing.rows(TermFilter(text=" DEBT ")))) == {"Debt", "public debt", "national debt"}


def test_a_text_is_not_found_across_two_terms(listing: TermListing):
    assert len(listing.rows(TermFilter(text="war public"))) == 0


def test_a_pattern_is_matched_within_each_term(listing: TermListing):
    assert set(names(listing, listing.rows(TermFilter(text="^p.*t$", is_pattern=True)))) == {"public debt"}


def test_an_unfinished_pattern_is_explained(listing: TermListing):
    with pytest.raises(PatternError, match="not a complete pattern"):
        listing.rows(TermFilter(text="(debt", is_pattern=True))


def test_kind_and_least_count_narrow_together(listing: TermListing):
    assert names(listing, listing.rows(TermFilter(kind="phrase", min_count=2))) == ["public debt"]


def test_hidden_terms_are_listed_only_when_asked_for(listing: TermListing):
    hidden = np.array([True, False, False, False, False])

    assert "war" not in names(listing, listing.rows(TermFilter(), hidden=hidden))
    assert names(listing, listing.rows(TermFilter(shown="hidden"), hidden=hidden)) == ["war"]
    assert len(listing.rows(TermFilter(shown="all"), hidden=hidden)) == 5


def test_a_tag_narrows_to_its_terms(listing: TermListing):
    tagged = np.array([False, True, False, False, True])

    assert names(listing, listing.rows(TermFilter(tag="money"), tagged=tagged)) == ["peace", "public debt"]


def test_every_order_holds_every_term_once():
    rng = np.random.default_rng(5)
    terms = [f"term {number}" for number in rng.permutation(500)]
    listing = prepare_term_listing(build_vocabulary(terms, counts=rng.integers(1, 9, 500).tolist()))

    for order in listing.orders.values():
        assert sorted(order.tolist()) == list(range(500))


def test_an_empty_vocabulary_lists_nothing():
    listing = prepare_term_listing(build_vocabulary(()))

    assert len(listing.rows(TermFilter(text="debt"))) == 0
