import pytest

from phrase_explorer.foundation.errors import UsageError
from phrase_explorer.workflows.text_pattern import given_pattern, literal_pattern, needs_full_scan


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        ("don't", "I DON’T know", ["DON’T"]),
        ("don’t", "I don't know", ["don't"]),
        ("public debt", "the public\n  debt grew", ["public\n  debt"]),
        ("art", "party art, artist", ["art"]),
        ("caf\u00e9", "cafe\u0301 cafés café.", ["cafe\u0301", "café"]),
        ("well-being", "well–being", ["well–being"]),
        ("(a+b)", "so (a+b) is", ["(a+b)"]),
        ("東京", "東京都へ", ["東京"]),
        ("سلام", "قال سلام لهم", ["سلام"]),
        ("cafe", "cafe\u0301", []),
    ],
)
def test_what_is_typed_is_found_as_it_may_be_written(typed, text, found):
    assert [match.group() for match in literal_pattern(typed).finditer(text)] == found


def test_a_bad_regular_expression_is_refused_in_a_sentence():
    with pytest.raises(UsageError, match="is not a regular expression"):
        given_pattern("(unclosed")


@pytest.mark.parametrize(("text", "expected"), [("war", False), ("東京", True), ("!?", True), ("سلام", False)])
def test_scripts_without_spaces_and_bare_signs_need_a_scan(text, expected):
    assert needs_full_scan(text) is expected
