"""No command: open the window, with a project or something to read if one is given."""

import argparse
from pathlib import Path

from phrase_explorer.cli.command import Command
from phrase_explorer.cli.display import has_display
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.cli.window_door import run_window
from phrase_explorer.foundation.errors import UserFacingError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="P or INPUT", type=Path, nargs="?", help="project or documents to open")


def _run(arguments: argparse.Namespace, _terminal: Terminal) -> int:
    if not has_display():
        raise UserFacingError(
            "There is no display to open a window on; the commands work without one: phrase-explorer --help."
        )
    return run_window(arguments.path)


COMMAND = Command("window", "open the window", _add_arguments, _run, ())
