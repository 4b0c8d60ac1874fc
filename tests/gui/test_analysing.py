"""From a folder to a map, in the window: views fill as the stages end; cancel keeps what was finished."""

import shutil
import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from phrase_explorer.domain.layout import Layout
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.pipeline.stage_report import StageReport
from phrase_explorer.project.project import Project
from tests.gui.conftest import PATIENCE_MS, wait_until_idle
from tests.gui.test_main_window import drop, listed

STAGES = ("load", "extract", "embed", "first_layout", "layout")


class SteppedAnalysis:
    """Stands in for the stages: commits those of a finished project one by one, each when the test lets it go on."""

    def __init__(self, finished: Path) -> None:
        self._finished = finished
        self._may_go_on = threading.Semaphore(0)
        self.stages_ended: list[str] = []

    def go_on(self, n_stages: int = 1) -> None:
        for _ in range(n_stages):
            self._may_go_on.release()

    def __call__(self, source, folder, parameters, *, progress, on_stage=None, on_layout=None, project=None):
        shutil.copytree(self._finished / "artifacts", folder / "artifacts", dirs_exist_ok=True)
        shutil.copy(self._finished / "corpus.sqlite", folder / "corpus.sqlite")
        with Project.open(self._finished, read_only=True) as finished:
            wanted, analysis = finished.state, finished.analysis
        state = project.state
        for number, stage in enumerate(STAGES):
            progress.begin(stage, total=len(STAGES), unit="documents", already_done=number)
            while not self._may_go_on.acquire(timeout=0.01):
                progress.check_cancelled()
            if stage == "load":
                state = type(state)(corpus_file="corpus.sqlite", corpus_key="0" * 32, models=wanted.models)
            else:
                state = state.with_stage(stage, wanted.stages[stage])
            project.commit(state)
            if stage in ("first_layout", "layout"):
                on_layout(Layout(analysis.layout.positions, "pca"))
            on_stage(StageReport(stage, 0.1, {"documents": 4}, False, "0" * 32))
            self.stages_ended.append(stage)


@pytest.fixture
def steps(built_project: Path, monkeypatch: pytest.MonkeyPatch) -> SteppedAnalysis:
    stepped = SteppedAnalysis(built_project)
    monkeypatch.setattr("phrase_explorer.workflows.analyse.analyse", stepped)
    return stepped


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "addresses"
    folder.mkdir()
    (folder / "1801.txt").write_text("The public debt grew.", encoding="utf-8")
    return folder


def test_the_views_fill_as_the_stages_end(qtbot: QtBot, window: MainWindow, steps: SteppedAnalysis, texts: Path):
    drop(window, texts)
    area = window.explorer.map_area
    qtbot.waitUntil(lambda: window.strip.doing.startswith("Reading documents"), timeout=PATIENCE_MS)
    assert window.header.title == "addresses"
    assert not area.shows_map
    assert window.strip.can_cancel

    steps.go_on()
    qtbot.waitUntil(lambda: window.header.facts.startswith("4 documents"), timeout=PATIENCE_MS)
    assert area.stages.text_of("load") == "4 documents"

    steps.go_on()
    qtbot.waitUntil(lambda: len(listed(window)) == 5, timeout=PATIENCE_MS)
    assert not area.shows_map

    steps.go_on(2)
    qtbot.waitUntil(lambda: area.shows_map, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: "One item could not be read" in window.message_bar.text, timeout=PATIENCE_MS)
    assert window.session.layout is not None

    steps.go_on()
    wait_until_idle(qtbot, window)
    assert window.strip.doing == "Map ready"
    assert not window.strip.can_cancel


def test_what_is_selected_stays_selected_while_stages_end(
    qtbot: QtBot, window: MainWindow, steps: SteppedAnalysis, texts: Path
):
    drop(window, texts)
    steps.go_on(2)
    qtbot.waitUntil(lambda: len(listed(window)) == 5, timeout=PATIENCE_MS)
    window.session.select_terms([1])
    window.explorer.terms.choose_kind("phrase")

    steps.go_on(3)
    wait_until_idle(qtbot, window)

    assert window.session.selection.anchor == 1
    assert window.session.term_filter.kind == "phrase"
    assert window.explorer.map_area.map.marks.anchor == 1


def test_cancel_keeps_what_was_finished_and_can_be_continued(
    qtbot: QtBot, window: MainWindow, steps: SteppedAnalysis, texts: Path
):
    drop(window, texts)
    steps.go_on(2)
    qtbot.waitUntil(lambda: len(listed(window)) == 5, timeout=PATIENCE_MS)

    window.actions_by_name["cancel"].trigger()
    wait_until_idle(qtbot, window)

    assert "What was finished is kept" in window.message_bar.text
    assert len(listed(window)) == 5
    assert steps.stages_ended == ["load", "extract"]
    assert window.actions_by_name["continue_analysis"].isEnabled()
    steps.go_on(5)
    window.actions_by_name["continue_analysis"].trigger()
    wait_until_idle(qtbot, window)
    assert window.explorer.map_area.shows_map
    assert not window.actions_by_name["continue_analysis"].isEnabled()


def test_cancel_before_anything_was_read_leaves_no_project_behind(
    qtbot: QtBot, window: MainWindow, steps: SteppedAnalysis, texts: Path, tmp_path: Path
):
    drop(window, texts)
    qtbot.waitUntil(lambda: window.strip.can_cancel, timeout=PATIENCE_MS)

    window.actions_by_name["cancel"].trigger()
    wait_until_idle(qtbot, window)

    assert window.welcome.isVisible()
    assert list((tmp_path / "projects").glob("*")) == []


def test_another_project_is_opened_after_the_running_analysis_has_stopped(
    qtbot: QtBot, window: MainWindow, steps: SteppedAnalysis, texts: Path, project_folder: Path
):
    drop(window, texts)
    steps.go_on()
    qtbot.waitUntil(lambda: window.session.project is not None, timeout=PATIENCE_MS)

    drop(window, project_folder)
    qtbot.waitUntil(lambda: window.header.title == "speeches", timeout=PATIENCE_MS)
    wait_until_idle(qtbot, window)

    assert steps.stages_ended == ["load"]
    assert len(listed(window)) == 5


def test_the_window_can_be_closed_while_an_analysis_runs(
    qtbot: QtBot, window: MainWindow, steps: SteppedAnalysis, texts: Path, tmp_path: Path
):
    drop(window, texts)
    steps.go_on()
    qtbot.waitUntil(lambda: window.session.project is not None, timeout=PATIENCE_MS)

    window.close()

    assert not window.isVisible()
    with Project.open(tmp_path / "projects" / "addresses.phrasemap") as project:
        assert project.has_corpus


def test_a_corpus_that_cannot_be_read_is_explained_inline(
    qtbot: QtBot, window: MainWindow, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_arguments, **_options):
        raise UserFacingError("'addresses' holds no text; choose a folder with .txt files.")

    monkeypatch.setattr("phrase_explorer.workflows.analyse.analyse", refuse)

    drop(window, texts)
    wait_until_idle(qtbot, window)

    assert window.message_bar.text == "'addresses' holds no text; choose a folder with .txt files."
    assert window.welcome.isVisible()
    assert list((tmp_path / "projects").glob("*")) == []


@pytest.mark.model
def test_a_dropped_folder_becomes_a_map_that_can_be_read(qtbot: QtBot, window: MainWindow, tmp_path: Path):
    folder = tmp_path / "harbours"
    folder.mkdir()
    for number in range(3):
        text = "The old harbour kept its fishing boats. A stone bridge crossed the river near the old harbour."
        (folder / f"{1900 + number}.txt").write_text(text, encoding="utf-8")

    drop(window, folder)
    qtbot.waitUntil(lambda: window.explorer.map_area.shows_map, timeout=180_000)
    qtbot.waitUntil(lambda: not window.runner.running, timeout=180_000)
    vocabulary = window.session.vocabulary
    assert vocabulary is not None
    window.session.select_terms([vocabulary.find("old harbour")])
    wait_until_idle(qtbot, window)

    assert window.message_bar.text == ""
    assert window.explorer.concordance.model.lines[0].match == "old harbour"
    assert window.explorer.reader.title != "Reader"
    assert window.strip.doing == "Map ready"
