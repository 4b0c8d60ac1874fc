"""The list of evaluation tasks: name -> evaluator, in the order of the table."""

from collections.abc import Callable
from pathlib import Path

from training.evaluation.entity_clustering import CLUSTERING_SETS, entity_clustering_evaluator
from training.evaluation.entity_linking import (
    NAME_LISTS,
    ONTOLOGIES,
    name_list_linking_evaluator,
    ontology_linking_evaluator,
)
from training.evaluation.fuzzy_join import evaluate_fuzzy_join
from training.evaluation.neighbour_diversity import CORPORA, neighbour_diversity_evaluator
from training.evaluation.noun_compounds import evaluate_farahmand, evaluate_nctti, evaluate_reddy, evaluate_tratz
from training.evaluation.pair_similarity import PAIR_SETS, pair_similarity_evaluator
from training.evaluation.paraphrase_probe import PROBE_SETS, paraphrase_probe_evaluator
from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.phrases_in_context import evaluate_phrases_in_context
from training.evaluation.results import Result
from training.evaluation.turney import evaluate_turney

Evaluator = Callable[[PhraseScorer, Path], list[Result]]

QUICK_TASKS = ("turney", "bird", "ppdb", "conll-2003", "bc5cdr", "sts-b")
"""What to look at while a recipe is being tried; the rest is for the table."""


def all_tasks() -> dict[str, Evaluator]:
    """Give every task by name."""
    pair_sets = {pair_set.task: pair_similarity_evaluator(pair_set) for pair_set in PAIR_SETS}
    return {
        "turney": evaluate_turney,
        "bird": pair_sets.pop("bird"),
        **{task: paraphrase_probe_evaluator(task, file) for task, file in PROBE_SETS},
        **{task: entity_clustering_evaluator(task, file, types) for task, file, types in CLUSTERING_SETS},
        "autofj": evaluate_fuzzy_join,
        **pair_sets,
        **{task: ontology_linking_evaluator(task, file) for task, file in ONTOLOGIES},
        **{f"linking-{name}": name_list_linking_evaluator(name) for name in NAME_LISTS},
        "compounds-reddy": evaluate_reddy,
        "compounds-farahmand": evaluate_farahmand,
        "compounds-nctti": evaluate_nctti,
        "compounds-tratz": evaluate_tratz,
        "pic-similarity": evaluate_phrases_in_context,
        **{f"neighbours-{name}": neighbour_diversity_evaluator(name, folder) for name, folder in CORPORA},
    }
