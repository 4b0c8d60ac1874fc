"""Shards -> the vocabulary of the corpus, and the ledger of what was dropped.

The result depends on the documents alone: not on how they were split into shards, nor on the order of the shards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from phrase_explorer.domain.ledger import MAX_EXAMPLES, Ledger, LedgerEntry
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.extraction.collocation_choice import choose_collocations
from phrase_explorer.extraction.drop_explanations import corpus_notes, explain_rule
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.rare_terms import min_count_for
from phrase_explorer.extraction.shard_terms import ShardTerms, sort_mentions
from phrase_explorer.extraction.stop_lists import stop_phrases
from phrase_explorer.extraction.term_rules import TERM_RULES, DropRule
from phrase_explorer.foundation.array_types import BoolArray, Int32Array, Int64Array


def merge_shards(
    shards: Iterable[ShardTerms], options: ExtractionOptions, n_documents: int
) -> tuple[Vocabulary, Ledger]:
    """Merge shards into one vocabulary, most frequent terms first.

    Parameters
    ----------
    shards
        Each document in exactly one of them.
    options
        The ones that the shards were extracted with; stop phrases and the minimum count apply here.
    n_documents
        Documents of the corpus.
    """
    merged = _MergedTerms(shards)
    min_count = options.min_count if options.min_count is not None else min_count_for(merged.n_words)

    rules = _dropping_rules(merged, options, min_count)
    is_dropped = np.any(list(rules.values()), axis=0)
    kept = np.flatnonzero(~is_dropped).tolist()
    kept.sort(key=lambda row: (-int(merged.counts[row]), merged.terms[row][1], merged.terms[row][0]))
    vocabulary = merged.vocabulary(np.array(kept, dtype=np.int64))

    entries = merged.entries_of_shards(options)
    for rule, dropped in rules.items():
        entries = add_entry(entries, _entry(rule, np.flatnonzero(dropped), merged, options, min_count))
    notes = corpus_notes(
        methods=merged.methods,
        n_repaired=merged.n_repaired,
        n_unreadable=merged.n_unreadable,
        n_documents=n_documents,
        n_words=merged.n_words,
        min_count=min_count,
    )
    return vocabulary, Ledger(tuple(entry for entry in entries if entry.count), notes)


def _dropping_rules(merged: "_MergedTerms", options: ExtractionOptions, min_count: int) -> dict[DropRule, BoolArray]:
    """Give, for each rule that looks at the whole corpus, which terms it drops; each term is dropped by one rule."""
    n_terms = len(merged.terms)
    stopped = stop_phrases(options)
    rules: dict[DropRule, BoolArray] = {
        "stop_phrases": np.fromiter((key in stopped for _, key in merged.terms), np.bool_, n_terms)
    }
    if "collocations" in merged.methods:
        rules |= choose_collocations(merged.terms, merged.counts, merged.dropped_word_counts(), options, min_count)
    rules["rare"] = merged.counts < min_count
    already = np.zeros(n_terms, dtype=np.bool_)
    for rule, dropped in rules.items():
        rules[rule] = dropped & ~already
        already |= dropped
    return rules


def add_entry(entries: list[LedgerEntry], entry: LedgerEntry) -> list[LedgerEntry]:
    """Add an entry, joining it with the standing one of the same rule."""
    standing = next((other for other in entries if other.rule == entry.rule), None)
    if standing is None:
        return [*entries, entry]
    joined = replace(
        standing,
        count=standing.count + entry.count,
        mentions=standing.mentions + entry.mentions,
        examples=(standing.examples + entry.examples)[:MAX_EXAMPLES],
    )
    return [joined if other is standing else other for other in entries]


class _MergedTerms:
    """The terms of all shards together, by their own rows; mentions stay in the shards until they are asked for."""

    def __init__(self, shards: Iterable[ShardTerms]) -> None:
        self.row_of: dict[tuple[int, str], int] = {}
        self.form_counts: dict[tuple[int, str], int] = {}
        self.dropped: dict[tuple[int, str], int] = {}
        self.methods: set[str] = set()
        self.n_words = self.n_repaired = self.n_unreadable = 0
        self._mentions: list[tuple[Int32Array, Int64Array]] = []
        for shard in shards:
            self._take(shard)
        self.terms = list(self.row_of)
        self.counts: Int64Array = np.zeros(len(self.terms), dtype=np.int64)
        for mentions, rows in self._mentions:
            np.add.at(self.counts, rows, np.bincount(mentions[:, 0], minlength=len(rows)))

    def _take(self, shard: ShardTerms) -> None:
        row_of = self.row_of
        rows = np.fromiter(
            (row_of.setdefault(term, len(row_of)) for term in zip(shard.kinds.tolist(), shard.keys, strict=True)),
            np.int64,
            len(shard.keys),
        )
        form_rows = rows[shard.form_terms].tolist()
        for form in zip(form_rows, shard.forms, shard.form_counts.tolist(), strict=True):
            self.form_counts[form[:2]] = self.form_counts.get(form[:2], 0) + form[2]
        dropped = zip(shard.dropped_rules.tolist(), shard.dropped_keys, shard.dropped_counts.tolist(), strict=True)
        for rule, key, count in dropped:
            self.dropped[rule, key] = self.dropped.get((rule, key), 0) + count
        self.methods.add(shard.method)
        self.n_words += shard.n_words
        self.n_repaired += shard.n_repaired
        self.n_unreadable += shard.n_unreadable
        self._mentions.append((shard.mentions, rows))

    def vocabulary(self, kept_rows: Int64Array) -> Vocabulary:
        """Give the vocabulary of the kept terms, in the given order."""
        n_terms = len(kept_rows)
        new_row = np.full(len(self.terms), -1, dtype=np.int32)
        new_row[kept_rows] = np.arange(n_terms, dtype=np.int32)

        counts = self.counts[kept_rows]
        starts = np.zeros(n_terms + 1, dtype=np.int64)
        np.cumsum(counts, out=starts[1:])
        gathered = np.empty((int(starts[-1]), 4), dtype=np.int32)
        filled = 0
        for mentions, rows in self._mentions:
            terms = new_row[rows][mentions[:, 0]]
            is_kept = terms >= 0
            n_kept = int(is_kept.sum())
            part = gathered[filled : filled + n_kept]
            part[:, 0] = terms[is_kept]
            part[:, 1:] = mentions[is_kept, 1:]
            filled += n_kept
        mentions = sort_mentions(*(gathered[:, column] for column in range(4)))

        forms = self._shown_forms()
        return Vocabulary(
            terms=tuple(forms[row] for row in kept_rows.tolist()),
            kinds=np.array([self.terms[row][0] for row in kept_rows.tolist()], dtype=np.uint8),
            counts=counts.astype(np.int32),
            document_counts=count_documents(mentions, starts),
            mentions=mentions,
            mention_starts=starts,
        )

    def _shown_forms(self) -> list[str]:
        """Give the most frequent form of each term; of equals the one with fewer capitals, then the first by code points."""
        best: list[tuple[int, int, str] | None] = [None] * len(self.terms)
        for (row, form), count in self.form_counts.items():
            candidate = (-count, sum(map(str.isupper, form)), form)
            standing = best[row]
            if standing is None or candidate < standing:
                best[row] = candidate
        return [form[2] if form is not None else key for form, (_, key) in zip(best, self.terms, strict=True)]

    def dropped_word_counts(self) -> dict[str, int]:
        """Give how often each word occurred that a term rule dropped, by canonical form."""
        counts: dict[str, int] = {}
        for (_, key), count in self.dropped.items():
            counts[key] = counts.get(key, 0) + count
        return counts

    def entries_of_shards(self, options: ExtractionOptions) -> list[LedgerEntry]:
        """Give what the term rules dropped while the texts were read."""
        entries = []
        for number, rule in enumerate(TERM_RULES):
            dropped = [(count, key) for (rule_number, key), count in self.dropped.items() if rule_number == number]
            dropped.sort(key=lambda item: (-item[0], item[1]))
            entries.append(
                LedgerEntry(
                    rule,
                    len(dropped),
                    sum(count for count, _ in dropped),
                    tuple(key for _, key in dropped[:MAX_EXAMPLES]),
                    explain_rule(rule, options),
                )
            )
        return entries


def count_documents(mentions: Int32Array, mention_starts: Int64Array) -> Int32Array:
    """Count the documents that mention each term.

    Parameters
    ----------
    mentions : ndarray of shape (n_mentions, 4), dtype=int32
        Sorted by term, then document.
    mention_starts : ndarray of shape (n_terms + 1,), dtype=int64
    """
    is_first = np.ones(len(mentions), dtype=np.int64)
    is_first[1:] = (mentions[1:, 0] != mentions[:-1, 0]) | (mentions[1:, 1] != mentions[:-1, 1])
    n_before = np.concatenate(([0], np.cumsum(is_first)))
    return (n_before[mention_starts[1:]] - n_before[mention_starts[:-1]]).astype(np.int32)


def _entry(
    rule: DropRule, rows: Int64Array, merged: _MergedTerms, options: ExtractionOptions, min_count: int
) -> LedgerEntry:
    counts = merged.counts[rows]
    at_most = np.sort(counts)[::-1][:MAX_EXAMPLES]
    frequent = rows[counts >= at_most[-1]].tolist() if len(rows) else []
    frequent.sort(key=lambda row: (-int(merged.counts[row]), merged.terms[row][1], merged.terms[row][0]))
    return LedgerEntry(
        rule,
        len(rows),
        int(counts.sum()),
        _distinct([merged.terms[row][1] for row in frequent]),
        explain_rule(rule, options, min_count=min_count),
    )


def _distinct(keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))[:MAX_EXAMPLES]
