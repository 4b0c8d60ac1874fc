"""Phrases by statistics alone, for languages without noun-phrase rules.

While the texts are read, every word and every sequence of two or three words within a clause is gathered; scripts without
spaces (Chinese, Japanese, Thai) are taken character by character. Which sequences are phrases is decided over the whole corpus,
when shards merge (`collocation_choice`).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from phrase_explorer.domain.canonical_text import canonical_form, shown_form
from phrase_explorer.domain.vocabulary import PHRASE, WORD
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.shard_terms import ShardTerms, TermCollector
from phrase_explorer.extraction.term_rules import TermRules
from phrase_explorer.extraction.text_pieces import read_pieces, repair_text
from phrase_explorer.foundation.progress import Progress

MAX_WORDS = 3
MAX_CHARACTERS = 4
"""Longest sequence in a script without spaces."""

_UNSPACED = (
    "\u2e80-\u2fdf\u3005-\u3007\u3031-\u3035\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003134f\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff"
)
UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
_CLAUSE_BREAK = re.compile(
    r"[^\S\n]*\n\s*\n\s*|[.,;:!?()\[\]{}\"“”«»„…|/\\<>=。，、；：！？（）「」『』《》؟،۔।—–]|\s-+\s"
)


def extract_collocations(
    texts: Iterable[tuple[int, str | None]], options: ExtractionOptions, progress: Progress
) -> ShardTerms:
    """Gather the words and word sequences of a run of documents; `extract_shard` describes the arguments."""
    collector = TermCollector()
    rules = TermRules(options)
    numbers: dict[tuple[str, int], int] = {}

    def number_of(surface: str, kind: int) -> int:
        number = numbers.get((surface, kind))
        if number is None:
            form = shown_form(surface)
            key = canonical_form(form)
            rule = rules.drop_rule(key) if kind == WORD and not UNSPACED_CHARACTER.match(key) else None
            number = collector.form_number(key, kind, form) if rule is None else collector.dropped_number(key, rule)
            numbers[surface, kind] = number
        return number

    for document_row, text in texts:
        collector.n_documents += 1
        if not isinstance(text, str):
            collector.n_unreadable += 1
            progress.advance()
            continue
        readable = repair_text(text)
        collector.n_repaired += readable is not text
        for piece in read_pieces(document_row, readable):
            for kind, start, end in _sequences(piece.text):
                number = number_of(piece.text[start:end], kind)
                collector.add_mention(number, document_row, piece.place(start), piece.place(end))
            collector.n_words += sum(1 for _ in word_pattern().finditer(piece.text))
        progress.advance()
    return collector.to_shard("collocations")


def _sequences(text: str) -> Iterator[tuple[int, int, int]]:
    """Give kind, start and end of every word and word sequence, sequences within one clause."""
    for clause_start, clause_end in _clauses(text):
        run: list[tuple[int, int]] = []
        is_unspaced_run = False
        for found in word_pattern().finditer(text, clause_start, clause_end):
            is_unspaced = UNSPACED_CHARACTER.match(found[0]) is not None
            if is_unspaced != is_unspaced_run or (is_unspaced and run and run[-1][1] != found.start()):
                run = []
            is_unspaced_run = is_unspaced
            run = [*run[-(MAX_CHARACTERS if is_unspaced else MAX_WORDS) + 1 :], found.span()]
            for n_words in range(1, len(run) + 1):
                yield _kind(n_words, is_unspaced), run[-n_words][0], found.end()


def _kind(n_words: int, is_unspaced: bool) -> int:
    return WORD if n_words == 1 or (is_unspaced and n_words == 2) else PHRASE


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _CLAUSE_BREAK.finditer(text):
        yield start, found.start()
        start = found.end()
    yield start, len(text)


@cache
def word_pattern() -> re.Pattern[str]:
    """Give the pattern of one word: letters, digits and marks, with hyphens and apostrophes between; or one ideograph."""
    marks = _ranges(code for code in range(0x300, 0x10000) if unicodedata.category(chr(code)) in ("Mn", "Mc"))
    inner = rf"(?:[^\W_{_UNSPACED}]|[{marks}\u00ad\u200c\u200d])"
    return re.compile(
        rf"[{_UNSPACED}][{marks}]*|[^\W_{_UNSPACED}]{inner}*(?:['\u2019\u02bc\u00b7\-\u2010\u2011]{inner}+)*"
    )


def _ranges(codes: Iterable[int]) -> str:
    parts: list[list[int]] = []
    for code in codes:
        if parts and parts[-1][1] == code - 1:
            parts[-1][1] = code
        else:
            parts.append([code, code])
    return "".join(f"\\u{first:04x}-\\u{last:04x}" for first, last in parts)


def split_sequence(key: str) -> list[str]:
    """Give the words of a canonical form, or its characters where the script has no spaces."""
    if UNSPACED_CHARACTER.match(key):
        return [found[0] for found in word_pattern().finditer(key)]
    return key.split(" ")
