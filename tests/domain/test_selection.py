import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.domain.selection import Selection

ROWS = st.lists(st.integers(0, 50), max_size=20)


def test_rows_are_kept_ascending_and_once():
    selection = Selection(np.array([5, 2, 5], dtype=np.int32))

    assert selection.term_rows.tolist() == [2, 5]
    assert not selection.term_rows.flags.writeable


def test_the_anchor_goes_with_the_term_that_leaves():
    selection = Selection(np.array([1, 2], dtype=np.int32), anchor=2, document=7)

    after = selection.combined([2], "subtract")

    assert (after.term_rows.tolist(), after.anchor, after.document) == ([1], None, 7)


def test_equal_selections_are_equal_and_hash_alike():
    one, other = Selection(np.array([2, 1], dtype=np.int32)), Selection(np.array([1, 2], dtype=np.int32))

    assert one == other
    assert hash(one) == hash(other)
    assert one != Selection(one.term_rows, anchor=1)


@given(ROWS, ROWS)
def test_adding_then_subtracting_gives_the_difference(first, second):
    selection = Selection().combined(first).combined(second, "add").combined(second, "subtract")

    assert set(selection.term_rows.tolist()) == set(first) - set(second)
