"""Turney 2012: choose the word, of five, that means the same as a two-word phrase.

As in Phrase-BERT and PEARL the two component words are left out; chance is 20%. Phrase-BERT scores by dot product; the cosine
stands beside it. Ties go to the first choice, which is the answer, as in the published script.
"""

from pathlib import Path

import numpy as np

from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.results import Result, percent
from training.evaluation.task_files import read_tsv

FILE = "turney_2012/turney.tsv"
CHOICES = ("answer", "distractor1", "distractor2", "distractor3", "distractor4")


def evaluate_turney(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
    """Give the accuracy with dot product and with cosine."""
    rows = read_tsv(eval_folder / FILE, ("bigram", *CHOICES))
    bigrams = [row["bigram"] for row in rows for _ in CHOICES]
    choices = [row[choice] for row in rows for choice in CHOICES]
    results = []
    for metric, score in (("accuracy, dot product", scorer.dot), ("accuracy, cosine", scorer.cosine)):
        scores = score(bigrams, choices).reshape(len(rows), len(CHOICES))
        accuracy = np.mean(scores.argmax(axis=1) == 0)
        results.append(Result("turney", metric, percent(float(accuracy)), None, len(rows), scorer.name))
    return results
