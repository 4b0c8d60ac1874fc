"""Entity linking as in the Mirror-BERT paper: find the concept of a synonym among the names of all concepts.

The questions are the synonyms of the held-out fifth of the Disease and Cell ontologies. Readers for the paper's own sets and for
the YAGO and UMLS name lists take files with the columns ``name`` and ``concept``: ``dictionary.tsv`` and ``queries.tsv``.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from training.data.held_out_concepts import is_held_out
from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.results import Result, percent
from training.evaluation.task_files import read_tsv

ONTOLOGIES = (
    ("linking-disease", "disease_ontology/doid_synonyms.tsv"),
    ("linking-cell", "cell_ontology/cl_synonyms.tsv"),
)
NAME_LISTS = ("ncbi-disease", "bc5cdr-disease", "bc5cdr-chemical", "medmentions", "cometa", "yago", "umls")
DEPTHS = (1, 5)
QUERIES_AT_ONCE = 512

NamedConcepts = list[tuple[str, str]]


def ontology_linking_evaluator(task: str, file: str) -> Callable[[PhraseScorer, Path], list[Result]]:
    """Give the evaluator of one ontology of ``paraphrase/``, which lies beside ``eval/``."""

    def evaluate(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
        rows = read_tsv(eval_folder.parent / "paraphrase" / file, ("id", "name", "synonym"))
        dictionary = list(dict.fromkeys((row["name"], row["id"]) for row in rows))
        queries = [(row["synonym"], row["id"]) for row in rows if is_held_out(row["id"])]
        return linking_accuracy(task, scorer, dictionary, queries)

    return evaluate


def name_list_linking_evaluator(task: str) -> Callable[[PhraseScorer, Path], list[Result]]:
    """Give the evaluator of one published set, read from ``entity_linking/TASK/``."""

    def evaluate(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
        folder = eval_folder / "entity_linking" / task
        dictionary = [(row["name"], row["concept"]) for row in read_tsv(folder / "dictionary.tsv", ("name", "concept"))]
        queries = [(row["name"], row["concept"]) for row in read_tsv(folder / "queries.tsv", ("name", "concept"))]
        return linking_accuracy(f"linking-{task}", scorer, dictionary, queries)

    return evaluate


def linking_accuracy(
    task: str, scorer: PhraseScorer, dictionary: NamedConcepts, queries: NamedConcepts
) -> list[Result]:
    """Give accuracy@1 and @5: how often the right concept is among the nearest names."""
    names = [name for name, _ in dictionary]
    concepts = np.array([concept for _, concept in dictionary])
    n_found = dict.fromkeys(DEPTHS, 0)
    for start in range(0, len(queries), QUERIES_AT_ONCE):
        batch = queries[start : start + QUERIES_AT_ONCE]
        cosines = scorer.cosine_matrix([query for query, _ in batch], names)  # (n_batch, n_names)
        nearest = np.argsort(-cosines, axis=1, kind="stable")[:, : max(DEPTHS)]
        for row, (_, concept) in zip(nearest, batch, strict=True):
            for depth in DEPTHS:
                n_found[depth] += concept in concepts[row[:depth]]
    return [
        Result(task, f"accuracy@{depth}", percent(n_found[depth] / len(queries)), None, len(queries), scorer.name)
        for depth in DEPTHS
    ]
