"""``export``: take results out of a project."""

import argparse
from pathlib import Path

from phrase_explorer.cli.command import Command
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.cli.window_door import render_map_picture
from phrase_explorer.foundation.errors import UsageError, UserFacingError
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.export_project import export_provenance, export_terms_csv, write_export
from phrase_explorer.workflows.open_project import open_project
from phrase_explorer.workflows.topic_tables import export_topics
from phrase_explorer.workflows.topics import current_model, open_topics

KINDS = ("csv", "png", "topics", "provenance")
MOST_PIXELS = 20_000


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", metavar="P", type=Path, help="project folder")
    parser.add_argument(
        "--to",
        choices=KINDS,
        required=True,
        help="table of terms, picture of the map, topics (.json, .csv or .parquet), or what it was made from",
    )
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="file to write")
    parser.add_argument("--hidden", action="store_true", help="csv: hidden terms too, marked in their column")
    parser.add_argument("--excel", action="store_true", help="csv: begin with the byte order mark that Excel needs")
    parser.add_argument("--width", metavar="N", type=int, default=1600, help="png: pixels (default: %(default)s)")
    parser.add_argument("--height", metavar="N", type=int, default=1200, help="png: pixels (default: %(default)s)")
    parser.add_argument("--dark", action="store_true", help="png: the dark theme")


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    with open_project(arguments.project, read_only=True) as project:
        project.require_analysis()
        _export(project, arguments)
    terminal.give({"path": str(arguments.output)}, f"Written: {arguments.output}")
    return 0


def _export(project: Project, arguments: argparse.Namespace) -> None:
    if arguments.to == "csv":
        export_terms_csv(project, arguments.output, include_hidden=arguments.hidden, byte_order_mark=arguments.excel)
    elif arguments.to == "provenance":
        export_provenance(project, arguments.output)
    elif arguments.to == "topics":
        topics = open_topics(project)
        if topics is None:
            raise UserFacingError(
                f"The project '{project.folder.name}' has no topics yet; run: phrase-explorer topics '{project.folder}'"
            )
        export_topics(current_model(project, topics), arguments.output, document_keys=project.corpus.keys())
    else:
        if not (0 < arguments.width <= MOST_PIXELS and 0 < arguments.height <= MOST_PIXELS):
            raise UsageError(
                f"A picture has 1 to {MOST_PIXELS:,} pixels on each side; choose another --width or --height."
            )
        picture = render_map_picture(project, arguments.width, arguments.height, dark=arguments.dark)
        write_export(arguments.output, picture)


COMMAND = Command(
    "export",
    "write the terms or topics as tables, the map as a picture, or what the project was made from",
    _add_arguments,
    _run,
    (
        "export speeches.phrasemap --to csv -o terms.csv",
        "export speeches.phrasemap --to png -o map.png --width 3000 --height 2000",
        "export speeches.phrasemap --to topics -o topics.parquet",
        "export speeches.phrasemap --to provenance -o provenance.json",
    ),
)
