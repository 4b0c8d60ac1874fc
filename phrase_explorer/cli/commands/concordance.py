"""``concordance``: keyword in context."""

import argparse
from pathlib import Path

from phrase_explorer.cli.argument_types import positive
from phrase_explorer.cli.bidirectional_text import isolated
from phrase_explorer.cli.command import Command
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.workflows.concordance import CONTEXT_CHARACTERS, ConcordanceLine, concordance
from phrase_explorer.workflows.open_project import open_project

SHOWN_CHARACTERS = 45


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", metavar="P", type=Path, help="project folder")
    parser.add_argument("term", metavar="TERM", help="a term, any text, or a pattern")
    parser.add_argument(
        "--sort",
        choices=("left", "right", "document", "date", "random"),
        default="document",
        help="by the words before, the words after, or (default) the order of the documents",
    )
    parser.add_argument("--regex", action="store_true", help="TERM is a regular expression")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="seed of the random order (default: %(default)s)"
    )
    parser.add_argument("--top", metavar="N", type=positive, help="how many lines (default: all)")
    parser.add_argument(
        "--context",
        metavar="N",
        type=int,
        default=CONTEXT_CHARACTERS,
        help="characters on each side (default: %(default)s)",
    )


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    with open_project(arguments.project, read_only=True) as project, terminal.long_work() as progress:
        lines = concordance(
            project,
            arguments.term,
            sort=arguments.sort,
            regex=arguments.regex,
            seed=arguments.seed,
            limit=arguments.top,
            context_characters=arguments.context,
            progress=progress,
        )
    for line in lines:
        terminal.give(_facts(line), None if terminal.as_json else _text(line))
    terminal.say(f"{lines.n_hits:,} occurrences of “{arguments.term}”" + _shown_of(len(lines), lines.n_hits))
    return 0


def _shown_of(n_shown: int, n_hits: int) -> str:
    return f", {n_shown:,} shown" if n_shown < n_hits else ""


def _facts(line: ConcordanceLine) -> dict[str, object]:
    return {
        "document": line.key,
        "start": line.start,
        "end": line.end,
        "left": line.left,
        "match": line.match,
        "right": line.right,
    }


def _text(line: ConcordanceLine) -> str:
    left, right = line.left[-SHOWN_CHARACTERS:], line.right[:SHOWN_CHARACTERS]
    fields = isolated((left.rjust(SHOWN_CHARACTERS), line.match_in_line, right.ljust(SHOWN_CHARACTERS)))
    return f"{line.key[:24]:<24}  {fields[0]}[{fields[1]}]{fields[2]}".rstrip()


COMMAND = Command(
    "concordance",
    "show every place where a term, a text or a pattern occurs",
    _add_arguments,
    _run,
    (
        'concordance speeches.phrasemap "public debt" --sort right',
        'concordance speeches.phrasemap "four score and seven"',
        r'concordance speeches.phrasemap "\btax(es|ation)?\b" --regex --sort date --json',
    ),
)
