"""The window, driven as a person would: with the mouse, the keys and what can be seen."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from pytestqt.qtbot import QtBot

from phrase_explorer.gui.dialogs.command_palette import CommandPalette
from phrase_explorer.gui.dialogs.shortcut_sheet import ShortcutSheet
from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.gui.preferences import Preferences
from phrase_explorer.gui.theme import DARK
from phrase_explorer.project.project import Project
from tests.gui.conftest import PATIENCE_MS, wait_until_idle

TERMS = ("war", "public debt", "debt", "national debt", "peace")
WAR, PUBLIC_DEBT, DEBT, NATIONAL_DEBT, PEACE = range(5)


def listed(window: MainWindow) -> list[str]:
    model = window.explorer.terms.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def click_term(
    qtbot: QtBot, window: MainWindow, term: str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
):
    table = window.explorer.terms.table
    index = window.explorer.terms.model.index(listed(window).index(term), 0)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, modifier, table.visualRect(index).center())


def click_on_map(qtbot: QtBot, window: MainWindow, row: int):
    map_view = window.explorer.map_area.map
    qtbot.mouseClick(map_view, Qt.MouseButton.LeftButton, pos=map_view.pixel_of(row).toPoint())


def lines_of(window: MainWindow) -> list[str]:
    model = window.explorer.concordance.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def wait_for_lines(qtbot: QtBot, window: MainWindow, count: int):
    qtbot.waitUntil(lambda: len(lines_of(window)) == count, timeout=PATIENCE_MS)
    wait_until_idle(qtbot, window)


def drop(window: MainWindow, path: Path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dragEnterEvent(QDragEnterEvent(QPointF(9, 9), Qt.DropAction.CopyAction, mime, buttons, keys))
    window.dropEvent(QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, mime, buttons, keys))


def test_the_welcome_page_offers_what_was_open_before(qtbot: QtBot, open_window: MainWindow):
    open_window.actions_by_name["close_project"].trigger()
    qtbot.waitUntil(lambda: open_window.session.project is None, timeout=PATIENCE_MS)

    assert open_window.welcome.isVisible()
    assert open_window.header.title == "Phrase Explorer"
    with qtbot.waitSignal(open_window.session.project_opened, timeout=PATIENCE_MS):
        open_window.welcome.recent_buttons[0].click()
    wait_until_idle(qtbot, open_window)


def test_an_open_project_is_named_with_its_counts(open_window: MainWindow):
    assert open_window.header.title == "speeches"
    assert open_window.header.facts.startswith("4 documents · ")
    assert open_window.header.facts.endswith(" words · 5 terms")
    assert open_window.strip.facts == "saved · offline · encoder by hand"
    assert open_window.strip.doing == "Map ready"
    assert open_window.explorer.map_area.shows_map


def test_a_project_that_is_dropped_is_opened(qtbot: QtBot, window: MainWindow, project_folder: Path):
    with qtbot.waitSignal(window.session.project_opened, timeout=PATIENCE_MS):
        drop(window, project_folder)
    wait_until_idle(qtbot, window)

    assert listed(window) == ["debt", "war", "public debt", "national debt", "peace"]


def test_a_click_on_the_map_shows_lines_row_neighbours_and_text(qtbot: QtBot, open_window: MainWindow):
    click_on_map(qtbot, open_window, PUBLIC_DEBT)
    wait_for_lines(qtbot, open_window, 2)

    explorer = open_window.explorer
    assert lines_of(open_window)[0].startswith("The public debt grew.")
    assert explorer.concordance.facts.startswith("public debt · 2 lines")
    selected = {index.row() for index in explorer.terms.table.selectionModel().selectedRows()}
    assert [listed(open_window)[row] for row in selected] == ["public debt"]
    assert explorer.neighbours.heading == "public debt"
    assert [hit.term for hit in explorer.neighbours.model.hits][:2] == ["national debt", "debt"]
    assert explorer.reader.title == "First"
    assert explorer.reader.text.toPlainText().startswith("The public debt grew.")
    assert explorer.map_area.map.marks.anchor == PUBLIC_DEBT


def test_a_line_is_read_in_its_document(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "public debt")
    wait_for_lines(qtbot, open_window, 2)

    lines = open_window.explorer.concordance.lines
    second = open_window.explorer.concordance.model.index(1, 0)
    qtbot.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, pos=lines.visualRect(second).center())
    qtbot.waitUntil(lambda: open_window.explorer.reader.title == "Second", timeout=PATIENCE_MS)
    wait_until_idle(qtbot, open_window)

    assert open_window.explorer.reader.lit_text == "public\n  debt"
    assert open_window.session.selection.document == 1


def test_lines_can_be_put_in_another_order(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "war")
    wait_for_lines(qtbot, open_window, 4)

    open_window.explorer.concordance.choose_sort("date")
    wait_until_idle(qtbot, open_window)

    titles = [line.title for line in open_window.explorer.concordance.model.lines]
    assert titles == ["Fourth", "Second", "First", "Third"]


def test_typing_into_the_filter_narrows_the_list_and_dims_the_map(qtbot: QtBot, open_window: MainWindow):
    qtbot.keyClicks(open_window.explorer.terms.filter_edit, "debt")
    qtbot.waitUntil(lambda: len(listed(open_window)) == 3, timeout=PATIENCE_MS)

    assert set(listed(open_window)) == {"debt", "public debt", "national debt"}
    assert open_window.explorer.terms.summary == "3 of 5 terms"
    assert open_window.explorer.map_area.map.scene.n_points == 5


def test_only_phrases_can_be_shown(qtbot: QtBot, open_window: MainWindow):
    open_window.actions_by_name["show_phrases"].trigger()

    assert listed(open_window) == ["public debt", "national debt"]
    assert open_window.actions_by_name["show_phrases"].isChecked()
    open_window.actions_by_name["show_all_kinds"].trigger()
    assert len(listed(open_window)) == 5


def test_several_terms_are_selected_with_the_control_key(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "war")
    click_term(qtbot, open_window, "peace", Qt.KeyboardModifier.ControlModifier)
    wait_until_idle(qtbot, open_window)

    assert open_window.session.selection.term_rows.tolist() == [WAR, PEACE]
    assert open_window.explorer.terms.summary == "5 of 5 terms · 2 selected"
    assert sorted(open_window.explorer.map_area.map.marks.selected.tolist()) == [WAR, PEACE]


def test_hidden_terms_come_back_with_undo(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "war")
    wait_until_idle(qtbot, open_window)

    qtbot.keyClick(open_window.explorer.terms.table, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert "war" not in listed(open_window)
    assert "1 term hidden" in open_window.strip.doing
    assert open_window.actions_by_name["undo"].text() == "Undo: Hide “war”"
    qtbot.keyClick(open_window.explorer.terms.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    wait_until_idle(qtbot, open_window)

    assert "war" in listed(open_window)
    assert not open_window.actions_by_name["undo"].isEnabled()


def test_what_was_said_is_there_when_the_project_is_opened_again(
    qtbot: QtBot, open_window: MainWindow, project_folder: Path
):
    click_term(qtbot, open_window, "war")
    open_window.actions_by_name["hide_terms"].trigger()
    open_window.actions_by_name["close_project"].trigger()
    qtbot.waitUntil(lambda: open_window.session.project is None, timeout=PATIENCE_MS)

    with qtbot.waitSignal(open_window.session.project_opened, timeout=PATIENCE_MS):
        open_window.open_path(project_folder)
    wait_until_idle(qtbot, open_window)

    assert "war" not in listed(open_window)


def test_hidden_terms_can_be_listed_and_shown_again(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "war")
    open_window.actions_by_name["hide_terms"].trigger()

    open_window.explorer.terms.choose_shown("hidden")
    assert listed(open_window) == ["war"]
    click_term(qtbot, open_window, "war")
    open_window.actions_by_name["restore_terms"].trigger()
    open_window.explorer.terms.choose_shown("visible")
    wait_until_idle(qtbot, open_window)

    assert "war" in listed(open_window)


def test_a_tag_is_asked_for_inline_and_can_be_listed(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "war")
    open_window.actions_by_name["tag_terms"].trigger()
    assert open_window.ask_bar.isVisible()

    qtbot.keyClicks(open_window.ask_bar.edit, "conflict")
    qtbot.keyClick(open_window.ask_bar.edit, Qt.Key.Key_Return)
    open_window.explorer.terms.choose_shown(("tag", "conflict"))
    wait_until_idle(qtbot, open_window)

    assert not open_window.ask_bar.isVisible()
    assert listed(open_window) == ["war"]


def test_a_note_is_kept_and_escape_leaves_it_as_it_was(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "war")
    open_window.actions_by_name["note_term"].trigger()
    qtbot.keyClicks(open_window.ask_bar.edit, "see 1812")
    qtbot.keyClick(open_window.ask_bar.edit, Qt.Key.Key_Return)
    assert open_window.session.note_on(WAR) == "see 1812"

    open_window.actions_by_name["note_term"].trigger()
    qtbot.keyClicks(open_window.ask_bar.edit, "nonsense")
    qtbot.keyClick(open_window.ask_bar.edit, Qt.Key.Key_Escape)
    wait_until_idle(qtbot, open_window)

    assert open_window.session.note_on(WAR) == "see 1812"


def test_a_search_for_words_lists_and_rings_what_it_finds(qtbot: QtBot, open_window: MainWindow):
    search = open_window.header.search
    search.choose_mode("exact")
    qtbot.keyClicks(search, "debt")
    qtbot.keyClick(search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(open_window.explorer.neighbours.model.hits) == 3, timeout=PATIENCE_MS)
    wait_until_idle(qtbot, open_window)

    assert sorted(open_window.explorer.map_area.map.marks.highlighted.tolist()) == [PUBLIC_DEBT, DEBT, NATIONAL_DEBT]
    qtbot.keyClick(search, Qt.Key.Key_Escape)
    wait_until_idle(qtbot, open_window)
    assert len(open_window.explorer.map_area.map.marks.highlighted) == 0


def test_a_search_by_meaning_for_a_term_needs_no_encoder(qtbot: QtBot, open_window: MainWindow):
    qtbot.keyClicks(open_window.header.search, "public debt")
    qtbot.waitUntil(lambda: bool(open_window.explorer.neighbours.model.hits), timeout=PATIENCE_MS)
    wait_until_idle(qtbot, open_window)

    assert open_window.explorer.neighbours.model.hits[0].term == "public debt"


def test_neighbours_that_share_words_can_be_left_out(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "public debt")
    wait_until_idle(qtbot, open_window)

    open_window.explorer.neighbours.hide_shared.click()
    wait_until_idle(qtbot, open_window)

    assert {hit.term for hit in open_window.explorer.neighbours.model.hits} == {"war", "peace"}


def test_copied_lines_are_a_table(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "public debt")
    wait_for_lines(qtbot, open_window, 2)

    open_window.actions_by_name["copy_lines"].trigger()

    assert QGuiApplication.clipboard().text().splitlines()[1].startswith("1801\tFirst\t4\t15\t")


@pytest.mark.parametrize("action", ["export_lines", "export_terms", "export_map"])
def test_what_is_exported_is_written_and_said(
    qtbot: QtBot, open_window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str
):
    path = tmp_path / "out.png"
    monkeypatch.setattr(open_window, "_ask_path", lambda *_arguments: path)
    click_term(qtbot, open_window, "public debt")

    open_window.actions_by_name[action].trigger()
    wait_until_idle(qtbot, open_window)

    assert path.stat().st_size > 60
    assert open_window.message_bar.text == f"Written to {path}"


def test_a_folder_that_is_gone_is_explained_inline(window: MainWindow, tmp_path: Path):
    window.open_path(tmp_path / "gone")

    assert "is not there any more" in window.message_bar.text
    assert window.welcome.isVisible()


def test_an_unexpected_error_shows_no_traceback_and_can_be_copied(window: MainWindow):
    try:
        raise KeyError("secret detail")
    except KeyError as error:
        window.report_failure(error)

    assert "unexpected" in window.message_bar.text
    assert "Traceback" not in window.message_bar.text
    window.message_bar.copy_details()
    assert "Traceback" in QGuiApplication.clipboard().text()


def test_a_project_in_use_is_opened_for_reading_and_says_so(qtbot: QtBot, window: MainWindow, project_folder: Path):
    with Project.open(project_folder):
        with qtbot.waitSignal(window.session.project_opened, timeout=PATIENCE_MS):
            window.open_path(project_folder)
        wait_until_idle(qtbot, window)

        assert "open for reading only" in window.message_bar.text
        assert window.strip.facts.startswith("read only")
        click_term(qtbot, window, "war")
        wait_until_idle(qtbot, window)
        assert not window.actions_by_name["hide_terms"].isEnabled()


def test_the_palette_does_what_is_typed(qtbot: QtBot, open_window: MainWindow):
    open_window.actions_by_name["command_palette"].trigger()
    palette = open_window.findChild(CommandPalette)
    assert palette is not None

    qtbot.keyClicks(palette.edit, "theme dark")
    assert palette.offered == ["Theme: dark"]
    qtbot.keyClick(palette.edit, Qt.Key.Key_Return)

    assert open_window.palette().window().color().name() == DARK.background


def test_the_sheet_lists_the_shortcuts(open_window: MainWindow):
    open_window.actions_by_name["shortcuts"].trigger()

    sheet = open_window.findChild(ShortcutSheet)
    assert sheet is not None
    assert sheet.isVisible()
    sheet.close()


def test_every_action_can_be_reached_from_the_menu_and_does_something(open_window: MainWindow):
    menu = open_window.header.menu_button.menu()
    reachable = {
        action for submenu in menu.actions() for action in submenu.menu().actions() if not action.isSeparator()
    }

    assert reachable == set(open_window.actions_by_name)
    unbound = [
        a.objectName() for a in open_window.actions_by_name if not open_window.actions_by_name.is_bound(a.objectName())
    ]
    assert unbound == []


def test_no_two_actions_have_the_same_keys(open_window: MainWindow):
    keys = [sequence.toString() for action in open_window.actions_by_name for sequence in action.shortcuts()]

    assert len(keys) == len(set(keys))


def test_what_can_be_focused_has_a_name_for_screen_readers(open_window: MainWindow):
    from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit, QTextEdit

    nameless = [
        widget
        for kind in (QAbstractButton, QAbstractItemView, QLineEdit, QTextEdit)
        for widget in open_window.findChildren(kind)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisible()
        if not (widget.accessibleName() or getattr(widget, "text", str)())
    ]

    assert nameless == []


def test_the_tab_key_walks_from_the_search_through_the_panels(qtbot: QtBot, open_window: MainWindow):
    order = [open_window.header.search]
    for _ in range(2_000):
        order.append(order[-1].nextInFocusChain())
    explorer = open_window.explorer
    wanted = [explorer.terms.filter_edit, explorer.terms.table, explorer.map_area.map, explorer.concordance.lines]

    places = [order.index(widget) for widget in wanted]

    assert places == sorted(places)


def test_the_window_comes_back_where_it_was(qtbot: QtBot, window: MainWindow, preferences: Preferences):
    from phrase_explorer.gui.theme import LIGHT

    window.resize(780, 600)
    window.close()

    again = MainWindow(preferences, LIGHT)
    qtbot.addWidget(again)

    assert (again.width(), again.height()) == (780, 600)
    again.close()


def test_the_theme_changes_at_once_and_is_remembered(open_window: MainWindow, preferences: Preferences):
    open_window.set_theme("dark")
    assert open_window.palette().window().color().name() == DARK.background
    assert preferences.theme == "dark"

    open_window.set_theme("light")
    assert open_window.palette().window().color().name() != DARK.background


def test_points_are_coloured_like_the_swatches(open_window: MainWindow):
    open_window.session.set_colouring("frequency")

    scene = open_window.explorer.map_area.map.scene
    assert np.array_equal(scene.colour_rows, open_window.explorer.terms.model.swatch_rows)


def test_a_closed_window_lets_others_write_the_project(open_window: MainWindow, project_folder: Path):
    open_window.close()

    with Project.open(project_folder) as project:  # the worker thread that took the lock is not the one that gave it up
        assert not project.read_only


def test_points_can_be_coloured_by_a_metadata_column(qtbot: QtBot, open_window: MainWindow):
    assert ("column:date", "date") in open_window.header.colour_button.choices

    open_window.session.set_colouring("column:date")
    wait_until_idle(qtbot, open_window)

    scene = open_window.explorer.map_area.map.scene
    assert scene.palette.title == "Mean date"
    # means: war 1481.72, peace 1793.17, public debt 1797.33, debt 1798.72, national debt none;
    # the scale ends at 1481.72 + 0.06 * 311.45 and at 1797.33 + 0.94 * 1.39
    assert (scene.palette.low, scene.palette.high) == ("≤ 1500", "≥ 1799")


def test_hovering_over_a_point_shows_its_first_example(qtbot: QtBot, open_window: MainWindow):
    area = open_window.explorer.map_area
    area.map.hovered.emit(PUBLIC_DEBT)
    wait_until_idle(qtbot, open_window)

    card = area.card_of(PUBLIC_DEBT)

    assert card.title == "public debt"
    assert card.facts == "2 times in 2 documents"
    assert card.example == "“…The public debt grew. War is no answer, and the people’s debt is public.…”"
    assert card.marked == "public debt"


def test_time_is_the_first_colour_where_documents_have_dates(open_window: MainWindow):
    assert open_window.session.colouring == "column:date"
    assert open_window.header.colour_button.value == "column:date"


def search_in_text(qtbot: QtBot, window: MainWindow, text: str):
    window.header.search.choose_mode("text")
    qtbot.keyClicks(window.header.search, text)
    qtbot.keyClick(window.header.search, Qt.Key.Key_Return)


def test_any_text_can_be_found_in_the_documents(qtbot: QtBot, open_window: MainWindow):
    search_in_text(qtbot, open_window, "is no answer")
    wait_for_lines(qtbot, open_window, 1)

    assert open_window.explorer.concordance.facts.startswith("“is no answer” · 1 line")
    assert open_window.explorer.reader.lit_text == "is no answer"
    assert open_window.actions_by_name["export_lines"].isEnabled()


def test_a_pattern_between_slashes_is_a_regular_expression(qtbot: QtBot, open_window: MainWindow):
    search_in_text(qtbot, open_window, r"/[Dd]ebt (grew|fell)/")
    wait_for_lines(qtbot, open_window, 2)

    assert [line.match for line in open_window.explorer.concordance.model.lines] == ["debt grew", "debt fell"]


def test_a_bad_pattern_is_explained_inline(qtbot: QtBot, open_window: MainWindow):
    search_in_text(qtbot, open_window, "/(debt/")
    qtbot.waitUntil(lambda: open_window.message_bar.text != "", timeout=PATIENCE_MS)

    assert "Traceback" not in open_window.message_bar.text


def test_selecting_a_term_ends_the_search_in_the_text(qtbot: QtBot, open_window: MainWindow):
    search_in_text(qtbot, open_window, "answer")
    wait_for_lines(qtbot, open_window, 1)

    click_term(qtbot, open_window, "war")
    wait_for_lines(qtbot, open_window, 4)

    assert open_window.explorer.concordance.facts.startswith("war · 4 lines")


def test_a_selection_is_saved_under_a_name_and_found_again(qtbot: QtBot, open_window: MainWindow):
    click_term(qtbot, open_window, "war")
    click_term(qtbot, open_window, "peace", Qt.KeyboardModifier.ControlModifier)
    open_window.actions_by_name["save_selection"].trigger()
    qtbot.keyClicks(open_window.ask_bar.edit, "conflict")
    qtbot.keyClick(open_window.ask_bar.edit, Qt.Key.Key_Return)
    open_window.actions_by_name["clear_selection"].trigger()
    assert open_window.session.selection.n_terms == 0

    open_window.actions_by_name["select_saved"].trigger()
    qtbot.keyClick(open_window.ask_bar.edit, Qt.Key.Key_Return)
    wait_until_idle(qtbot, open_window)

    assert open_window.session.selection.term_rows.tolist() == [WAR, PEACE]
