"""The one door from the command line to the window: Qt is loaded only behind it."""

import importlib
from pathlib import Path
from typing import Any, cast

from phrase_explorer.project.project import Project


def run_window(path: Path | None) -> int:
    """Open the window, with a project or something to read if one is given; give the exit code when it closes."""
    return cast("int", _application().run(path))


def render_window_picture(project_folder: Path, picture_path: Path) -> None:
    """Draw the real window on a project, without a screen, into a PNG file."""
    _application().render_window_png(project_folder, picture_path)


def render_map_picture(project: Project, width: int, height: int, *, dark: bool) -> bytes:
    """Draw the map of a project, without a screen; give the bytes of a PNG file."""
    return cast("bytes", _pictures().render_map_png(project, width, height, dark=dark))


def check_window() -> str:
    """Draw something without a screen, and say what with."""
    return cast("str", _pictures().check_drawing())


def _application() -> Any:  # Any: a module
    return importlib.import_module("phrase_explorer.gui.application")


def _pictures() -> Any:  # Any: a module
    return importlib.import_module("phrase_explorer.gui.offscreen_pictures")
