import pytest

from phrase_explorer.foundation.progress import ProgressUpdate
from phrase_explorer.gui.qt_models.progress_text import describe_remaining, describe_update


def update(stage: str, done: int, total: int | None, unit: str, message: str = "") -> ProgressUpdate:
    return ProgressUpdate(stage, done, total, unit, 1.0, None, None, message)


def test_a_stage_is_told_with_its_counts():
    assert (
        describe_update(update("extract", 23, 1_059, "documents"))
        == "Finding words and phrases · 23 of 1,059 documents"
    )


def test_bytes_are_told_as_a_share():
    assert describe_update(update("load", 500, 2_000, "bytes")) == "Reading documents · 25 %"


def test_an_unknown_stage_keeps_its_name():
    assert describe_update(update("polishing", 0, None, "items", "half done")) == "Polishing · half done"


@pytest.mark.parametrize(
    ("remaining_s", "said"),
    [(None, ""), (0.2, "1 s left"), (42, "42 s left"), (600, "10 min left"), (9_000, "2.5 h left")],
)
def test_time_is_told_coarser_the_longer_it_is(remaining_s: float | None, said: str):
    assert describe_remaining(remaining_s) == said
