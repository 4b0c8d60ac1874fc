"""``search``: the terms nearest to a text in meaning, or those that hold its words."""

import argparse
from pathlib import Path

from phrase_explorer.cli.argument_types import positive
from phrase_explorer.cli.command import Command
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.workflows.open_project import open_project
from phrase_explorer.workflows.search import TermHit, search_terms


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", metavar="P", type=Path, help="project folder")
    parser.add_argument("text", metavar="TEXT", help="what to look for")
    parser.add_argument("--top", metavar="N", type=positive, default=20, help="how many terms (default: %(default)s)")
    parser.add_argument("--exact", action="store_true", help="terms that hold these words, instead of near ones")
    parser.add_argument("--hide-shared-words", action="store_true", help="leave out terms that share a word with TEXT")


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    with open_project(arguments.project, read_only=True) as project:
        hits = search_terms(
            project,
            arguments.text,
            top=arguments.top,
            exact=arguments.exact,
            hide_shared_words=arguments.hide_shared_words,
        )
    for hit in hits:
        terminal.give(_facts(hit), f"{hit.score:6.3f}  {hit.count:>7,}  {hit.documents:>6,}  {hit.kind:<6}  {hit.term}")
    if not hits:
        terminal.say(f"No term was found for “{arguments.text}”.")
    return 0


def _facts(hit: TermHit) -> dict[str, object]:
    return {
        "term": hit.term,
        "kind": hit.kind,
        "count": hit.count,
        "documents": hit.documents,
        "score": round(hit.score, 4),
    }


COMMAND = Command(
    "search",
    "find the terms nearest to a text in meaning, or those that hold its words",
    _add_arguments,
    _run,
    (
        'search speeches.phrasemap "public money"',
        'search speeches.phrasemap "public money" --hide-shared-words --top 10',
        "search speeches.phrasemap debt --exact",
    ),
)
