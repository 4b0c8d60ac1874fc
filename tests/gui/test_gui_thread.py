"""No workflow runs on the GUI thread: every one that an action calls is wrapped, and the window is used."""

import importlib
import pkgutil
import threading
from types import FunctionType

import pytest
from pytestqt.qtbot import QtBot

import phrase_explorer.gui
from phrase_explorer.gui.main_window import MainWindow
from tests.gui.conftest import PATIENCE_MS, wait_until_idle

QUICK_QUESTIONS = {"is_project"}  # one look at one file name


def window_modules():
    for module in pkgutil.walk_packages(phrase_explorer.gui.__path__, "phrase_explorer.gui."):
        yield importlib.import_module(module.name)


def is_workflow(value: object) -> bool:
    return (
        isinstance(value, FunctionType)
        and value.__module__.startswith(("phrase_explorer.workflows.", "phrase_explorer.readers."))
        and value.__name__ not in QUICK_QUESTIONS
    )


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Note each call of a workflow and whether it came on the GUI thread."""
    noted: list[tuple[str, bool]] = []

    def wrapped(function: FunctionType):
        def call(*arguments, **options):
            noted.append((function.__name__, threading.current_thread() is threading.main_thread()))
            return function(*arguments, **options)

        return call

    for module in list(window_modules()):
        for name, value in list(vars(module).items()):
            if is_workflow(value):
                monkeypatch.setattr(module, name, wrapped(value))
    for package in ("phrase_explorer.workflows", "phrase_explorer.readers"):
        for found in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}."):
            module = importlib.import_module(found.name)
            for name, value in list(vars(module).items()):
                if is_workflow(value) and value.__module__ == module.__name__ and not name.startswith("_"):
                    monkeypatch.setattr(module, name, wrapped(value))
    return noted


def test_no_workflow_runs_on_the_gui_thread(qtbot: QtBot, calls: list[tuple[str, bool]], open_window: MainWindow):
    open_window.session.select_terms([1])
    wait_until_idle(qtbot, open_window)
    open_window.explorer.concordance.choose_sort("left")
    wait_until_idle(qtbot, open_window)
    open_window.header.search.choose_mode("exact")
    open_window.header.search.setText("debt")
    qtbot.waitUntil(lambda: len(open_window.session.search_rows) == 3, timeout=PATIENCE_MS)
    wait_until_idle(qtbot, open_window)

    names = {name for name, _on_gui_thread in calls}
    assert {"open_project", "lines_of_hits", "neighbours_of", "search_terms", "project_info"} <= names
    assert [name for name, on_gui_thread in calls if on_gui_thread] == []
