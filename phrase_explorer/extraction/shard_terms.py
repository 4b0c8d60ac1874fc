"""All that was found in a run of documents, before any term is dropped for its frequency.

A shard knows its terms by their canonical forms, so that shards merge into the same vocabulary however the documents were
split. It is arrays and strings, ready for an artifact.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from phrase_explorer.extraction.term_rules import TERM_RULES, DropRule
from phrase_explorer.foundation.array_types import AnyArray, Int32Array, Int64Array, UInt8Array

MAX_DROPPED_KEY_CHARACTERS = 120


@dataclass(frozen=True, eq=False)
class ShardTerms:
    """Terms, their surface forms and mentions, and what the term rules dropped, in a run of documents.

    Parameters
    ----------
    keys
        Canonical form of each term, n_terms of them, words first, each kind sorted.
    kinds : ndarray of shape (n_terms,), dtype=uint8
        0 is a word, 1 is a phrase.
    forms
        Surface forms as they would be shown, n_forms of them.
    form_terms : ndarray of shape (n_forms,), dtype=int32
        The term of each form, ascending.
    form_counts : ndarray of shape (n_forms,), dtype=int32
        How often the term was written so.
    mentions : ndarray of shape (n_mentions, 4), dtype=int32
        Term, document row of the corpus, start and end, sorted in this order.
    dropped_keys
        Canonical forms that a rule dropped, cut to 120 characters.
    dropped_rules : ndarray of shape (n_dropped,), dtype=uint8
        Index into `TERM_RULES`.
    dropped_counts : ndarray of shape (n_dropped,), dtype=int32
        How often each occurred.
    n_documents
        Texts that were read.
    n_words
        Running words in them, punctuation apart.
    n_repaired
        Texts with characters that no pipeline can read.
    n_unreadable
        Items that were no text at all.
    method
        "noun_chunks" or "collocations".
    """

    keys: Sequence[str]
    kinds: UInt8Array
    forms: Sequence[str]
    form_terms: Int32Array
    form_counts: Int32Array
    mentions: Int32Array
    dropped_keys: Sequence[str]
    dropped_rules: UInt8Array
    dropped_counts: Int32Array
    n_documents: int
    n_words: int
    n_repaired: int = 0
    n_unreadable: int = 0
    method: str = "noun_chunks"

    def to_arrays(self) -> tuple[dict[str, AnyArray], dict[str, Sequence[str]], dict[str, Any]]:
        """Give arrays, string lists and facts, the three parts of an array folder."""
        arrays: dict[str, AnyArray] = {
            "kinds": self.kinds,
            "form_terms": self.form_terms,
            "form_counts": self.form_counts,
            "mentions": self.mentions,
            "dropped_rules": self.dropped_rules,
            "dropped_counts": self.dropped_counts,
        }
        strings = {"keys": self.keys, "forms": self.forms, "dropped_keys": self.dropped_keys}
        facts = {
            "n_documents": self.n_documents,
            "n_words": self.n_words,
            "n_repaired": self.n_repaired,
            "n_unreadable": self.n_unreadable,
            "method": self.method,
        }
        return arrays, strings, facts

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, AnyArray],
        strings: Mapping[str, Sequence[str]],
        facts: Mapping[str, Any],  # Any: JSON values
    ) -> "ShardTerms":
        """Give the shard that `to_arrays` took apart. Raises KeyError if a part is missing."""
        return cls(
            keys=strings["keys"],
            kinds=arrays["kinds"],
            forms=strings["forms"],
            form_terms=arrays["form_terms"],
            form_counts=arrays["form_counts"],
            mentions=arrays["mentions"],
            dropped_keys=strings["dropped_keys"],
            dropped_rules=arrays["dropped_rules"],
            dropped_counts=arrays["dropped_counts"],
            n_documents=int(facts["n_documents"]),
            n_words=int(facts["n_words"]),
            n_repaired=int(facts["n_repaired"]),
            n_unreadable=int(facts["n_unreadable"]),
            method=str(facts["method"]),
        )


@dataclass
class TermCollector:
    """Gathers the mentions of a shard, 16 bytes each, and gives the shard at the end.

    A form number stands for one surface form of one term; `add_mentions` takes these numbers. What a rule drops gets a number
    below zero and is only counted.
    """

    n_documents: int = 0
    n_words: int = 0
    n_repaired: int = 0
    n_unreadable: int = 0
    _terms: dict[tuple[int, str], int] = field(default_factory=dict)
    _forms: dict[tuple[int, str], int] = field(default_factory=dict)
    _dropped: dict[tuple[DropRule, str], int] = field(default_factory=dict)
    _dropped_counts: list[int] = field(default_factory=list)
    _columns: tuple["array[int]", "array[int]", "array[int]", "array[int]"] = field(
        default_factory=lambda: (array("i"), array("i"), array("i"), array("i"))
    )

    def form_number(self, key: str, kind: int, form: str) -> int:
        """Give the number of a surface form, zero or above, taking up its term if it is new."""
        term = self._terms.setdefault((kind, key), len(self._terms))
        return self._forms.setdefault((term, form), len(self._forms))

    def dropped_number(self, key: str, rule: DropRule) -> int:
        """Give the number, below zero, under which what a rule drops is counted."""
        number = self._dropped.setdefault((rule, key[:MAX_DROPPED_KEY_CHARACTERS]), len(self._dropped))
        if number == len(self._dropped_counts):
            self._dropped_counts.append(0)
        return -1 - number

    def add_mention(self, number: int, document_row: int, start: int, end: int) -> None:
        """Take up one mention, or count it if its number is below zero."""
        if number < 0:
            self._dropped_counts[-1 - number] += 1
            return
        forms, documents, starts, ends = self._columns
        forms.append(number)
        documents.append(document_row)
        starts.append(start)
        ends.append(end)

    def to_shard(self, method: str = "noun_chunks") -> ShardTerms:
        """Give all that was gathered, sorted."""
        old_terms = list(self._terms)
        order = sorted(range(len(old_terms)), key=old_terms.__getitem__)
        new_row = np.empty(len(order), dtype=np.int32)
        new_row[order] = np.arange(len(order), dtype=np.int32)

        form_numbers, documents, starts, ends = (np.asarray(column, dtype=np.int32) for column in self._columns)
        form_terms = new_row[np.fromiter((term for term, _ in self._forms), np.int64, len(self._forms))]
        form_texts = [form for _, form in self._forms]
        form_counts = np.bincount(form_numbers, minlength=len(form_texts)).astype(np.int32)
        form_order = sorted(range(len(form_texts)), key=lambda row: (form_terms[row], form_texts[row]))

        dropped = sorted(zip(self._dropped, self._dropped_counts, strict=True))
        return ShardTerms(
            keys=[old_terms[row][1] for row in order],
            kinds=np.array([old_terms[row][0] for row in order], dtype=np.uint8),
            forms=[form_texts[row] for row in form_order],
            form_terms=form_terms[form_order],
            form_counts=form_counts[form_order],
            mentions=sort_mentions(form_terms[form_numbers], documents, starts, ends),
            dropped_keys=[key for (_, key), _ in dropped],
            dropped_rules=np.array([TERM_RULES.index(rule) for (rule, _), _ in dropped], dtype=np.uint8),
            dropped_counts=np.array([count for _, count in dropped], dtype=np.int32),
            n_documents=self.n_documents,
            n_words=self.n_words,
            n_repaired=self.n_repaired,
            n_unreadable=self.n_unreadable,
            method=method,
        )


def sort_mentions(terms: Int32Array, documents: Int32Array, starts: Int32Array, ends: Int32Array) -> Int32Array:
    """Give mentions of shape (n_mentions, 4), sorted by term, document, start and end."""
    places = (starts.astype(np.int64) << 32) | ends
    order: Int64Array = np.lexsort((places, (terms.astype(np.int64) << 32) | documents))
    mentions = np.empty((len(order), 4), dtype=np.int32)
    for column, values in enumerate((terms, documents, starts, ends)):
        mentions[:, column] = values[order]
    return mentions
