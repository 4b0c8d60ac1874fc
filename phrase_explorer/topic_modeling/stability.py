"""How much of a topic comes back with other seeds, and how many topics a corpus bears."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from phrase_explorer.domain.topic_model import mean_defined
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.topic_modeling.describing import describe_topics
from phrase_explorer.topic_modeling.fit_options import FitOptions
from phrase_explorer.topic_modeling.fitting import FittedTopics, fit_topics
from phrase_explorer.topic_modeling.matching import match_rows, overlap_matrix
from phrase_explorer.topic_modeling.topic_space import TopicSpace, count_directions

COMPARED_TERMS = 10
SAMPLED_PASSAGES = 3_000
CANDIDATES = (5, 10, 15, 20, 30)
PASSAGES_PER_TOPIC = 5
PASSAGES_WELL_TOLD, LARGEST_LEAST = 50, 10
STABILITY_WEIGHT = 0.1


@dataclass(frozen=True)
class TopicCountTrial:
    """One number of topics that was tried: quality, stability between two seeds, and the score that they make."""

    n_topics: int
    npmi: float
    diversity: float
    stability: float

    @property
    def score(self) -> float:
        """NPMI times diversity plus a tenth of stability; what is not defined counts as 0."""
        quality = self.npmi * self.diversity if not math.isnan(self.npmi) else 0.0
        return quality + STABILITY_WEIGHT * (0.0 if math.isnan(self.stability) else self.stability)


@dataclass(frozen=True)
class TopicCountSuggestion:
    """The suggested number of topics, and all that were tried, fewest first."""

    n_topics: int
    trials: tuple[TopicCountTrial, ...]


def measure_stability(
    fitted: FittedTopics,
    space: TopicSpace,
    options: FitOptions,
    *,
    n_reruns: int = 2,
    rerun_space: TopicSpace | None = None,
    progress: Progress | None = None,
) -> FloatArray:
    """Fit again with other seeds and give, for each topic, the mean share of its top terms that its match lists too.

    Parameters
    ----------
    rerun_space
        Where to fit again, such as a sample of `space`; None is the space itself.

    Returns
    -------
    ndarray of shape (n_topics,), dtype=float32
        0 to 1; 1 for the only topic of a corpus.
    """
    if fitted.n_topics == 1:
        return np.ones(1, dtype=np.float32)
    own = _top_terms(fitted, space)
    total = np.zeros(len(own))
    for rerun in range(1, n_reruns + 1):
        other = replace(options, n_topics=len(own), seed=options.seed + rerun)
        again = fit_topics(rerun_space or space, other, progress=progress)
        total += _matched_overlap(own, _top_terms(again, rerun_space or space))
    return (total / max(n_reruns, 1)).astype(np.float32)


def suggest_n_topics(
    space: TopicSpace,
    options: FitOptions | None = None,
    *,
    candidates: Sequence[int] = CANDIDATES,
    progress: Progress | None = None,
) -> TopicCountSuggestion:
    """Try several numbers of topics on a sample of the passages, two seeds each, and suggest the best.

    Only numbers that leave at least five passages to a topic are tried, and from ten on where a topic would otherwise hold more
    than fifty: few broad topics are always coherent and stable but say little; a corpus too small for any gets one topic.
    """
    options = options or FitOptions()
    sample = sample_space(space, SAMPLED_PASSAGES, seed=options.seed)
    n_directions = count_directions(sample.passage_vectors)
    most, least = n_directions // PASSAGES_PER_TOPIC, min(LARGEST_LEAST, n_directions // PASSAGES_WELL_TOLD)
    trials = []
    for n_topics in [n for n in sorted(set(candidates)) if max(2, least) <= n <= most]:
        fitted = fit_topics(sample, replace(options, n_topics=n_topics), progress=progress)
        model = describe_topics(fitted, (), sample)
        stability = measure_stability(fitted, sample, options, n_reruns=1, progress=progress)
        trials.append(TopicCountTrial(n_topics, model.npmi, model.diversity, mean_defined(stability.tolist())))
    best = max(trials, key=lambda trial: (trial.score, -trial.n_topics), default=None)
    return TopicCountSuggestion(best.n_topics if best else 1, tuple(trials))


def sample_space(space: TopicSpace, n_passages: int, *, seed: int) -> TopicSpace:
    """Give a space with at most `n_passages` of the passages, drawn at random, and all terms."""
    if space.n_passages <= n_passages:
        return space
    rows = np.sort(np.random.default_rng(seed).choice(space.n_passages, n_passages, replace=False))
    return replace(
        space,
        passage_vectors=space.passage_vectors[rows],
        passage_documents=space.passage_documents[rows],
        occurrences=space.occurrences[rows],
    )


def _top_terms(fitted: FittedTopics, space: TopicSpace) -> list[list[str]]:
    model = describe_topics(fitted, (), space)
    return [[term.text for term in topic.top_terms(COMPARED_TERMS)] for topic in model.topics]


def _matched_overlap(own: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> np.ndarray:
    overlap = overlap_matrix(own, other)
    values = np.zeros(len(own))
    for row, column in match_rows(overlap):
        values[row] = overlap[row, column]
    return values
