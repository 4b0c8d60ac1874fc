"""CoNLL-2003 and BC5CDR: whether entity mentions fall into their types.

PEARL's protocol: k-means and NMI on the test split. The headline is seed 0 on raw vectors, as published; the mean and spread over
five seeds on raw and on unit vectors stand beside it, since one seed of k-means says little.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray
from training.evaluation.phrase_scorer import PhraseScorer, unit_rows
from training.evaluation.results import Result, percent
from training.evaluation.task_files import read_tsv

CLUSTERING_SETS = (
    ("conll-2003", "conll2003_entity_clustering/mentions.tsv", frozenset({"PER", "LOC", "ORG"})),
    ("bc5cdr", "bc5cdr_entity_clustering/mentions.tsv", frozenset({"Chemical", "Disease"})),
)
PUBLISHED_SEED = 0
SEEDS = (0, 1, 2, 3, 4)
N_RESTARTS = 10


def entity_clustering_evaluator(
    task: str, file: str, types: frozenset[str]
) -> Callable[[PhraseScorer, Path], list[Result]]:
    """Give the evaluator of one set of typed mentions."""

    def evaluate(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
        rows = read_tsv(eval_folder / file, ("split", "mention", "type"))
        rows = [row for row in rows if row["split"] == "test" and row["type"] in types]
        gold = [row["type"] for row in rows]
        vectors = scorer.vectors([row["mention"] for row in rows])
        raw = [cluster_agreement(vectors, gold, seed) for seed in SEEDS]
        unit = [cluster_agreement(unit_rows(vectors), gold, seed) for seed in SEEDS]
        return [
            Result(task, "NMI, seed 0", percent(raw[SEEDS.index(PUBLISHED_SEED)]), None, len(rows), scorer.name),
            Result(task, "NMI, five seeds", _mean(raw), _spread(raw), len(rows), scorer.name),
            Result(task, "NMI, unit vectors", _mean(unit), _spread(unit), len(rows), scorer.name),
        ]

    return evaluate


def cluster_agreement(vectors: FloatArray, gold: list[str], seed: int) -> float:
    """Cluster vectors of shape (n_mentions, n_dims) into as many groups as there are types; give the NMI."""
    from sklearn.cluster import KMeans
    from sklearn.metrics import normalized_mutual_info_score

    distinct, rows = np.unique(vectors, axis=0, return_inverse=True)
    weights = np.bincount(rows)  # the same k-means, over each distinct mention once with its count as weight
    n_types = len(set(gold))
    model = KMeans(n_clusters=n_types, n_init=N_RESTARTS, random_state=seed).fit(distinct, sample_weight=weights)
    return float(normalized_mutual_info_score(gold, model.labels_[rows]))


def _mean(values: list[float]) -> float:
    return percent(float(np.mean(values)))


def _spread(values: list[float]) -> float:
    return percent(float(np.std(values)))
