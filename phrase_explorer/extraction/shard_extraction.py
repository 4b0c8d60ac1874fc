"""Documents -> terms: run the pipeline over a run of texts and gather every word and phrase with its exact place.

Texts go through in batches of limited size, each in a memory zone, so that memory does not grow with the corpus.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from phrase_explorer.domain.canonical_text import canonical_form, shown_form
from phrase_explorer.domain.vocabulary import PHRASE, WORD
from phrase_explorer.extraction.noun_chunks import ChunkFinder, chunk_finder
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.parsed_text import CONTENT_POS, ParsedText
from phrase_explorer.extraction.phrase_trimming import TrimmedPhrase, is_fragment, trim_phrase, trim_signs
from phrase_explorer.extraction.shard_terms import ShardTerms, TermCollector
from phrase_explorer.extraction.spacy_pipeline import load_pipeline
from phrase_explorer.extraction.tag_rules import REPLACED_COMPONENTS, read_tag_rules
from phrase_explorer.extraction.term_rules import TermRules
from phrase_explorer.extraction.text_pieces import Piece, read_pieces, repair_text
from phrase_explorer.foundation.progress import Progress

logger = logging.getLogger(__name__)

BATCH_CHARACTERS = 32_000
MAX_REMEMBERED_PHRASES = 100_000
LEMMA_CORRECTIONS = {"datum": {"data": "data"}, "medium": {"media": "media"}, "taxis": {"taxes": "tax"}}
"""Lemmas that nobody writes: lemma -> word as written -> lemma that is taken instead."""

WORDLESS_POS = frozenset(("PUNCT", "SPACE", "SYM"))


def extract_shard(
    texts: Iterable[tuple[int, str | None]],
    options: ExtractionOptions,
    progress: Progress | None = None,
) -> ShardTerms:
    """Find the words and phrases of a run of documents.

    Parameters
    ----------
    texts
        (document row, original text); rows need not follow each other. What is not text is counted and left out.
    options
        What to look for and what to drop at once.
    progress
        Advanced by one for each document.

    Raises
    ------
    UserFacingError
        If the pipeline that `options` name cannot be found.
    """
    progress = progress if progress is not None else Progress()
    if options.method == "collocations":
        from phrase_explorer.extraction.collocations import extract_collocations

        return extract_collocations(texts, options, progress)
    return NounPhraseExtractor(load_pipeline(options), options).extract(texts, progress)


class NounPhraseExtractor:
    """Finds words and noun phrases with a loaded pipeline; `extract` may be called for one shard after another."""

    def __init__(self, pipeline: Any, options: ExtractionOptions) -> None:  # Any: spaCy's Language has no types
        self._pipeline = pipeline
        self._find_chunks = chunk_finder(pipeline)
        self._tag_rules = read_tag_rules(pipeline)
        self._replaced_components = REPLACED_COMPONENTS if self._tag_rules is not None else ()
        self._options = options
        self._rules = TermRules(options)
        self._collector = TermCollector()
        self._word_numbers: dict[tuple[str, bool], int] = {}
        self._ragged_numbers: set[int] = set()
        self._phrase_numbers: dict[tuple[str, bool], int] = {}

    def extract(self, texts: Iterable[tuple[int, str | None]], progress: Progress) -> ShardTerms:
        """Find the terms of one shard, on one core: more processes use more cores better than more threads.

        A pipeline whose language has no rule for noun phrases gives collocations.
        """
        from threadpoolctl import threadpool_limits

        if self._find_chunks is None:
            from phrase_explorer.extraction.collocations import extract_collocations

            return extract_collocations(texts, self._options, progress)
        self._collector = TermCollector()
        self._word_numbers, self._phrase_numbers, self._ragged_numbers = {}, {}, set()
        with threadpool_limits(1, user_api="blas"):
            for batch in batches_of_pieces(texts, self._collector, progress.advance):
                progress.check_cancelled()
                self._read_batch(batch, self._find_chunks)
        return self._collector.to_shard()

    def _read_batch(self, batch: list[Piece], find_chunks: ChunkFinder) -> None:
        with self._pipeline.memory_zone():
            docs = self._pipeline.pipe(
                (piece.text for piece in batch), batch_size=len(batch), disable=self._replaced_components
            )
            for piece, doc in zip(batch, docs, strict=True):
                parsed = ParsedText.from_doc(doc, self._tag_rules)
                self._read_words(parsed, piece)
                self._read_phrases(parsed, piece, find_chunks)
        if len(self._phrase_numbers) > MAX_REMEMBERED_PHRASES:
            self._phrase_numbers.clear()

    def _add_mention(self, number: int, piece: Piece, start: int, end: int) -> None:
        self._collector.add_mention(number, piece.document_row, piece.place(start), piece.place(end))

    def _read_words(self, parsed: ParsedText, piece: Piece) -> None:
        numbers, lemmas = self._word_numbers, parsed.lemmas
        starts, ends, text = parsed.starts, parsed.ends, parsed.text
        for index, pos in enumerate(parsed.pos):
            if pos not in CONTENT_POS:
                continue
            start, end = starts[index], ends[index]
            lemma = lemmas[index]
            if lemma in LEMMA_CORRECTIONS:
                lemma = LEMMA_CORRECTIONS[lemma].get(text[start:end].lower(), lemma)
            is_capital = text[start].isupper() and not parsed.opens_sentence[index]
            number = numbers.get((lemma, is_capital))
            if number is None:
                number = self._word_number(lemma, is_capital)
            if number in self._ragged_numbers:
                start, end = trim_signs(text, start, end)
            self._add_mention(number, piece, start, end)
        self._collector.n_words += sum(pos not in WORDLESS_POS for pos in parsed.pos)

    def _word_number(self, lemma: str, is_capital: bool) -> int:
        form = shown_form(lemma)
        if is_capital and form.islower():  # the lemmatizer lowers all but proper nouns: "American" is written so
            form = form[0].upper() + form[1:]
        start, end = trim_signs(form, 0, len(form))
        number = self._number(form[start:end] or form, WORD)
        if number >= 0 and start < end and end - start < len(form):
            self._ragged_numbers.add(number)
        self._word_numbers[lemma, is_capital] = number
        return number

    def _number(self, form: str, kind: int) -> int:
        key = canonical_form(form)
        rule = self._rules.drop_rule(key)
        if rule is not None:
            return self._collector.dropped_number(key, rule)
        return self._collector.form_number(key, kind, form)

    def _read_phrases(self, parsed: ParsedText, piece: Piece, find_chunks: ChunkFinder) -> None:
        for first, end in find_chunks(parsed):
            if end - first == 1 and parsed.pos[first] in CONTENT_POS:
                continue  # counted as a word
            phrase = trim_phrase(parsed, first, end)
            if phrase is None:
                self._read_empty_phrase(parsed, first, end, piece)
            elif phrase.end_token - phrase.first_token > 1:
                number = self._phrase_number(parsed, phrase)
                self._add_mention(number, piece, phrase.start, phrase.end)

    def _read_empty_phrase(self, parsed: ParsedText, first: int, end: int, piece: Piece) -> None:
        """Take a phrase of function words or signs alone, which the rules drop unless they are switched off."""
        whole = parsed.text[parsed.starts[first] : parsed.ends[end - 1]]
        start, stop = trim_signs(parsed.text, parsed.starts[first], parsed.ends[end - 1])
        if start == stop:  # signs alone
            start = parsed.starts[first] + len(whole) - len(whole.lstrip())
            stop = start + len(whole.strip())
        form = shown_form(parsed.text[start:stop])
        if not form:
            return
        key = canonical_form(form)
        rule = self._rules.drop_rule(key) or (None if self._options.keep_stop_words else "stop_words")
        if rule is not None:
            number = self._collector.dropped_number(key, rule)
        else:
            number = self._collector.form_number(key, PHRASE if " " in form else WORD, form)
        self._add_mention(number, piece, start, stop)

    def _phrase_number(self, parsed: ParsedText, phrase: TrimmedPhrase) -> int:
        surface = parsed.text[phrase.start : phrase.end]
        if is_fragment(parsed, phrase):
            return self._collector.dropped_number(canonical_form(surface), "fragments")
        is_capital_by_place = parsed.opens_sentence[phrase.first_token] and parsed.pos[phrase.first_token] != "PROPN"
        number = self._phrase_numbers.get((surface, is_capital_by_place))
        if number is None:
            form = shown_form(surface)
            if is_capital_by_place:
                form = lower_first_letter(form)
            number = self._number(form, PHRASE if " " in form else WORD)
            self._phrase_numbers[surface, is_capital_by_place] = number
        return number


def lower_first_letter(form: str) -> str:
    """Undo the capital that a word has only because it begins a sentence; "NATO" and "iPhone" stay as they are."""
    first_word = form.partition(" ")[0]
    if len(first_word) > 1 and first_word[1:].islower():
        lowered = form[0].lower()
        return lowered + form[1:] if len(lowered) == 1 else form
    return form


def batches_of_pieces(
    texts: Iterable[tuple[int, str | None]], collector: TermCollector, advance: Callable[[int], None]
) -> Iterator[list[Piece]]:
    """Give the texts as pieces fit for the pipeline, in batches of about `BATCH_CHARACTERS`."""
    batch: list[Piece] = []
    n_characters = 0
    n_documents = 0
    for document_row, text in texts:
        collector.n_documents += 1
        n_documents += 1
        if not isinstance(text, str):
            collector.n_unreadable += 1
            continue
        readable = repair_text(text)
        if readable is not text and readable != text:
            collector.n_repaired += 1
        for piece in read_pieces(document_row, readable):
            batch.append(piece)
            n_characters += len(piece.text)
            if n_characters >= BATCH_CHARACTERS:
                yield batch
                batch, n_characters = [], 0
                advance(n_documents)
                n_documents = 0
    if batch:
        yield batch
    advance(n_documents)
