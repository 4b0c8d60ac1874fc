"""Which words and phrases a topic reads as: ranked by meaning and use, by meaning alone, or as the published code did."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from phrase_explorer.domain.topic_model import word_stem
from phrase_explorer.domain.vocabulary import PHRASE, WORD, Vocabulary
from phrase_explorer.foundation.array_types import FloatArray, Int32Array
from phrase_explorer.topic_modeling.association import class_based_tf_idf, count_topic_use, signed_root_likelihood
from phrase_explorer.topic_modeling.cooccurrence import Float64Array
from phrase_explorer.topic_modeling.fit_options import FitOptions
from phrase_explorer.topic_modeling.topic_space import TopicSpace

LISTED_TERMS = 60
FEW_PASSAGES = 3.0
SHARPENING = 2.0
LARGEST_PHRASE_LIFT = 6.0
LIFT_POWER = 0.5  # 0 lists phrases as they weigh, 1 as high as words; between, in logs


@dataclass(frozen=True, eq=False)
class RankedTerms:
    """Terms of one kind for one topic, best first: vocabulary rows (n,) int32 and weights (n,) float32 in (0, 1]."""

    rows: Int32Array
    weights: FloatArray


def score_by_meaning_and_use(
    term_vectors: FloatArray, occurrences: sp.csr_matrix, topic_vectors: FloatArray, passage_topics: FloatArray
) -> Float64Array:
    """Score terms that are near a topic in meaning and that its passages use often and more than others do.

    The score is the root of (keyness x class-based tf-idf), times the fourth root of the cosine; a term seen in few of the
    topic's passages is discounted, as association from two or three passages is chance.

    Returns
    -------
    ndarray of shape (n_topics, n_terms), dtype=float64
        0 for terms that the topic uses no more than others do.
    """
    use = count_topic_use(occurrences, sharpened(passage_topics))
    meaning = np.clip(topic_vectors @ term_vectors.T, 1e-3, None)
    keyness = np.maximum(signed_root_likelihood(use), 0.0)
    seen = use.joint / (use.joint + FEW_PASSAGES)
    if len(topic_vectors) == 1:  # nothing to be compared with: what is used most, by meaning
        keyness = np.ones_like(keyness)
    scores: Float64Array = np.sqrt(keyness * class_based_tf_idf(use) * seen) * meaning**0.25
    return scores


def sharpened(passage_topics: FloatArray) -> FloatArray:
    """Let a passage count more for its main topics: shares squared and scaled to sum to 1 again, (n_passages, n_topics)."""
    raised = passage_topics**SHARPENING
    shares: FloatArray = (raised / np.maximum(raised.sum(axis=1, keepdims=True), 1e-12)).astype(np.float32)
    return shares


def score_by_meaning(term_vectors: FloatArray, topic_vectors: FloatArray, vocabulary: Vocabulary) -> Float64Array:
    """Score terms by cosine with the topic vector, corpus frequency breaking ties; 0 for terms that point away."""
    cosine = np.asarray(topic_vectors @ term_vectors.T, dtype=np.float64)
    ranks = np.argsort(np.argsort(vocabulary.counts, kind="stable"), kind="stable")
    scores: Float64Array = np.clip(cosine, 0.0, None) + 1e-7 * ranks / max(len(ranks), 1) * (cosine > 0)
    return scores


def score_by_encoder_branch(
    term_vectors: FloatArray, topic_vectors: FloatArray, parameters: Mapping[str, FloatArray], options: FitOptions
) -> Float64Array:
    """Score terms as the published code did: as if each were a document, softmax over the vocabulary of query times topic."""
    import torch

    from phrase_explorer.topic_modeling.autoencoder import TopicAutoencoder

    model = TopicAutoencoder({name: torch.tensor(np.asarray(array)) for name, array in parameters.items()}, options)
    with torch.no_grad():
        queries = model.queries(torch.tensor(np.asarray(term_vectors)))
        scores = torch.tensor(np.asarray(topic_vectors)) @ queries.T  # (n_topics, n_terms)
        return np.asarray(torch.softmax(scores.double(), dim=1).numpy())


def rank_terms(scores: Float64Array, vocabulary: Vocabulary) -> list[tuple[RankedTerms, RankedTerms]]:
    """List the best words and the best phrases of each topic, forms of one word folded into the best of them.

    Phrases are rarer than words, so the scores of all phrases are lifted by one factor for the corpus: the median ratio between a
    topic's best words and its best phrases, to a power. A topic without good phrases therefore still shows few.
    """
    by_kind = {kind: np.flatnonzero(vocabulary.kinds == kind).astype(np.int32) for kind in (WORD, PHRASE)}
    lift = _phrase_lift(scores, by_kind)
    ranked = []
    for row in scores:
        words = _best(row, by_kind[WORD], vocabulary)
        phrases = _best(row, by_kind[PHRASE], vocabulary)
        word_scores, phrase_scores = row[words], row[phrases] * lift
        top = max(float(word_scores.max(initial=0.0)), float(phrase_scores.max(initial=0.0)), 1e-12)
        ranked.append((_ranked(words, word_scores / top), _ranked(phrases, phrase_scores / top)))
    return ranked


def score_terms(space: TopicSpace, topic_vectors: FloatArray, passage_topics: FloatArray) -> Float64Array:
    """Score every term for every topic by meaning and use."""
    return score_by_meaning_and_use(space.term_vectors, space.occurrences, topic_vectors, passage_topics)


def _best(scores: Float64Array, rows: Int32Array, vocabulary: Vocabulary) -> Int32Array:
    n_candidates = min(len(rows), 3 * LISTED_TERMS)
    if n_candidates == 0:
        return np.zeros(0, dtype=np.int32)
    candidates = rows[np.argpartition(-scores[rows], n_candidates - 1)[:n_candidates]]
    candidates = candidates[np.lexsort((candidates, -vocabulary.counts[candidates], -scores[candidates]))]
    kept: list[int] = []
    seen: set[frozenset[str]] = set()
    for row in candidates:
        stems = frozenset(word_stem(word) for word in vocabulary.terms[row].split())
        if scores[row] <= 0 or stems in seen:
            continue
        seen.add(stems)
        kept.append(int(row))
        if len(kept) == LISTED_TERMS:
            break
    return np.array(kept, dtype=np.int32)


def _phrase_lift(scores: Float64Array, by_kind: Mapping[int, Int32Array]) -> float:
    if not len(by_kind[WORD]) or not len(by_kind[PHRASE]):
        return 1.0
    tops = [np.sort(scores[:, rows], axis=1)[:, -5:].mean(axis=1) for rows in (by_kind[WORD], by_kind[PHRASE])]
    ratios = tops[0] / np.maximum(tops[1], 1e-12)
    return float(np.clip(np.median(ratios), 1.0, LARGEST_PHRASE_LIFT) ** LIFT_POWER)


def _ranked(rows: Int32Array, weights: Float64Array) -> RankedTerms:
    return RankedTerms(rows.astype(np.int32), np.clip(weights, 0.0, 1.0).astype(np.float32))
