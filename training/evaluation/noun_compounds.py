"""Noun compounds: whether the vector of a compound says how literal it is, and what its parts have to do with each other.

Literality (Reddy et al. 2011, Farahmand et al. 2015, NCTTI 2021): Spearman of the human rating with the cosine between the
compound and the mean of its parts. Relations (Tratz 2011, coarse): accuracy of a logistic regression on the frozen vectors.
"""

from pathlib import Path

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray
from training.evaluation.pair_similarity import correlation
from training.evaluation.phrase_scorer import PhraseScorer, unit_rows
from training.evaluation.results import Result, percent
from training.evaluation.task_files import read_tsv


def evaluate_reddy(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
    """Correlate with the literality ratings of 90 compounds."""
    rows = read_tsv(eval_folder / "nc_reddy_2011/reddy2011.tsv", ("w1", "w2", "score_compound"))
    compounds = [f"{row['w1']} {row['w2']}" for row in rows]
    return _literality("compounds-reddy", scorer, compounds, [float(row["score_compound"]) for row in rows])


def evaluate_farahmand(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
    """Correlate with the votes on 1,042 compounds; many votes for "not compositional" is low literality."""
    rows = read_tsv(eval_folder / "nc_farahmand_2015/farahmand.tsv", ("compound", "noncomp_mean"))
    ratings = [-float(row["noncomp_mean"]) for row in rows]
    return _literality("compounds-farahmand", scorer, [row["compound"] for row in rows], ratings)


def evaluate_nctti(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
    """Correlate with the compositionality ratings of 280 compounds."""
    rows = read_tsv(eval_folder / "nc_nctti_2021/nctti_en.tsv", ("compound", "CompType"))
    ratings = [float(row["CompType"]) for row in rows]
    return _literality("compounds-nctti", scorer, [row["compound"] for row in rows], ratings)


def evaluate_tratz(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
    """Classify the relation between the two nouns of a compound, on the set's own split."""
    from sklearn.linear_model import LogisticRegression

    rows = read_tsv(eval_folder / "nc_tratz_2011/tratz_coarse.tsv", ("split", "w1", "w2", "relation"))
    vectors = unit_rows(scorer.vectors([f"{row['w1']} {row['w2']}" for row in rows]))
    relations = np.array([row["relation"] for row in rows])
    is_train = np.array([row["split"] == "train" for row in rows])
    is_test = np.array([row["split"] == "test" for row in rows])
    model = LogisticRegression(C=10.0, max_iter=300).fit(vectors[is_train], relations[is_train])
    accuracy = float(np.mean(model.predict(vectors[is_test]) == relations[is_test]))
    return [Result("compounds-tratz", "accuracy", percent(accuracy), None, int(is_test.sum()), scorer.name)]


def _literality(task: str, scorer: PhraseScorer, compounds: list[str], ratings: list[float]) -> list[Result]:
    parts = [compound.split() for compound in compounds]
    words = [word for compound in parts for word in compound]
    word_vectors = dict(zip(words, unit_rows(scorer.vectors(words)), strict=True))
    composed = np.stack([np.mean([word_vectors[word] for word in compound], axis=0) for compound in parts])
    whole = unit_rows(scorer.vectors(compounds))
    cosines: FloatArray = np.einsum("nd,nd->n", whole, unit_rows(composed))
    value = correlation(cosines, np.array(ratings, dtype=np.float32), "Spearman")
    return [Result(task, "Spearman", percent(value), None, len(compounds), scorer.name)]
