"""``python -m training evaluate ENCODER``: every task for an encoder and the baselines, as a table or as JSON lines."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from phrase_explorer.foundation.errors import UsageError
from training.evaluation.encoder_scorer import EncoderScorer
from training.evaluation.overlap_scorers import character_trigrams, word_overlap
from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.results import Result
from training.evaluation.static_scorer import SMALL_GLOVE, StaticVectorScorer
from training.evaluation.task_files import FileAbsent
from training.evaluation.tasks import QUICK_TASKS, all_tasks


def choose_tasks(wanted: Sequence[str] | None) -> list[str]:
    """Give the names of the tasks to run: all, those of "quick", or those named.

    Raises
    ------
    UsageError
        If a name is unknown.
    """
    known = list(all_tasks())
    if not wanted:
        return known
    names = [name for item in wanted for name in (QUICK_TASKS if item == "quick" else (item,))]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(f"There is no task '{unknown[0]}'; choose from quick, {', '.join(known)}.")
    return list(dict.fromkeys(names))


def evaluate(
    scorers: Sequence[PhraseScorer],
    eval_folder: Path,
    tasks: Sequence[str],
    *,
    on_result: Callable[[Result], None],
    on_progress: Callable[[str], None] = lambda _message: None,
) -> list[Result]:
    """Run each task for each scorer; a task without its files gives a row that says so."""
    evaluators = all_tasks()
    results: list[Result] = []
    for task in tasks:
        for scorer in scorers:
            start = time.perf_counter()
            try:
                found = evaluators[task](scorer, eval_folder)
            except FileAbsent:
                found = [Result(task, "", None, None, 0, scorer.name, not_run="file absent")]
            for result in found:
                on_result(result)
            results += found
            on_progress(f"{task}: {scorer.name}, {time.perf_counter() - start:.1f} s")
    return results


def baseline_scorers(data_folder: Path, start_folder: Path | None) -> list[PhraseScorer]:
    """Give the baselines: word overlap, character 3-grams, small static vectors and the starting weights where they are."""
    scorers: list[PhraseScorer] = [word_overlap(), character_trigrams()]
    if (data_folder / SMALL_GLOVE).is_file():
        scorers.append(StaticVectorScorer.read(data_folder / SMALL_GLOVE, "GloVe 50-d, 4,000 words"))
    if start_folder is not None:
        scorers.append(EncoderScorer.load(start_folder, "starting weights"))
    return scorers


def format_table(results: Sequence[Result]) -> str:
    """Lay the results out as a Markdown table: a row for each task and metric, a column for each scorer."""
    names = list(dict.fromkeys(result.encoder for result in results))
    rows = list(dict.fromkeys((result.task, result.metric, result.n) for result in results))
    by_cell = {(result.task, result.metric, result.n, result.encoder): result for result in results}
    lines = ["| task | metric | n | " + " | ".join(names) + " |", "|---|---|---|" + "---|" * len(names)]
    for row in rows:
        cells = [_cell(by_cell.get((*row, name))) for name in names]
        lines.append(f"| {row[0]} | {row[1]} | {row[2] or ''} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def results_record(results: Sequence[Result]) -> list[dict[str, object]]:
    """Give the results as plain values, for ``run.json``."""
    return [json.loads(result.json_line()) for result in results]


def _cell(result: Result | None) -> str:
    if result is None:
        return ""
    if result.value is None:
        return f"not run: {result.not_run}"
    spread = f" ± {result.spread:.1f}" if result.spread is not None else ""
    return f"{result.value:.1f}{spread}"
