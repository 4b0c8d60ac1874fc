"""Whether nearest neighbours merely repeat the words of the query.

The measures are our own; the paper's are not at hand. For 500 phrases of a corpus, over their ten nearest neighbours among all
its terms: the share of neighbour words that the query does not hold; the longest common subsequence of words over the neighbour's
length (LCS precision); the character edit distance over the longer length. Words are compared lower-cased. More new words mean
that the encoder finds what word matching cannot; they mean something only while the similarity tasks do not fall.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from phrase_explorer.foundation.errors import UserFacingError
from training.data.corpus_phrases import CorpusTerms, corpus_terms
from training.evaluation.phrase_scorer import PhraseScorer
from training.evaluation.results import Result, percent
from training.evaluation.task_files import FileAbsent

CORPORA = (
    ("speeches", "corpora/inaugural_txt"),
    ("papers", "corpora/scitldr_jsonl"),
    ("forum", "corpora/travel_forum_csv"),
)
N_QUERIES, N_NEIGHBOURS = 500, 10
MAX_CHARACTERS = 600_000
MAX_TERMS = 6_000


@dataclass(frozen=True)
class Diversity:
    """Means over all query-neighbour pairs, each between 0 and 1."""

    new_word_share: float
    lcs_precision: float
    edit_distance: float


def neighbour_diversity_evaluator(name: str, folder: str) -> Callable[[PhraseScorer, Path], list[Result]]:
    """Give the evaluator of one corpus, which lies beside ``eval/``."""

    def evaluate(scorer: PhraseScorer, eval_folder: Path) -> list[Result]:
        corpus = eval_folder.parent / folder
        if not corpus.exists():
            raise FileAbsent(corpus)
        terms = _terms(corpus)
        queries = spread_sample(terms.phrases, N_QUERIES)
        candidates = list(dict.fromkeys((*terms.phrases, *terms.words)))[:MAX_TERMS]
        candidates += [query for query in queries if query not in set(candidates)]
        diversity = neighbour_diversity(scorer, queries, candidates)
        task = f"neighbours-{name}"
        return [
            Result(task, "new-word share", percent(diversity.new_word_share), None, len(queries), scorer.name),
            Result(task, "LCS precision", percent(diversity.lcs_precision), None, len(queries), scorer.name),
            Result(task, "edit distance", percent(diversity.edit_distance), None, len(queries), scorer.name),
        ]

    return evaluate


def spread_sample(phrases: Sequence[str], n_wanted: int) -> list[str]:
    """Take `n_wanted` phrases evenly spread over the frequency order; all of them if there are fewer."""
    if not phrases:
        raise UserFacingError("The corpus holds no phrases that occur twice; give a larger one.")
    rows = np.unique(np.linspace(0, len(phrases) - 1, min(n_wanted, len(phrases))).astype(int))
    return [phrases[row] for row in rows]


def neighbour_diversity(scorer: PhraseScorer, queries: Sequence[str], candidates: Sequence[str]) -> Diversity:
    """Compare each query with its nearest candidates; the query itself, in whatever case, is not its neighbour."""
    cosines = scorer.cosine_matrix(queries, candidates)  # (n_queries, n_candidates)
    folded = np.array([candidate.lower() for candidate in candidates])
    measures: list[tuple[float, float, float]] = []
    for query, row in zip(queries, cosines, strict=True):
        order = np.argsort(-row, kind="stable")[: N_NEIGHBOURS + 20]
        nearest = [folded[i] for i in order if folded[i] != query.lower()][:N_NEIGHBOURS]
        measures.extend(_compare(query.lower(), neighbour) for neighbour in nearest)
    return Diversity(*np.mean(measures, axis=0).tolist())


def _compare(query: str, neighbour: str) -> tuple[float, float, float]:
    query_words, words = query.split(), neighbour.split()
    new = sum(word not in query_words for word in words) / len(words)
    lcs = longest_common_subsequence(query_words, words) / len(words)
    return new, lcs, edit_distance(query, neighbour) / max(len(query), len(neighbour))


def longest_common_subsequence(left: Sequence[str], right: Sequence[str]) -> int:
    """Give the length of the longest common subsequence."""
    previous = [0] * (len(right) + 1)
    for left_item in left:
        current = [0]
        for i, right_item in enumerate(right):
            current.append(previous[i] + 1 if left_item == right_item else max(previous[i + 1], current[i]))
        previous = current
    return previous[-1]


def edit_distance(left: str, right: str) -> int:
    """Give the Levenshtein distance of two strings."""
    previous = list(range(len(right) + 1))
    for i, left_character in enumerate(left, start=1):
        current = [i]
        for j, right_character in enumerate(right, start=1):
            replaced = previous[j - 1] + (left_character != right_character)
            current.append(min(replaced, previous[j] + 1, current[j - 1] + 1))
        previous = current
    return previous[-1]


@cache
def _terms(corpus: Path) -> CorpusTerms:
    return corpus_terms(corpus, max_characters=MAX_CHARACTERS)
