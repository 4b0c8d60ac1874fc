"""The program's entry: read the arguments, run one command, and turn whatever happens into a sentence and an exit code.

0 done, 1 the work failed, 2 wrong use, 130 stopped by the person.
"""

import argparse
import difflib
import logging
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from phrase_explorer import __version__
from phrase_explorer.cli.command import Command
from phrase_explorer.cli.commands import (
    adapt,
    analyse,
    concordance,
    demo,
    export,
    info,
    search,
    self_check,
    topics,
    window,
)
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.foundation.errors import Cancelled, UsageError, UserFacingError
from phrase_explorer.foundation.logging_setup import default_log_folder, set_up_logging

logger = logging.getLogger(__name__)

PROGRAM = "phrase-explorer"
COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        analyse.COMMAND,
        info.COMMAND,
        search.COMMAND,
        concordance.COMMAND,
        topics.COMMAND,
        adapt.COMMAND,
        export.COMMAND,
        self_check.COMMAND,
        demo.COMMAND,
    )
}
EXIT_DONE, EXIT_FAILED, EXIT_WRONG_USE, EXIT_STOPPED = 0, 1, 2, 130


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[:1].upper()}{message[1:]}; see {self.prog} --help.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and give its exit code."""
    multiprocessing.freeze_support()
    _make_streams_safe()
    terminal = Terminal()
    log_path = _set_up_log()
    try:
        arguments, command = _parse(list(sys.argv[1:] if argv is None else argv))
        terminal = Terminal(as_json=arguments.json, quiet=arguments.quiet)
        return command.run(arguments, terminal)
    except UserFacingError as error:
        logger.info("refused: %s", type(error).__name__)
        terminal.complain(str(error))
        return error.exit_code
    except (Cancelled, KeyboardInterrupt):
        terminal.complain("Stopped. What was finished is kept; the same command goes on from there.")
        return EXIT_STOPPED
    except BrokenPipeError:
        _leave_stdout()
        return EXIT_DONE
    except SystemExit as exit_:  # --help and --version
        return int(exit_.code or 0)
    except Exception as error:
        logger.exception("unexpected error")
        terminal.complain(
            f"Something unexpected went wrong ({type(error).__name__}); the details are in {log_path}. "
            "Please send that file with a report of what you did."
        )
        return EXIT_FAILED


def _parse(argv: list[str]) -> tuple[argparse.Namespace, Command]:
    """Read the arguments; what is not a command is something to open in the window."""
    parser = build_parser()
    is_window = not argv or (argv[0] not in COMMANDS and not argv[0].startswith("-"))
    if is_window or argv[0] in ("--json", "--quiet"):
        _check_is_there([argument for argument in argv if not argument.startswith("-")])
        window_parser = _Parser(prog=PROGRAM, parents=[_common_flags()], add_help=False)
        window.COMMAND.add_arguments(window_parser)
        return window_parser.parse_args(argv), window.COMMAND
    arguments = parser.parse_args(argv)
    return arguments, COMMANDS[arguments.command]


def _check_is_there(paths: list[str]) -> None:
    """Refuse what is neither a command nor a path; most often a command was misspelt."""
    if paths and not Path(paths[0]).exists():
        near = difflib.get_close_matches(paths[0], COMMANDS, n=1)
        meant = f"; did you mean {near[0]}?" if near else f"; the commands are {', '.join(COMMANDS)}."
        raise UsageError(f"There is no file, folder or command '{paths[0]}'{meant}")


def build_parser() -> argparse.ArgumentParser:
    """Give the parser of all commands."""
    parser = _Parser(
        prog=PROGRAM,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="From a folder of text to a map of its phrases, offline.\n\n"
        f"{PROGRAM} [PROJECT or INPUT] opens the window; the commands below do the same work without one.",
        epilog="Exit codes: 0 done, 1 the work failed, 2 wrong use, 130 stopped.",
    )
    parser.add_argument("--version", action="version", version=f"Phrase Explorer {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS.values():
        subparser = subparsers.add_parser(
            command.name,
            help=command.summary,
            description=command.summary[:1].upper() + command.summary[1:] + ".",
            epilog="examples:\n" + "\n".join(f"  {PROGRAM} {example}" for example in command.examples),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            parents=[_common_flags()],
        )
        command.add_arguments(subparser)
    return parser


def _common_flags() -> _Parser:
    flags = _Parser(add_help=False)
    flags.add_argument("--json", action="store_true", help="JSON alone on stdout, one object a line")
    flags.add_argument("--quiet", action="store_true", help="no progress and no messages on stderr")
    return flags


def _set_up_log() -> Path:
    try:
        return set_up_logging(default_log_folder())
    except OSError:
        return set_up_logging(Path(tempfile.gettempdir()) / "phrase-explorer")


def _make_streams_safe() -> None:
    """Print what a text holds even where the terminal cannot show it, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _leave_stdout() -> None:
    """Let the reader of a closed pipe go without a complaint at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
