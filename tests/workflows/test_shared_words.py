import pytest

from phrase_explorer.workflows.shared_words import content_words


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("public debts", "the national debt", True),
        ("the union", "the army", False),
        ("churches", "a church", True),
        ("the people’s will", "people", True),
        ("policies", "foreign policy", True),
    ],
)
def test_plural_and_possessive_endings_do_not_hide_a_shared_word(one, other, shared):
    assert bool(content_words(one) & content_words(other)) is shared
