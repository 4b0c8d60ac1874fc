"""Fixtures of the window's tests: settings in a temporary file, no stray threads, no leaked windows."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QApplication

from phrase_explorer.gui.preferences import Preferences
from phrase_explorer.gui.tasks.task_runner import TaskRunner


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    kept = Preferences(settings)
    kept.projects_folder = tmp_path / "projects"
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
