from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.domain.unique_keys import UniqueKeys


def test_the_second_of_a_key_gets_a_number():
    keys = UniqueKeys()

    assert [keys.claim(key) for key in ("7", "7", "8", "7")] == ["7", "7 (2)", "8", "7 (3)"]
    assert (keys.n_changed, keys.examples) == (2, ["7"])


def test_a_number_that_is_taken_is_passed_over():
    keys = UniqueKeys()

    assert [keys.claim(key) for key in ("7", "7 (2)", "7")] == ["7", "7 (2)", "7 (3)"]


@given(st.lists(st.sampled_from(["a", "a (2)", "a (3)", "b", ""])))
def test_no_key_is_ever_given_twice(wanted):
    keys = UniqueKeys()

    given_out = [keys.claim(key) for key in wanted]

    assert len(set(given_out)) == len(wanted)
