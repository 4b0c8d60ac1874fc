"""What a command is: a name, its flags, and a function that does it."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from phrase_explorer.cli.terminal import Terminal


@dataclass(frozen=True)
class Command:
    """One command of the command line.

    Parameters
    ----------
    add_arguments
        Adds the command's own flags; ``--json`` and ``--quiet`` are there already.
    run
        Does it and gives the exit code.
    examples
        Lines for the end of ``--help``.
    """

    name: str
    summary: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Terminal], int]
    examples: tuple[str, ...]
