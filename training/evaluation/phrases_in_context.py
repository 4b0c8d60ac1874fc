"""PiC phrase similarity (Pham et al. 2022, hard version): whether two phrases mean the same in the same sentence.

Phrases alone, and the two sentences that differ by the phrase; the threshold on the cosine is chosen on the train part. In this
version most pairs carry both labels in different sentences, so phrases alone cannot do better than chance.
"""

from pathlib import Path

import numpy as np

from phrase_explorer.foundation.array_types import BoolArray, FloatArray
from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.results import Result, percent
from training.evaluation.task_files import Row, read_tsv

FOLDER = "pic_phrase_similarity"
COLUMNS = ("phrase1", "phrase2", "sentence1", "sentence2", "label")
VIEWS = (("accuracy, phrase alone", "phrase1", "phrase2"), ("accuracy, whole sentences", "sentence1", "sentence2"))


def evaluate_phrases_in_context(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
    """Give the accuracy on the dev part for phrases alone and for whole sentences."""
    train = read_tsv(eval_folder / FOLDER / "ps_hard_train.tsv", COLUMNS)
    dev = read_tsv(eval_folder / FOLDER / "ps_hard_dev.tsv", COLUMNS)
    results = []
    for metric, left, right in VIEWS:
        threshold = best_threshold(_cosines(scorer, train, left, right), _labels(train))
        predicted = _cosines(scorer, dev, left, right) >= threshold
        accuracy = percent(float(np.mean(predicted == _labels(dev))))
        results.append(Result("pic-similarity", metric, accuracy, None, len(dev), scorer.name))
    return results


def best_threshold(scores: FloatArray, labels: BoolArray) -> float:
    """Give the score from which on "same" is right most often."""
    order = np.argsort(-scores, kind="stable")
    gain = np.cumsum(np.where(labels[order], 1, -1))
    return float(scores[order][int(gain.argmax())])


def _cosines(scorer: PhraseScorer, rows: list[Row], left: str, right: str) -> FloatArray:
    return scorer.cosine([row[left] for row in rows], [row[right] for row in rows])


def _labels(rows: list[Row]) -> BoolArray:
    return np.array([row["label"].strip() in ("1", "True", "positive") for row in rows])
