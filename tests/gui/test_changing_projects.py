"""From one project to another, and to one that is damaged: nothing of the earlier one is left on screen."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from phrase_explorer.gui.main_window import MainWindow
from tests.gui.conftest import PATIENCE_MS, wait_until_idle
from tests.gui.test_main_window import PUBLIC_DEBT, WAR, click_term, drop, search_in_text, wait_for_lines


@pytest.fixture
def other_folder(built_project: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built_project, tmp_path / "letters.phrasemap"))


def open_other(qtbot: QtBot, window: MainWindow, folder: Path):
    drop(window, folder)
    qtbot.waitUntil(lambda: window.header.title == folder.name.removesuffix(".phrasemap"), timeout=PATIENCE_MS)
    wait_until_idle(qtbot, window)


def test_another_project_begins_with_empty_views(qtbot: QtBot, open_window: MainWindow, other_folder: Path):
    click_term(qtbot, open_window, "public debt")
    wait_for_lines(qtbot, open_window, 2)

    open_other(qtbot, open_window, other_folder)

    assert open_window.session.selection.n_terms == 0
    assert open_window.explorer.reader.title == "Reader"
    assert open_window.explorer.concordance.pages is None
    assert open_window.explorer.isVisible()


def test_a_search_in_the_text_ends_with_its_project(qtbot: QtBot, open_window: MainWindow, other_folder: Path):
    search_in_text(qtbot, open_window, "answer")
    wait_for_lines(qtbot, open_window, 1)

    open_other(qtbot, open_window, other_folder)

    assert open_window.header.search.text() == ""
    assert open_window.explorer.concordance.pages is None


def test_the_project_that_is_open_stays_open_for_writing_when_it_is_dropped_again(
    qtbot: QtBot, open_window: MainWindow, project_folder: Path
):
    drop(open_window, project_folder)
    wait_until_idle(qtbot, open_window)

    assert open_window.session.project is not None
    assert not open_window.session.project.read_only
    assert open_window.message_bar.text == ""


def test_lines_that_cannot_be_read_do_not_leave_those_of_another_term(
    qtbot: QtBot, open_window: MainWindow, project_folder: Path
):
    click_term(qtbot, open_window, "public debt")
    wait_for_lines(qtbot, open_window, 2)
    (project_folder / "corpus.sqlite").unlink()

    open_window.session.select_terms([WAR])
    qtbot.waitUntil(lambda: "are missing" in open_window.message_bar.text, timeout=PATIENCE_MS)
    wait_until_idle(qtbot, open_window)

    assert open_window.explorer.concordance.model.rowCount() == 0
    assert open_window.explorer.concordance.facts == ""


def test_a_project_whose_vectors_are_damaged_offers_to_finish_the_analysis(
    qtbot: QtBot, window: MainWindow, other_folder: Path
):
    for vectors in other_folder.glob("artifacts/embed/*/vectors.npy"):
        vectors.write_bytes(b"cut")

    open_other(qtbot, window, other_folder)

    assert window.strip.doing == "Analysis not finished · continue it from the menu"
    assert window.actions_by_name["continue_analysis"].isEnabled()


def test_the_status_does_not_speak_of_what_was_undone(qtbot: QtBot, open_window: MainWindow):
    open_window.session.select_terms([PUBLIC_DEBT])
    open_window.actions_by_name["hide_terms"].trigger()
    assert open_window.strip.doing == "1 term hidden · Undo brings it back"

    open_window.actions_by_name["undo"].trigger()

    assert open_window.strip.doing == "Map ready"


def test_a_dropped_folder_without_text_leaves_the_open_project_on_screen(
    qtbot: QtBot, open_window: MainWindow, tmp_path: Path
):
    empty = tmp_path / "empty"
    empty.mkdir()

    drop(open_window, empty)
    qtbot.waitUntil(lambda: open_window.message_bar.text != "", timeout=PATIENCE_MS)
    wait_until_idle(qtbot, open_window)

    assert "empty" in open_window.message_bar.text
    assert open_window.session.project is not None
    assert open_window.explorer.isVisible()
