"""Sets of text pairs with a human score: the correlation of the cosine with it.

BiRD (Asaadi et al. 2019) is measured by Pearson over all pairs, as in Phrase-BERT; word similarity and sentence similarity sets
by Spearman, the custom of each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from scipy.stats import spearmanr

from phrase_explorer.foundation.array_types import FloatArray
from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.results import Result, percent
from training.evaluation.task_files import Row, read_tsv


@dataclass(frozen=True)
class PairSet:
    """Where a set of scored pairs is, and how it is measured."""

    task: str
    file: str
    left: str
    right: str
    score: str
    correlation: Literal["Pearson", "Spearman"] = "Spearman"
    keep: Callable[[Row], bool] = lambda _row: True


WORD_SIMILARITY_SETS = (
    "men",
    "mturk-771",
    "rw",
    "semeval17",
    "simlex999",
    "simverb-3500",
    "wordsim353-rel",
    "wordsim353-sim",
)
PAIR_SETS = (
    PairSet("bird", "bird/bird.tsv", "term1", "term2", "relatedness score", "Pearson"),
    PairSet("bird-word-order", "bird/bird_abba.tsv", "term1", "term2", "relatedness score", "Pearson"),
    PairSet("us-patents", "us_patent_phrases/patent_phrases_dev.tsv", "anchor", "target", "score", "Pearson"),
    PairSet("adjective-noun", "an_semsim/an_pairs.tsv", "phrase1", "phrase2", "sem_sim"),
    PairSet("card-660", "card660/card660.tsv", "term1", "term2", "score"),
    PairSet("phrase-to-word", "semeval2014_t3_clss/phrase2word_train.tsv", "text1", "text2", "score", "Pearson"),
    PairSet(
        "sentence-to-phrase", "semeval2014_t3_clss/sentence2phrase_train.tsv", "text1", "text2", "score", "Pearson"
    ),
    *(PairSet(name, f"word_similarity/{name}.tsv", "word1", "word2", "similarity") for name in WORD_SIMILARITY_SETS),
    PairSet("multi-simlex", "multi_simlex/en.tsv", "word1", "word2", "score"),
    PairSet("sts-b", "sts_benchmark/sts_test.tsv", "sentence1", "sentence2", "score"),
    PairSet(
        "sick",
        "sick/sick.tsv",
        "sentence_A",
        "sentence_B",
        "relatedness_score",
        keep=lambda row: row["split"] == "test",
    ),
)


def pair_similarity_evaluator(pair_set: PairSet) -> Callable[[PhraseScorer, Path], list[Result]]:
    """Give the evaluator of one set."""

    def evaluate(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
        rows = read_tsv(eval_folder / pair_set.file, (pair_set.left, pair_set.right, pair_set.score))
        rows = [row for row in rows if pair_set.keep(row)]
        cosines = scorer.cosine([row[pair_set.left] for row in rows], [row[pair_set.right] for row in rows])
        gold = np.array([float(row[pair_set.score]) for row in rows], dtype=np.float32)
        value = correlation(cosines, gold, pair_set.correlation)
        return [Result(pair_set.task, pair_set.correlation, percent(value), None, len(rows), scorer.name)]

    return evaluate


def correlation(predicted: FloatArray, gold: FloatArray, kind: Literal["Pearson", "Spearman"]) -> float:
    """Correlate two series; constant predictions give 0, because they order nothing."""
    if np.ptp(predicted) == 0 or np.ptp(gold) == 0:
        return 0.0
    if kind == "Pearson":
        return float(np.corrcoef(predicted, gold)[0, 1])
    return float(spearmanr(predicted, gold).statistic)
