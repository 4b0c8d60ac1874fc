from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from phrase_explorer.gui.dialogs.import_dialog import ImportDialog
from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from tests.gui.conftest import PATIENCE_MS
from tests.gui.test_main_window import drop

REVIEWS = """id,headline,review,stars,when
1,Fine,"A long walk along the old harbour, all day",5,2020-01-31
2,Poor,"The boat was late and the captain rude, sadly",1,2020-02-28
3,Good,"A stone bridge and good soup near the river",4,2020-03-31
"""


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    path = tmp_path / "reviews.csv"
    path.write_text(REVIEWS, encoding="cp1252")
    return path


@pytest.fixture
def dialog(qtbot: QtBot, runner: TaskRunner, reviews: Path) -> ImportDialog:
    import_dialog = ImportDialog(reviews, runner, None)
    qtbot.addWidget(import_dialog)
    qtbot.waitUntil(import_dialog.import_button.isEnabled, timeout=PATIENCE_MS)
    return import_dialog


def row_of(dialog: ImportDialog, name: str):
    return next(row for row in dialog.rows if row.name == name)


def test_the_columns_are_guessed(dialog: ImportDialog):
    assert {row.name: row.role for row in dialog.rows} == {
        "id": "id",
        "headline": "title",
        "review": "text",
        "stars": "metadata",
        "when": "date",
    }
    assert dialog.options.text_column == "review"
    assert dialog.options.metadata_columns == ("stars", "when")


def test_only_one_column_can_be_the_text(dialog: ImportDialog):
    headline = row_of(dialog, "headline")

    headline.role_button.set_value("text")
    headline.role_button.chosen.emit("text")

    assert row_of(dialog, "review").role == "metadata"
    assert dialog.options.text_column == "headline"


def test_without_a_text_column_nothing_can_be_imported(dialog: ImportDialog):
    review = row_of(dialog, "review")

    review.role_button.set_value("ignore")
    review.role_button.chosen.emit("ignore")

    assert not dialog.import_button.isEnabled()
    assert "Choose the column that holds the text" in dialog.problem.text()


def test_a_kind_that_was_changed_is_passed_on(dialog: ImportDialog):
    row_of(dialog, "stars").kind_button.set_value("category")

    assert dialog.options.column_kinds == (("stars", "category"),)


def test_another_encoding_is_tried_at_once(qtbot: QtBot, dialog: ImportDialog):
    dialog.encoding_button.set_value("utf-16")
    dialog.encoding_button.chosen.emit("utf-16")
    qtbot.waitUntil(lambda: "review" not in [row.name for row in dialog.rows], timeout=PATIENCE_MS)

    dialog.encoding_button.set_value("cp1252")
    dialog.encoding_button.chosen.emit("cp1252")
    qtbot.waitUntil(lambda: "review" in [row.name for row in dialog.rows], timeout=PATIENCE_MS)

    assert dialog.options.encoding == "cp1252"
    assert dialog.options.text_column == "review"


def test_a_dropped_table_asks_how_it_is_to_be_read(
    qtbot: QtBot, window: MainWindow, reviews: Path, monkeypatch: pytest.MonkeyPatch
):
    asked = []
    monkeypatch.setattr(window.flow, "analyse", lambda source, options: asked.append((source, options.text_column)))

    drop(window, reviews)
    dialog = window.findChild(ImportDialog)
    assert dialog is not None
    qtbot.waitUntil(dialog.import_button.isEnabled, timeout=PATIENCE_MS)
    dialog.import_button.click()

    assert asked == [(reviews, "review")]
