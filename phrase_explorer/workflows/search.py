"""Find terms: those nearest in meaning, or those that hold the words as they are written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.domain.vocabulary import TermKind, Vocabulary
from phrase_explorer.foundation.array_types import BoolArray, FloatArray
from phrase_explorer.foundation.errors import UsageError, UserFacingError
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.query_encoder import QueryEncoder, load_query_encoder
from phrase_explorer.workflows.shared_words import content_words

ROWS_AT_ONCE = 65_536


@dataclass(frozen=True)
class TermHit:
    """One term that was found; `score` is a cosine, or 1.0 for the same words and less the more there is beside them."""

    row: int
    term: str
    kind: TermKind
    count: int
    documents: int
    score: float


def search_terms(
    project: Project,
    text: str,
    *,
    top: int = 20,
    exact: bool = False,
    hide_shared_words: bool = False,
    encoder: QueryEncoder | None = None,
) -> list[TermHit]:
    """Give the best terms for a text, best first; hidden terms are left out.

    Parameters
    ----------
    exact
        Find terms that hold the words of `text`, whatever their case, instead of those near in meaning.
    hide_shared_words
        Leave out terms that share a content word with `text`.
    encoder
        One loaded before. Without it the project's own is loaded, unless `text` is itself a term, whose vector is known.

    Raises
    ------
    UserFacingError
        If there is nothing to search for, or the project has no vectors yet.
    """
    if not text.strip():
        raise UsageError("There is nothing to search for; give a word or a phrase.")
    analysis = project.require_analysis()
    vocabulary = analysis.vocabulary
    wanted = ~project.annotations.hidden_mask(vocabulary)
    if hide_shared_words:
        wanted &= ~_shares_words(vocabulary, text)
    if exact:
        return _exact_hits(vocabulary, text, wanted, top)
    embeddings = _require_embeddings(project, analysis.term_embeddings)
    row = vocabulary.find(text)
    if row is not None:
        query = np.asarray(embeddings.vectors[row])
    elif vocabulary.n_terms == 0:
        return []
    else:
        query = (encoder or load_query_encoder(project)).encode([text])[0]
    return _nearest(vocabulary, embeddings, query, wanted, top)


def neighbours_of(project: Project, row: int, *, top: int = 20, hide_shared_words: bool = False) -> list[TermHit]:
    """Give the terms nearest to the term in `row`, best first, itself and hidden terms left out."""
    analysis = project.require_analysis()
    embeddings = _require_embeddings(project, analysis.term_embeddings)
    wanted = ~project.annotations.hidden_mask(analysis.vocabulary)
    wanted[row] = False
    if hide_shared_words:
        wanted &= ~_shares_words(analysis.vocabulary, analysis.vocabulary.terms[row])
    return _nearest(analysis.vocabulary, embeddings, np.asarray(embeddings.vectors[row]), wanted, top)


def _require_embeddings(project: Project, embeddings: Embeddings | None) -> Embeddings:
    if embeddings is None:
        raise UserFacingError(
            f"The project '{project.folder.name}' has no vectors yet; run analyse again to finish it, or search with --exact."
        )
    return embeddings


def _nearest(
    vocabulary: Vocabulary, embeddings: Embeddings, query: FloatArray, wanted: BoolArray, top: int
) -> list[TermHit]:
    scores = np.empty(vocabulary.n_terms, dtype=np.float32)
    for start in range(0, vocabulary.n_terms, ROWS_AT_ONCE):
        stop = start + ROWS_AT_ONCE
        scores[start:stop] = embeddings.vectors[start:stop] @ query
    candidates = np.flatnonzero(wanted)
    order = candidates[np.lexsort((candidates, -scores[candidates]))][: max(top, 0)]
    return [_hit(vocabulary, int(row), float(scores[row])) for row in order]


def _exact_hits(vocabulary: Vocabulary, text: str, wanted: BoolArray, top: int) -> list[TermHit]:
    words = _written_words(text)
    found = []
    for row in _rows_holding(vocabulary, words, wanted):
        n_words = max(len(_written_words(vocabulary.terms[row])), 1)
        found.append((len(words) / n_words, row))
    found.sort(key=lambda pair: (-pair[0], -int(vocabulary.counts[pair[1]]), pair[1]))
    return [_hit(vocabulary, row, score) for score, row in found[: max(top, 0)]]


def _rows_holding(vocabulary: Vocabulary, words: list[str], wanted: BoolArray) -> Iterable[int]:
    first = words[0] if words else ""
    for row, term in enumerate(vocabulary.terms):
        if not wanted[row] or first not in (folded := _folded(term)):
            continue
        term_words = folded.split()
        n = len(words)
        if any(term_words[start : start + n] == words for start in range(len(term_words) - n + 1)):
            yield row


def _written_words(text: str) -> list[str]:
    return _folded(text).split()


def _folded(text: str) -> str:
    return re.sub(r"[^\w']+", " ", text.casefold().replace("’", "'"))


def _shares_words(vocabulary: Vocabulary, text: str) -> BoolArray:
    words = content_words(text)
    shares = (bool(words & content_words(term)) for term in vocabulary.terms)
    return np.fromiter(shares, dtype=np.bool_, count=vocabulary.n_terms)


def _hit(vocabulary: Vocabulary, row: int, score: float) -> TermHit:
    return TermHit(
        row,
        vocabulary.terms[row],
        vocabulary.kind_of(row),
        int(vocabulary.counts[row]),
        int(vocabulary.document_counts[row]),
        round(score, 6),
    )
