"""AutoFJ: for each messy title, find its clean twin in a reference table (50 tables; accuracy a table, then their mean).

Search is exact, by cosine.
"""

from pathlib import Path

import numpy as np

from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.results import Result, percent
from training.evaluation.task_files import read_tsv

TABLES, MATCHES = "autofj/tables.tsv.gz", "autofj/matches.tsv"
QUERIES_AT_ONCE = 1_024


def evaluate_fuzzy_join(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
    """Give the mean accuracy over the tables, and its spread between tables."""
    titles: dict[tuple[str, str], dict[str, str]] = {}
    for row in read_tsv(eval_folder / TABLES, ("dataset", "side", "id", "title")):
        titles.setdefault((row["dataset"], row["side"]), {})[row["id"]] = row["title"]
    matches: dict[str, list[tuple[str, str]]] = {}
    for row in read_tsv(eval_folder / MATCHES, ("dataset", "id_left", "id_right")):
        matches.setdefault(row["dataset"], []).append((row["id_left"], row["id_right"]))
    accuracies, n_queries = [], 0
    for dataset, pairs in sorted(matches.items()):
        left, right = titles[dataset, "left"], titles[dataset, "right"]
        usable = [(left_id, right[right_id]) for left_id, right_id in pairs if left_id in left and right_id in right]
        accuracies.append(_join_accuracy(scorer, left, usable))
        n_queries += len(usable)
    mean, spread = percent(float(np.mean(accuracies))), percent(float(np.std(accuracies)))
    return [Result("autofj", "accuracy, mean of tables", mean, spread, n_queries, scorer.name)]


def _join_accuracy(scorer: PhraseScorer, left: dict[str, str], queries: list[tuple[str, str]]) -> float:
    row_by_id = {left_id: row for row, left_id in enumerate(left)}
    references = list(left.values())
    n_correct = 0
    for start in range(0, len(queries), QUERIES_AT_ONCE):
        batch = queries[start : start + QUERIES_AT_ONCE]
        found = scorer.cosine_matrix([query for _, query in batch], references).argmax(axis=1)  # (n_batch,)
        n_correct += sum(references[row] == references[row_by_id[i]] for row, (i, _) in zip(found, batch, strict=True))
    return n_correct / len(queries)
