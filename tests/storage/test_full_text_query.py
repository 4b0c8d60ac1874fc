import pytest

from phrase_explorer.storage.full_text_query import as_match_expression, as_phrase_expression, needs_scan


@pytest.mark.parametrize(
    ("query", "expression"),
    [
        ("quick fox", '"quick" AND "fox"'),
        ('the "quick brown" fox', '"the" AND "quick brown" AND "fox"'),
        ('an open "quote at the end', '"an" AND "open" AND "quote at the end"'),
        ("fox OR dog", '"fox" AND "OR" AND "dog"'),
        ("title:fox*", '"title:fox*"'),
        ("-fox", '"-fox"'),
        ("!!!", None),
        ("", None),
    ],
)
def test_every_word_is_quoted_so_that_no_operator_passes(query, expression):
    assert as_match_expression(query) == expression


def test_a_phrase_keeps_its_words_together_and_loses_what_cannot_be_searched():
    assert as_phrase_expression('a\x00b "c"\ud800') == '"a b c"'
    assert as_phrase_expression("…") is None


@pytest.mark.parametrize(
    ("query", "scans"), [("良心", True), ("😀", True), ("café", False), ("привет", False), (" ", False)]
)
def test_only_unspaced_scripts_and_signs_are_scanned_for(query, scans):
    assert needs_scan(query) is scans
