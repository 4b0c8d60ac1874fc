import pytest

from phrase_explorer.foundation.errors import UsageError, UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.workflows import concordance as module
from phrase_explorer.workflows.concordance import concordance
from tests.project_builder import DOCUMENTS


def test_every_match_is_what_stands_there(project):
    for term in ("war", "public debt", "isn’t", "the"):
        for line in concordance(project, term):
            assert DOCUMENTS[line.document].text[line.start : line.end] == line.match


def test_a_phrase_is_found_across_a_line_end_and_shown_in_one_line(project):
    lines = concordance(project, "public debt")

    assert [line.match for line in lines] == ["public debt", "public\n  debt"]
    assert lines[1].match_in_line == "public debt"
    assert lines[1].left == "Peace, not war. The "
    assert lines[1].right == " fell."


@pytest.mark.parametrize("typed", ["people’s debt", "people's debt", "PEOPLE'S  DEBT"])
def test_text_that_is_no_term_is_found_whatever_its_apostrophes_and_case(project, typed):
    assert [(line.key, line.match) for line in concordance(project, typed)] == [("1801", "people’s debt")]


def test_lines_by_the_words_after(project):
    lines = concordance(project, "war", sort="right")

    assert [line.right.split()[0] for line in lines] == [".", "?", "is", "بعيدة"]


def test_lines_by_the_words_before_nearest_first(project):
    lines = concordance(project, "debt", sort="left")

    assert [line.left.split()[-1:] for line in lines] == [["national"], ["people’s"], ["public"], ["public"]]


def test_lines_by_date_with_blank_dates_last(project):
    assert [line.key for line in concordance(project, "war", sort="date")] == ["0850", "1793", "1801", "undated"]


def test_a_random_order_is_the_same_for_the_same_seed(project):
    orders = {tuple(line.start for line in concordance(project, "debt", sort="random", seed=seed)) for seed in range(9)}

    assert len(orders) > 1
    assert concordance(project, "debt", sort="random", seed=3) == concordance(project, "debt", sort="random", seed=3)


def test_a_limit_keeps_the_count_of_all(project):
    lines = concordance(project, "debt", limit=1)

    assert (len(lines), lines.n_hits) == (1, 4)


def test_a_pattern_is_looked_for_in_every_document(project):
    lines = concordance(project, r"(national|public)\s+debt", regex=True)

    assert [line.key for line in lines] == ["1801", "1793", "undated"]


def test_a_pattern_that_matches_nothing_at_all_gives_no_empty_lines(project):
    assert len(concordance(project, "x*", regex=True)) == 0


def test_a_pattern_that_never_ends_is_refused(project, monkeypatch):
    monkeypatch.setattr(module, "SECONDS_FOR_ONE_DOCUMENT", 0.01)

    with pytest.raises(UserFacingError, match="make it simpler"):
        concordance(project, r"((\w|\s|.)+)+\d\Z", regex=True)


def test_context_stops_at_whole_words(project):
    line = concordance(project, "War is", context_characters=12)[0]

    assert (line.left, line.right) == ("debt grew. ", " no answer,")


def test_right_to_left_text_keeps_its_reading_order(project):
    line = concordance(project, "سلام")[0]

    assert (line.left, line.match, line.right) == ("قال ", "سلام", " لهم، والحرب war بعيدة")


def test_nothing_to_look_for_is_wrong_use(project):
    with pytest.raises(UsageError):
        concordance(project, "  ")


def test_progress_counts_to_the_end(project):
    updates = []
    concordance(project, "debt", progress=Progress(updates.append))

    assert (updates[-1].done, updates[-1].total) == (4, 4)
