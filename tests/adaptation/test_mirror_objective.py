"""Mirror-BERT's objective and its masking, by hand."""

import math
import random

import numpy as np
import pytest
import torch

from phrase_explorer.adaptation.adaptation_check import AdaptationCheck, mean_reciprocal_rank, misspell
from phrase_explorer.adaptation.held_out_terms import split_terms
from phrase_explorer.adaptation.mirror_info_nce import mirror_info_nce
from phrase_explorer.adaptation.neighbour_changes import neighbour_changes
from phrase_explorer.adaptation.span_masking import mask_spans

CLS, SEP, MASK = 101, 102, 103


def test_info_nce_of_two_orthogonal_texts_is_worked_by_hand() -> None:
    views = torch.tensor([[2.0, 0.0], [0.0, 3.0]])  # lengths do not matter

    loss = mirror_info_nce(views, views, temperature=0.5)

    # each of four rows: its mirror exp(2), the two views of the other text exp(0) each
    assert loss.item() == pytest.approx(-math.log(math.exp(2) / (math.exp(2) + 2)), abs=1e-6)


def test_one_token_is_masked_and_the_marks_stay() -> None:
    rows, n_masked = mask_spans([[CLS, 7, 8, 9, SEP]], MASK, random.Random(0))

    assert n_masked == 1
    assert rows[0][0] == CLS
    assert rows[0][-1] == SEP
    assert sorted(rows[0]).count(MASK) == 1
    assert len(set(rows[0]) & {7, 8, 9}) == 2


def test_short_texts_are_not_masked_and_the_share_is_told() -> None:
    rows, n_masked = mask_spans([[CLS, 7, SEP], [CLS, 7, 8, SEP], [CLS, 7, 8, 9, SEP]], MASK, random.Random(0))

    assert rows[:2] == [[CLS, 7, SEP], [CLS, 7, 8, SEP]]
    assert n_masked == 1


def test_a_long_span_leaves_a_token_and_becomes_one_mask() -> None:
    rows, _ = mask_spans([[CLS, 7, 8, 9, SEP]], MASK, random.Random(0), span=9)

    assert len(rows[0]) == 4
    assert rows[0].count(MASK) == 1


def test_a_span_of_zero_masks_nothing() -> None:
    assert mask_spans([[CLS, 7, 8, 9, SEP]], MASK, random.Random(0), span=0) == ([[CLS, 7, 8, 9, SEP]], 0)


def test_held_out_terms_do_not_depend_on_order_or_case() -> None:
    terms = [f"term {i}" for i in range(500)]

    train, held_out = split_terms(terms)
    again = split_terms([term.upper() for term in reversed(terms)])

    assert 60 < len(held_out) < 140
    assert len(train) + len(held_out) == 500
    assert {term.lower() for term in again[1]} == set(held_out)
    assert split_terms(["Rome", "rome"]) in ((["Rome"], []), ([], ["Rome"]))


def test_reciprocal_ranks_count_ties_against_the_target() -> None:
    scores = np.array([[0.9, 0.1, 0.0], [0.5, 0.5, 0.5]], dtype=np.float32)

    assert mean_reciprocal_rank(scores, np.array([1, 0])) == pytest.approx((1 / 2 + 1 / 3) / 2)


def test_an_adaptation_that_is_not_better_is_refused() -> None:
    better = AdaptationCheck(50, 0.3, 0.4, 0.8, 0.8)

    assert better.is_better
    assert not AdaptationCheck(50, 0.3, 0.3, 0.8, 0.9).is_better
    assert not AdaptationCheck(50, 0.3, 0.4, 0.8, 0.7).is_better
    assert not AdaptationCheck(5, 0.3, 0.4, 0.8, 0.8).is_better


def test_misspelling_swaps_two_inner_characters() -> None:
    word = misspell("senator", random.Random(1))

    assert word != "senator"
    assert sorted(word) == sorted("senator")
    assert (word[0], word[-1]) == ("s", "r")
    assert misspell("tax", random.Random(1)) == "tax"


def test_neighbours_are_shown_side_by_side_most_changed_first() -> None:
    terms = ["a", "b", "c"]
    before = np.array([[1, 0], [0.9, 0.1], [0, 1]], dtype=np.float32)
    after = np.array([[1, 0], [0, 1], [0.9, 0.1]], dtype=np.float32)

    changes = neighbour_changes(terms, before, after, n_neighbours=1)

    assert changes[0].term == "a"
    assert (changes[0].before, changes[0].after) == (("b",), ("c",))
