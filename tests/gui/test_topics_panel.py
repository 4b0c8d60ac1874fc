"""Topics in the window: found, read, renamed, merged, split, hidden and undone, with every view in step."""

import csv
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from phrase_explorer.domain.layout import Layout
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.gui.qt_models.topic_list_model import TERMS_ROLE
from phrase_explorer.gui.views.topic_delegate import HEADING_PX, TERM_PX
from phrase_explorer.gui.views.topics_panel import TopicsPanel
from phrase_explorer.project.project import Project
from phrase_explorer.storage.noun_arrays import layout_to_arrays
from phrase_explorer.workflows.topics import TopicParameters, fit_project_topics
from tests.gui.conftest import PATIENCE_MS, wait_until_idle
from tests.workflows.test_topics import build_themed_project, fit_here, in_process  # noqa: F401


@pytest.fixture
def themed_folder(tmp_path: Path) -> Path:
    return make_themed_project(tmp_path / "themed.phrasemap")


def make_themed_project(folder: Path) -> Path:
    build_themed_project(folder)
    positions = np.random.default_rng(0).normal(size=(21, 2)).astype(np.float32)
    with Project.open(folder) as project:
        project.store.write("layout", "4" * 32, layout_to_arrays(Layout(positions, "umap"), {}))
        project.commit(project.state.with_stage("layout", "4" * 32))
    return folder


@pytest.fixture
def plain_window(qtbot: QtBot, window: MainWindow, themed_folder: Path, in_process: None) -> MainWindow:  # noqa: F811
    """Give the window on a project without topics."""
    with qtbot.waitSignal(window.session.project_opened, timeout=PATIENCE_MS):
        window.open_path(themed_folder)
    wait_until_idle(qtbot, window)
    return window


@pytest.fixture(scope="module")
def fitted_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a project with three topics, fitted once; copy it before changing anything in it."""
    folder = make_themed_project(tmp_path_factory.mktemp("fitted") / "themed.phrasemap")
    with pytest.MonkeyPatch.context() as patch, Project.open(folder) as project:
        fit_here(patch)
        fit_project_topics(project, TopicParameters(3), progress=Progress())
    return folder


@pytest.fixture
def topics_window(
    qtbot: QtBot,
    window: MainWindow,
    fitted_folder: Path,
    tmp_path: Path,
    in_process: None,  # noqa: F811
) -> Iterator[MainWindow]:
    """Give the window on a project with three topics."""
    folder = tmp_path / "fitted.phrasemap"
    shutil.copytree(fitted_folder, folder)
    with qtbot.waitSignal(window.topic_flow.topics_changed, timeout=PATIENCE_MS):
        window.open_path(folder)
    wait_until_idle(qtbot, window)
    yield window
    wait_until_idle(qtbot, window)


def panel_of(window: MainWindow) -> TopicsPanel:
    return window.explorer.topics


def names(window: MainWindow) -> list[str]:
    model = panel_of(window).model
    return [model.index(row).data() for row in range(model.rowCount())]


def do(qtbot: QtBot, window: MainWindow, action: str) -> None:
    with qtbot.waitSignal(window.topic_flow.topics_changed, timeout=PATIENCE_MS):
        panel_of(window).actions_by_name[action].trigger()
    wait_until_idle(qtbot, window)


def undo(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.topic_flow.topics_changed, timeout=PATIENCE_MS):
        window.actions_by_name["undo"].trigger()
    wait_until_idle(qtbot, window)


def assert_views_agree(window: MainWindow) -> None:
    """The list, the map's legend, the term table's swatches and the shares all say the same."""
    model = window.topic_flow.model
    assert model is not None
    assert names(window) == [topic.name for topic in model.visible_topics]
    map_palette = window.explorer.map_area.map._scene.palette.names
    assert map_palette == ("no topic", *(topic.name for topic in model.topics))
    assert window.topic_flow.term_topics.max() < model.n_topics
    assert np.allclose(model.document_topics.sum(axis=1), 1.0, atol=1e-4)
    assert panel_of(window).facts.text().startswith(f"{len(model.visible_topics)} topic")


def test_a_project_with_topics_shows_them_and_colours_the_map(topics_window: MainWindow):
    assert len(names(topics_window)) == 3
    assert topics_window.session.colouring == "topic"
    assert topics_window.explorer.side.current_title == "Topics"
    assert_views_agree(topics_window)


def test_topics_are_found_on_request(qtbot: QtBot, plain_window: MainWindow):
    panel = panel_of(plain_window)
    plain_window.explorer.side.show_tab("Topics")
    assert panel.fit_button.isVisible()

    with qtbot.waitSignal(plain_window.topic_flow.topics_changed, timeout=PATIENCE_MS):
        qtbot.mouseClick(panel.fit_button, Qt.MouseButton.LeftButton)
    wait_until_idle(qtbot, plain_window)

    assert names(plain_window)
    assert_views_agree(plain_window)


def test_a_topic_is_renamed_where_it_stands_and_undo_gives_the_name_back(qtbot: QtBot, topics_window: MainWindow):
    panel, before = panel_of(topics_window), names(topics_window)
    panel.select_topic("t1")
    panel.actions_by_name["rename"].trigger()
    editor = panel.topics.findChild(QLineEdit)
    assert editor is not None
    editor.setText("Public money")

    with qtbot.waitSignal(topics_window.topic_flow.topics_changed, timeout=PATIENCE_MS):
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    wait_until_idle(qtbot, topics_window)

    assert "Public money" in names(topics_window)
    assert_views_agree(topics_window)
    undo(qtbot, topics_window)
    assert names(topics_window) == before
    assert_views_agree(topics_window)


def test_merge_split_and_hide_are_undone_one_by_one(qtbot: QtBot, topics_window: MainWindow):
    panel, start = panel_of(topics_window), names(topics_window)

    panel.select_topic("t1")
    panel.select_topic("t2", adds=True)
    do(qtbot, topics_window, "merge")
    assert len(names(topics_window)) == 2
    assert_views_agree(topics_window)
    panel.select_topic("t1")
    do(qtbot, topics_window, "split")
    assert len(names(topics_window)) == 3
    assert_views_agree(topics_window)
    panel.select_topic("t1.2")
    do(qtbot, topics_window, "hide")
    assert len(names(topics_window)) == 2
    assert "1 hidden" in panel.facts.text()
    assert_views_agree(topics_window)

    for n_topics in (3, 2, 3):
        undo(qtbot, topics_window)
        assert len(names(topics_window)) == n_topics
        assert_views_agree(topics_window)
    assert names(topics_window) == start


def test_selected_terms_make_a_topic(qtbot: QtBot, topics_window: MainWindow):
    vocabulary = topics_window.session.vocabulary
    assert vocabulary is not None
    topics_window.session.select_terms([vocabulary.find("gold coin"), vocabulary.find("coin")])

    do(qtbot, topics_window, "seed")

    assert len(names(topics_window)) == 4
    assert_views_agree(topics_window)


def test_the_slider_chooses_between_words_and_phrases(topics_window: MainWindow):
    panel = panel_of(topics_window)

    panel.slider.setValue(panel.slider.minimum())
    words = [term.text for term in panel.model.index(0).data(TERMS_ROLE)]
    panel.slider.setValue(panel.slider.maximum())
    phrases = [term.text for term in panel.model.index(0).data(TERMS_ROLE)]

    assert words and not any(" " in term for term in words)
    assert phrases and all(" " in term for term in phrases)


def test_a_click_on_a_term_selects_it_everywhere(qtbot: QtBot, topics_window: MainWindow):
    panel = panel_of(topics_window)
    index = panel.model.index(0)
    rect = panel.topics.visualRect(index)
    at = QPoint(rect.left() + 30, rect.top() + HEADING_PX + TERM_PX // 2)

    qtbot.mouseClick(panel.topics.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert topics_window.session.selection.anchor == index.data(TERMS_ROLE)[0].row
    wait_until_idle(qtbot, topics_window)


def test_a_topic_shows_its_documents_and_a_click_reads_one(qtbot: QtBot, topics_window: MainWindow):
    panel = panel_of(topics_window)

    panel.select_topic("t1")
    qtbot.waitUntil(lambda: bool(panel.documents.document_model.documents), timeout=PATIENCE_MS)
    wait_until_idle(qtbot, topics_window)

    first = panel.documents.document_model.documents[0]
    assert first.share > 0.4
    panel.documents.activated.emit(panel.documents.document_model.index(0))
    assert topics_window.session.selection.document == first.document
    assert panel.mixture.text().startswith("This document: ")
    assert names(topics_window)[0] in panel.mixture.text()
    wait_until_idle(qtbot, topics_window)


def test_what_cannot_be_done_is_said_inline(qtbot: QtBot, topics_window: MainWindow):
    panel = panel_of(topics_window)
    panel.select_topic("t1")
    with qtbot.waitSignal(topics_window.topic_flow.failed, timeout=PATIENCE_MS):
        from phrase_explorer.domain.topic_edits import SplitTopic

        topics_window.topic_flow.edit(SplitTopic("t1", 1))
    wait_until_idle(qtbot, topics_window)

    assert "2 or more parts" in topics_window.message_bar.text


def test_a_scripted_user_takes_the_quiz(qtbot: QtBot, topics_window: MainWindow, tmp_path: Path):
    panel = panel_of(topics_window)
    panel.actions_by_name["quiz"].trigger()
    quiz = panel.quiz
    questions = quiz._questions
    for taker, finds in (("Anna", True), ("Ben", False)):
        quiz.taker.setText(taker)
        qtbot.mouseClick(quiz.start_button, Qt.MouseButton.LeftButton)
        for question in questions:
            chosen = question.intruder if finds else (question.intruder + 1) % 6
            assert quiz.options[chosen].text() == question.options[chosen]
            qtbot.mouseClick(quiz.options[chosen], Qt.MouseButton.LeftButton)

    quiz.save(tmp_path / "answers.csv")

    assert quiz.result.text().startswith("50% of the intruders were found")
    assert "2 people agree" in quiz.result.text()
    rows = list(csv.DictReader((tmp_path / "answers.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["is_right"] for row in rows] == ["1"] * len(questions) + ["0"] * len(questions)
    panel.quiz.left.emit()


def test_closing_the_project_clears_the_topics(qtbot: QtBot, topics_window: MainWindow):
    topics_window.actions_by_name["close_project"].trigger()
    qtbot.waitUntil(lambda: topics_window.session.project is None, timeout=PATIENCE_MS)

    assert names(topics_window) == []
    assert topics_window.topic_flow.model is None


def test_topics_are_exported(qtbot: QtBot, topics_window: MainWindow, tmp_path: Path):
    panel = panel_of(topics_window)
    with qtbot.waitSignal(panel.said, timeout=PATIENCE_MS):
        panel.export(tmp_path / "topics.csv")
    wait_until_idle(qtbot, topics_window)

    assert (tmp_path / "topics-documents.csv").exists()
    assert topics_window.message_bar.text.startswith("Written to ")
