"""``analyse``: build or resume a project."""

import argparse
import time
from dataclasses import asdict, replace
from pathlib import Path

from phrase_explorer.cli.argument_types import KEEPABLE_RULES, kept_rules, not_negative, positive
from phrase_explorer.cli.command import Command
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.encoding.encoder_folder import UnusableEncoderError, read_encoder_folder
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.foundation.errors import UsageError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.pipeline.stage_report import StageReport
from phrase_explorer.workflows.analyse import analyse
from phrase_explorer.workflows.open_project import default_project_folder, is_project, open_project


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "input",
        metavar="INPUT",
        type=Path,
        help="file, folder or archive; or a project, to analyse its documents again",
    )
    parser.add_argument(
        "-o", "--output", metavar="P", type=Path, help="project folder (default: INPUT.phrasemap beside it)"
    )
    columns = parser.add_argument_group("columns of a table")
    columns.add_argument("--text", metavar="COL", help="column that holds the text")
    columns.add_argument("--id", metavar="COL", help="column that names the document")
    columns.add_argument("--title", metavar="COL", help="column that holds the title")
    columns.add_argument("--date", metavar="COL", help="column that holds the date")
    columns.add_argument("--metadata", metavar="COL,...", help="columns to keep (default: all others; '' for none)")
    parser.add_argument("--encoding", metavar="E", help="character encoding, instead of detecting it")
    parser.add_argument("--date-order", choices=("dmy", "mdy", "ymd"), help="how to read 03/04/2021")
    parser.add_argument(
        "--language", metavar="L", help="language of the text, such as de, or an installed spaCy pipeline (default: en)"
    )
    parser.add_argument(
        "--min-count", metavar="N", type=positive, help="drop terms that occur less often (default: by size)"
    )
    parser.add_argument(
        "--keep",
        metavar="RULE,...",
        type=kept_rules,
        help=f"keep terms that a rule drops: {', '.join(KEEPABLE_RULES)} ('' for none)",
    )
    parser.add_argument("--encoder", metavar="FOLDER", type=Path, help="another encoder than the bundled one")
    parser.add_argument("--seed", metavar="N", type=not_negative, help="seed of the map (default: 42)")
    parser.add_argument("--topics", metavar="K", type=not_negative, help="then find K topics; 0 as many as fit")


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    again = is_project(arguments.input)
    source = None if again else arguments.input
    if arguments.encoder is not None and not arguments.encoder.is_dir():
        raise UsageError(f"There is no encoder folder '{arguments.encoder}'; choose a folder that holds modules.json.")
    if arguments.encoder is not None:
        _check_encoder(arguments.encoder)
    output = arguments.output or (arguments.input if again else default_project_folder(arguments.input))
    if again and output.resolve() != arguments.input.resolve():
        raise UsageError(f"'{arguments.input}' is a project; analyse it in place, or give the documents to read.")
    parameters = _parameters(arguments, _parameters_of(arguments.input) if again else AnalysisParameters())
    with terminal.long_work() as progress:
        analyse(
            source,
            output,
            parameters,
            progress=progress,
            on_stage=lambda report: give_report(report, terminal),
        )
        if arguments.topics is not None:
            _find_topics(output, arguments.topics, terminal, progress)
    terminal.show(f"The project is in {output}")
    return 0


def _find_topics(folder: Path, n_topics: int, terminal: Terminal, progress: Progress) -> None:
    from phrase_explorer.workflows.topics import TopicParameters, fit_project_topics

    began = time.monotonic()
    with open_project(folder) as project:
        topics = fit_project_topics(project, TopicParameters(n_topics or None), progress=progress)
    counts = {"topics": topics.fitted.n_topics, "passages": topics.space.n_passages}
    give_report(StageReport("topics", time.monotonic() - began, counts, False, topics.key), terminal)


def _check_encoder(folder: Path) -> None:
    try:
        read_encoder_folder(folder)
    except UnusableEncoderError as error:
        raise UsageError(str(error)) from error


def give_report(report: StageReport, terminal: Terminal) -> None:
    """Give what a stage reports: a JSON line, or a line for a person."""
    terminal.give(_facts(report), _line(report))
    for note in report.notes:
        terminal.say(note)
    if report.stage == "load" and not report.counts["documents"]:
        terminal.say("Nothing was read; phrase-explorer info says what was skipped and why.")
    elif report.stage == "extract" and report.counts.get("terms") == 0:
        terminal.say(
            "No word or phrase was found, so the map is empty; phrase-explorer info says what was dropped and why."
        )
    elif report.stage == "load" and report.counts["skipped"]:
        terminal.say(
            f"{report.counts['skipped']:,} files or rows were skipped; phrase-explorer info says which and why."
        )


def _parameters_of(project_folder: Path) -> AnalysisParameters:
    with open_project(project_folder, read_only=True) as project:
        return AnalysisParameters.from_json(project.state.parameters)


def _parameters(arguments: argparse.Namespace, before: AnalysisParameters) -> AnalysisParameters:
    """Put what was given in place of what was there."""
    given, imported, layout = arguments, before.import_options, before.layout
    metadata = imported.metadata_columns if given.metadata is None else tuple(filter(None, given.metadata.split(",")))
    return AnalysisParameters(
        replace(
            imported,
            text_column=given.text or imported.text_column,
            id_column=given.id or imported.id_column,
            title_column=given.title or imported.title_column,
            date_column=given.date or imported.date_column,
            metadata_columns=metadata,
            encoding=given.encoding or imported.encoding,
            date_order=given.date_order or imported.date_order,
        ),
        replace(
            _keeping(_in_language(before.extraction, given.language), given.keep),
            min_count=before.extraction.min_count if given.min_count is None else given.min_count,
        ),
        str(given.encoder.absolute()) if given.encoder is not None else before.encoder_folder,
        replace(layout, seed=layout.seed if given.seed is None else given.seed),
        before.topics,
    )


def _in_language(before: ExtractionOptions, language: str | None) -> ExtractionOptions:
    """Take a language code, or the folder or package of an installed spaCy pipeline, which begins with its language."""
    if language is None:
        return before
    if "_" in language or Path(language).is_dir():
        return replace(before, language=Path(language).name[:2], pipeline_folder=language)
    return replace(before, language=language.lower(), pipeline_folder=None)


def _keeping(before: ExtractionOptions, rules: frozenset[str] | None) -> ExtractionOptions:
    """Switch off the rules that are named, and on all others."""
    if rules is None:
        return before
    return replace(
        before,
        keep_numbers="numbers" in rules,
        keep_single_letters="single-letters" in rules,
        keep_stop_words="stop-words" in rules,
        keep_symbols="symbols" in rules,
        keep_addresses="addresses" in rules,
        use_stop_phrases="stop-phrases" not in rules,
    )


def _facts(report: StageReport) -> dict[str, object]:
    return {
        **asdict(report),
        "seconds": round(report.seconds, 3),
        "counts": dict(report.counts),
        "notes": list(report.notes),
    }


def _line(report: StageReport) -> str:
    counts = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in report.counts.items() if count)
    how = "there already" if report.reused else f"{report.seconds:,.1f} s"
    return f"{report.stage.replace('_', ' '):<13}{how:>14}   {counts}"


COMMAND = Command(
    "analyse",
    "read a corpus and make its map, or go on where a stopped run left it",
    _add_arguments,
    _run,
    (
        "analyse speeches/ -o speeches.phrasemap",
        "analyse reviews.csv -o reviews.phrasemap --text body --id review_id --date written --date-order dmy",
        "analyse speeches.phrasemap --min-count 5",
    ),
)
