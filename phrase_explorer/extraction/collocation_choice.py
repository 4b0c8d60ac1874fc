"""Which of the gathered word sequences are phrases, decided over the whole corpus.

A phrase is a sequence whose words stand together much more often than chance, measured by normalised pointwise mutual
information (Bouma 2009, "Normalized (pointwise) mutual information in collocation extraction", section 4), that neither begins
nor ends with a function word, and that is not merely a part of a longer phrase.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from phrase_explorer.domain.vocabulary import WORD
from phrase_explorer.extraction.collocations import UNSPACED_CHARACTER, split_sequence
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.stop_lists import function_words
from phrase_explorer.extraction.term_rules import DropRule
from phrase_explorer.foundation.array_types import BoolArray, Float64Array, Int64Array

MIN_ASSOCIATION = 0.3
"""Normalised pointwise mutual information: 0 is chance, 1 is never apart."""

MIN_SEQUENCE_COUNT = 2
MAX_SHARE_IN_LONGER = 0.8
"""A sequence is a mere part when one longer phrase accounts for this share of it."""

FREQUENT_SHARE = 0.01
FREQUENT_SHORT_SHARE = 0.002
SHORT_WORD_LETTERS = 4
MIN_WORDS_FOR_SHARES = 2_000
"""In a smaller corpus a word's share says nothing of its function."""


def choose_collocations(
    terms: Sequence[tuple[int, str]],
    counts: Int64Array,
    dropped_counts: Mapping[str, int],
    options: ExtractionOptions,
    min_count: int,
) -> dict[DropRule, BoolArray]:
    """Give, for each rule, which terms it drops.

    Parameters
    ----------
    terms
        (kind, canonical form) of all that was gathered, n_terms of them.
    counts : ndarray of shape (n_terms,), dtype=int64
    dropped_counts
        Counts of the words that a term rule dropped already, by canonical form.
    options, min_count
        As for `merge_shards`.
    """
    rows_by_word = {key: row for row, (kind, key) in enumerate(terms) if kind == WORD and not _is_sequence(kind, key)}
    word_counts = {key: int(counts[row]) for key, row in rows_by_word.items()} | dict(dropped_counts)
    is_sequence = np.array([_is_sequence(kind, key) for kind, key in terms], dtype=np.bool_).reshape(len(terms))
    empty = np.zeros(len(terms), dtype=np.bool_)
    stop_words, letters, loose, parts = empty.copy(), empty.copy(), empty.copy(), empty.copy()

    stopped = frequent_words(word_counts) | function_words(options.language)
    if not options.keep_stop_words:
        stop_words[[row for word, row in rows_by_word.items() if word in stopped]] = True
    if not options.keep_single_letters:
        letters[[row for word, row in rows_by_word.items() if UNSPACED_CHARACTER.match(word)]] = True

    frequent: BoolArray = is_sequence & (counts >= max(min_count, MIN_SEQUENCE_COUNT))
    loose |= is_sequence & ~frequent & (counts >= min_count)
    candidates = np.flatnonzero(frequent)
    sequences = [split_sequence(terms[row][1]) for row in candidates.tolist()]
    strengths = associations(sequences, counts[candidates], word_counts)
    may_stand = np.array([_may_stand(sequence, stopped) for sequence in sequences], dtype=np.bool_)
    is_tight = (strengths >= MIN_ASSOCIATION) & may_stand.reshape(len(sequences))
    loose[candidates[~is_tight]] = True

    tight = candidates[is_tight]
    parts[tight[mere_parts([terms[row][1] for row in tight.tolist()], counts[tight])]] = True
    return {"stop_words": stop_words, "single_letters": letters, "loose": loose, "parts": parts}


def frequent_words(word_counts: Mapping[str, int]) -> frozenset[str]:
    """Give the words that are too frequent in this corpus to say anything: its function words, in any language.

    A word of up to four letters is one when it makes up 0.2% of all words, a longer one when it makes up 1%.
    """
    n_words = sum(word_counts.values())
    if n_words < MIN_WORDS_FOR_SHARES:
        return frozenset()
    return frozenset(
        word
        for word, count in word_counts.items()
        if count >= n_words * (FREQUENT_SHORT_SHARE if len(word) <= SHORT_WORD_LETTERS else FREQUENT_SHARE)
        and not UNSPACED_CHARACTER.match(word)
    )


def associations(
    sequences: Sequence[Sequence[str]], sequence_counts: Int64Array, word_counts: Mapping[str, int]
) -> Float64Array:
    """Give the normalised pointwise mutual information of each sequence of words.

    For n words it is ``log(p(sequence) / product of p(word)) / (-(n - 1) log p(sequence))``: 0 for words that meet by chance,
    1 for words that occur only together.

    Returns
    -------
    ndarray of shape (n_sequences,), dtype=float64
    """
    log_n_words = np.log(max(sum(word_counts.values()), 1))
    log_word = {word: np.log(max(count, 1)) - log_n_words for word, count in word_counts.items()}
    by_chance = np.array([sum(log_word.get(word, 0.0) for word in sequence) for sequence in sequences], np.float64)
    log_sequence = np.log(np.maximum(sequence_counts, 1)) - log_n_words
    lengths = np.array([len(sequence) for sequence in sequences], dtype=np.float64)
    strengths: Float64Array = (log_sequence - by_chance) / np.maximum(-(lengths - 1) * log_sequence, 1e-12)
    return strengths


def mere_parts(keys: Sequence[str], counts: Int64Array) -> BoolArray:
    """Tell which sequences occur for the most part inside one longer sequence of the same list.

    Returns
    -------
    ndarray of shape (n_sequences,), dtype=bool
    """
    row_of = {key: row for row, key in enumerate(keys)}
    is_part = np.zeros(len(keys), dtype=np.bool_)
    for row, key in enumerate(keys):
        words = split_sequence(key)
        joint = "" if UNSPACED_CHARACTER.match(key) else " "
        for shorter in (words[:-1], words[1:]):
            shorter_row = row_of.get(joint.join(shorter)) if len(shorter) > 1 else None
            if shorter_row is not None and counts[row] >= MAX_SHARE_IN_LONGER * counts[shorter_row]:
                is_part[shorter_row] = True
    return is_part


def _is_sequence(kind: int, key: str) -> bool:
    return kind != WORD or (len(key) > 1 and UNSPACED_CHARACTER.match(key) is not None and len(split_sequence(key)) > 1)


def _may_stand(sequence: Sequence[str], stopped: frozenset[str]) -> bool:
    """Tell whether a sequence begins and ends with words that say something."""
    return all(
        word not in stopped
        and any(map(str.isalpha, word))
        and (len(word) > 1 or UNSPACED_CHARACTER.match(word) is not None)
        for word in (sequence[0], sequence[-1])
    )
