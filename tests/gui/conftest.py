"""Fixtures of the window's tests: settings in a temporary file, no stray threads, no leaked windows."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.gui.preferences import Preferences
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.term_listing import prepare_term_listing
from phrase_explorer.gui.theme import apply_theme
from phrase_explorer.project.project import Project
from tests.project_builder import build_project

PATIENCE_MS = 60_000


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    kept = Preferences(settings)
    kept.projects_folder = tmp_path / "projects"
    kept.finds_topics = False
    return kept


@pytest.fixture
def owner(qapp: QApplication) -> Iterator[QObject]:
    parent = QObject()
    yield parent
    parent.deleteLater()


@pytest.fixture
def runner(owner: QObject) -> Iterator[TaskRunner]:
    task_runner = TaskRunner(owner)
    yield task_runner
    assert task_runner.stop(), "a worker thread did not end"


@pytest.fixture(autouse=True)
def no_leftovers(qapp: QApplication) -> Iterator[None]:
    yield
    lanes = [thread.name for thread in threading.enumerate() if thread.name.startswith("lane-")]
    windows = [widget for widget in qapp.topLevelWidgets() if widget.isVisible()]
    assert lanes == []
    assert windows == []


@pytest.fixture(scope="session")
def built_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a small project made by hand; copy it before changing anything in it."""
    return build_project(tmp_path_factory.mktemp("window") / "speeches.phrasemap")


@pytest.fixture
def project_folder(built_project: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "speeches.phrasemap"
    shutil.copytree(built_project, folder)
    return folder


@pytest.fixture
def session(owner: QObject, project_folder: Path) -> Iterator[ProjectSession]:
    """Give a session with the project open, without a window."""
    project_session = ProjectSession(owner)
    project = Project.open(project_folder)
    assert project.analysis is not None
    project_session.open(project, prepare_term_listing(project.analysis.vocabulary))
    yield project_session
    project_session.close()


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, preferences: Preferences) -> Iterator[MainWindow]:
    """Give the whole window, shown, with nothing open."""
    main_window = MainWindow(preferences, apply_theme(qapp, "light"))
    main_window.explorer.map_area.map.set_reduced_motion(True)
    qtbot.addWidget(main_window)
    main_window.show()
    qtbot.waitExposed(main_window)
    yield main_window
    main_window.close()


@pytest.fixture
def open_window(qtbot: QtBot, window: MainWindow, project_folder: Path) -> MainWindow:
    """Give the window with the small project open."""
    with qtbot.waitSignal(window.session.project_opened, timeout=PATIENCE_MS):
        window.open_path(project_folder)
    wait_until_idle(qtbot, window)
    return window


def wait_until_idle(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until no task runs."""
    qtbot.waitUntil(lambda: not window.runner.running, timeout=PATIENCE_MS)
