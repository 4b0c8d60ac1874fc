"""``adapt``: fine-tune the encoder to the project's own terms, or go back."""

import argparse
from dataclasses import asdict
from pathlib import Path

from phrase_explorer.adaptation.mirror_training import MirrorOptions
from phrase_explorer.cli.command import Command
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.workflows.adapt import Adaptation, adapt_project, undo_adaptation
from phrase_explorer.workflows.open_project import open_project


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", metavar="P", type=Path, help="project folder")
    parser.add_argument("--undo", action="store_true", help="go back to the encoder before the last adaptation")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="seed of the training (default: %(default)s)")


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    with open_project(arguments.project) as project, terminal.long_work() as progress:
        if arguments.undo:
            folder = undo_adaptation(project, progress=progress)
            name = folder.name if folder is not None else "bundled"
            terminal.give({"encoder": name}, f"The project uses the encoder from before: {name}.")
            return 0
        adaptation = adapt_project(project, progress=progress, options=MirrorOptions(seed=arguments.seed))
    for change in adaptation.changes:
        before, after = ", ".join(change.before), ", ".join(change.after)
        terminal.give(asdict(change), f"{change.term}\n    before: {before}\n    after:  {after}")
    terminal.give(_facts(adaptation), adaptation.sentence)
    return 0


def _facts(adaptation: Adaptation) -> dict[str, object]:
    return {
        "accepted": adaptation.is_accepted,
        "check": asdict(adaptation.check),
        "terms": adaptation.n_terms,
        "masked_share": round(adaptation.masked_share, 4),
        "seconds": round(adaptation.seconds, 1),
    }


COMMAND = Command(
    "adapt",
    "fine-tune the encoder to the project's own terms; it is kept only if held-out terms fare better",
    _add_arguments,
    _run,
    ("adapt speeches.phrasemap", "adapt speeches.phrasemap --undo"),
)
