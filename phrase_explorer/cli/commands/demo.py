"""``demo``: the sample corpus in the window; without a display, the same work and a picture of the window."""

import argparse
import os
import sys
from pathlib import Path

from phrase_explorer.cli.command import Command
from phrase_explorer.cli.commands.analyse import give_report
from phrase_explorer.cli.display import has_display
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.cli.window_door import render_window_picture, run_window
from phrase_explorer.foundation.resource_paths import resource_path
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.workflows.analyse import analyse

PROJECT_NAME, PICTURE_NAME = "sample.phrasemap", "sample-window.png"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="where project and picture go (default: here)")
    parser.add_argument(
        "--headless", action="store_true", help="draw a picture of the window even where there is a display"
    )


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    folder = (arguments.output or _writable_folder()).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    project, picture = folder / PROJECT_NAME, folder / PICTURE_NAME
    if has_display() and not arguments.headless:
        return run_window(
            project if (project / "project.json").exists() else resource_path("sample_corpus", "speeches.csv")
        )
    with terminal.long_work() as progress:
        analyse(
            resource_path("sample_corpus", "speeches.csv"),
            project,
            AnalysisParameters(),
            progress=progress,
            on_stage=lambda report: give_report(report, terminal),
        )
    terminal.say("Drawing the window")
    render_window_picture(project, picture)
    terminal.give({"project": str(project), "picture": str(picture)})
    terminal.show(
        f"There is no display, so the window was drawn into a picture.\nProject: {project}\nPicture: {picture}"
    )
    return 0


def _writable_folder() -> Path:
    """Give the working folder, or the user's own data folder where that cannot be written."""
    here = Path.cwd()
    if os.access(here, os.W_OK):
        return here
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Phrase Explorer"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "phrase-explorer"


COMMAND = Command(
    "demo",
    "show the bundled sample corpus in the window, or without a display in a picture",
    _add_arguments,
    _run,
    ("demo", "demo --headless -o /tmp"),
)
