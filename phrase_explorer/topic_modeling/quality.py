"""How good topics are: NPMI and C_v coherence, diversity, and how much a document's mixture says.

NPMI: Bouma 2009, averaged over pairs as in Lau, Newman and Baldwin 2014. C_v: Röder, Both and Hinneburg 2015 (one-set
segmentation, NPMI vectors with gamma 1, cosine). Pairs of terms that share a word ("hotel", "hotel room") hold each other by
construction, so they can be left out of the mean.
"""

import math
from collections.abc import Sequence

import numpy as np

from phrase_explorer.domain.topic_model import word_stem
from phrase_explorer.foundation.array_types import BoolArray, Int32Array
from phrase_explorer.topic_modeling.cooccurrence import Float64Array, PairCounts
from phrase_explorer.topic_modeling.mixture_entropy import SMALLEST_PROBABILITY


def npmi_matrix(counts: PairCounts, rows: Int32Array) -> Float64Array:
    """Give the NPMI of every pair of the given rows.

    Returns
    -------
    ndarray of shape (n, n), dtype=float64
        -1 for terms that never share a window, 0 for independence, 1 for terms that always stand together. NaN where a term
        occurs in no window or in every one: association is not defined there.
    """
    places = counts.places(rows)
    joint = counts.pairs[np.ix_(places, places)] / max(counts.n_windows, 1)
    single = np.diagonal(joint)
    product = np.outer(single, single)
    with np.errstate(divide="ignore", invalid="ignore"):
        npmi = np.log(joint / product) / -np.log(joint)
    npmi[joint == 0] = -1.0
    undefined = (single <= 0) | (single >= 1)
    npmi[undefined, :] = np.nan
    npmi[:, undefined] = np.nan
    return npmi


def npmi_coherence(counts: PairCounts, rows: Int32Array, *, shares_word: BoolArray | None = None) -> float:
    """Give the mean NPMI over the pairs of a topic's terms; NaN where no pair is defined.

    Parameters
    ----------
    shares_word : ndarray of shape (n, n), dtype=bool, optional
        Pairs to leave out because one holds a word of the other.
    """
    npmi = npmi_matrix(counts, rows)
    counted = np.triu(np.ones(npmi.shape, dtype=bool), k=1) & ~np.isnan(npmi)
    if shares_word is not None:
        counted &= ~shares_word
    return float(npmi[counted].mean()) if counted.any() else math.nan


def c_v_coherence(counts: PairCounts, rows: Int32Array) -> float:
    """Give the C_v coherence of a topic's terms: mean cosine between each term's NPMI vector and their sum."""
    places = counts.places(rows)
    joint = counts.pairs[np.ix_(places, places)] / max(counts.n_windows, 1)
    single = np.diagonal(joint)
    if len(rows) < 2 or (single <= 0).any() or (single >= 1).any():
        return math.nan
    smoothed = joint + SMALLEST_PROBABILITY
    vectors = np.log(smoothed / np.outer(single, single)) / -np.log(smoothed)
    whole = vectors.sum(axis=0)
    norms = np.linalg.norm(vectors, axis=1) * np.linalg.norm(whole)
    if (norms == 0).any():
        return math.nan
    return float((vectors @ whole / norms).mean())


def topic_diversity(topics: Sequence[Sequence[str]]) -> float:
    """Give the share of distinct terms among all terms of all topics (Dieng, Ruiz and Blei 2020); NaN without terms."""
    terms = [term.casefold() for topic in topics for term in topic]
    return len(set(terms)) / len(terms) if terms else math.nan


def word_sharing(terms: Sequence[str]) -> BoolArray:
    """Say which pairs of terms share a word, ignoring case and a plural "s"; the diagonal is True."""
    words = [{word_stem(word) for word in term.split()} for term in terms]
    return np.array([[not one.isdisjoint(other) for other in words] for one in words], dtype=bool).reshape(
        len(terms), len(terms)
    )
