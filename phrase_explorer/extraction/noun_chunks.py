"""Noun phrases of a parsed text: spaCy's English base noun phrases, found over columns instead of token objects.

The rule is spaCy's own (``spacy/lang/en/syntax_iterators.py``): a noun, proper noun or pronoun in an argument position, or
coordinated with one, with all that stands to its left in its subtree. Other languages use the rule of their pipeline.
"""

from collections.abc import Callable, Iterator
from typing import Any

from phrase_explorer.extraction.parsed_text import ParsedText

ARGUMENT_LABELS = ("oprd", "nsubj", "dobj", "nsubjpass", "pcomp", "pobj", "dative", "appos", "attr", "ROOT")
NOMINALS = frozenset(("NOUN", "PROPN", "PRON"))

ChunkFinder = Callable[[ParsedText], Iterator[tuple[int, int]]]


def chunk_finder(pipeline: Any) -> ChunkFinder | None:  # Any: spaCy's Language has no types
    """Give the function that yields the (first token, end token) of each noun phrase; None if the language has no rule."""
    if pipeline.lang == "en":
        return _english_chunk_finder(pipeline)
    has_rule = pipeline.vocab.get_noun_chunks is not None and "parser" in pipeline.pipe_names
    return _pipeline_chunks if has_rule else None


def _pipeline_chunks(parsed: ParsedText) -> Iterator[tuple[int, int]]:
    return ((chunk.start, chunk.end) for chunk in parsed.doc.noun_chunks)


def _english_chunk_finder(pipeline: Any) -> ChunkFinder:
    strings = pipeline.vocab.strings
    arguments = frozenset(strings.add(label) for label in ARGUMENT_LABELS)
    conjunct = strings.add("conj")

    def find(parsed: ParsedText) -> Iterator[tuple[int, int]]:
        dep, heads, doc = parsed.dep, parsed.heads, parsed.doc
        previous_end = -1
        for index, pos in enumerate(parsed.pos):
            if pos not in NOMINALS:
                continue
            label = dep[index]
            if label == conjunct:
                head = heads[index]
                while dep[head] == conjunct and heads[head] < head:
                    head = heads[head]
                label = dep[head]
            if label not in arguments:
                continue
            first = doc[index].left_edge.i
            if first <= previous_end:
                continue
            previous_end = index
            yield first, index + 1

    return find
