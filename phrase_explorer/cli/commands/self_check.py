"""``self-check``: does this installation work."""

import argparse
from dataclasses import asdict

from phrase_explorer.cli.command import Command
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.cli.window_door import check_window
from phrase_explorer.workflows.self_check import self_check


def _add_arguments(_parser: argparse.ArgumentParser) -> None:
    return


def _run(_arguments: argparse.Namespace, terminal: Terminal) -> int:
    n_failed = 0
    with terminal.long_work() as progress:
        for check in self_check({"window": check_window}, progress=progress):
            terminal.give(asdict(check), f"{'ok    ' if check.ok else 'FAILED'}  {check.check}: {check.detail}")
            n_failed += not check.ok
    if n_failed:
        terminal.complain(f"{n_failed} of the checks failed; install Phrase Explorer again, or report the lines above.")
    return 1 if n_failed else 0


COMMAND = Command(
    "self-check",
    "try every part of this installation",
    _add_arguments,
    _run,
    ("self-check", "self-check --json"),
)
