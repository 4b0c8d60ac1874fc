"""``info``: what a project holds, and what was skipped and dropped on the way."""

import argparse
from pathlib import Path

from phrase_explorer.cli.command import Command
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.workflows.open_project import open_project
from phrase_explorer.workflows.project_info import ProjectInfo, project_info

MOST_SHOWN = 10


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", metavar="P", type=Path, help="project folder")


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    with open_project(arguments.project, read_only=True) as project:
        info = project_info(project)
    terminal.give(info.to_json(), "\n".join(_lines(info)))
    return 0


def _lines(info: ProjectInfo) -> list[str]:
    lines = [
        f"{info.name}: {info.documents:,} documents, {info.words:,} running words, "
        f"{info.terms:,} terms ({info.word_terms:,} words, {info.phrase_terms:,} phrases), {info.hidden:,} hidden",
    ]
    if info.source:
        lines.append(f"read from {info.source}")
    if info.columns:
        lines.append("metadata: " + ", ".join(f"{name} ({kind})" for name, kind in info.columns))
    lines.append("stages: " + (", ".join(info.stages) if info.stages else "none yet"))
    lines += [f"{part}: {model['name']} ({model['fingerprint'][:12]})" for part, model in info.models.items()]
    if info.skipped:
        lines.append(f"skipped: {len(info.skipped):,}")
        lines += [f"  {item.source} {item.place}: {item.reason}" for item in info.skipped[:MOST_SHOWN]]
        lines += _more(len(info.skipped))
    if info.notes:
        lines.append(f"notes: {len(info.notes):,}")
        lines += [f"  {note.source}: {note.message}" for note in info.notes[:MOST_SHOWN]]
        lines += _more(len(info.notes))
    if info.ledger.entries:
        lines.append("dropped:")
        for entry in info.ledger.entries:
            examples = ", ".join(f"“{example}”" for example in entry.examples)
            lines.append(
                f"  {entry.count:,} by {entry.rule.replace('_', ' ')}: {entry.explanation} For example {examples}"
            )
    return lines + [f"note: {note}" for note in info.ledger.notes]


def _more(n_items: int) -> list[str]:
    return [f"  and {n_items - MOST_SHOWN:,} more (all with --json)"] if n_items > MOST_SHOWN else []


COMMAND = Command(
    "info",
    "say what a project holds, and what was skipped and dropped",
    _add_arguments,
    _run,
    ("info speeches.phrasemap", "info speeches.phrasemap --json"),
)
