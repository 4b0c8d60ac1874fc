"""The sentences with which the ledger explains what was dropped, and what concerns the whole corpus."""

from collections.abc import Iterable

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.term_rules import DropRule

_EXPLANATIONS: dict[DropRule, str] = {
    "symbols": "Terms without a letter or digit say nothing; analyse --keep symbols keeps them.",
    "numbers": "Terms of digits without letters say nothing alone; analyse --keep numbers keeps them.",
    "single_letters": "Single letters are no words; analyse --keep single-letters keeps them.",
    "addresses": "Web and mail addresses, file paths and codes are no words; analyse --keep addresses keeps them.",
    "stop_words": "Pronouns and other function words say nothing alone; analyse --keep stop-words keeps them.",
    "over_long": "Noun phrases of more than {max_phrase_words} words come from tables and lists.",
    "fragments": "Noun phrases that begin or end inside a hyphenated word are slips of the parser.",
    "stop_phrases": "Stop phrases such as 'first time' say nothing; analyse --keep stop-phrases keeps them.",
    "loose": "Word sequences that stand together little more often than chance are no phrases.",
    "parts": "Word sequences that occur for the most part inside one longer phrase are left to it.",
    "rare": "Terms that occur fewer than {min_count} times are left off the map; analyse --min-count changes the limit.",
}


def explain_rule(rule: DropRule, options: ExtractionOptions, *, min_count: int = 0) -> str:
    """Give the sentence for one rule."""
    return _EXPLANATIONS[rule].format(max_phrase_words=options.max_phrase_words, min_count=min_count)


def corpus_notes(
    *, methods: Iterable[str], n_repaired: int, n_unreadable: int, n_documents: int, n_words: int, min_count: int
) -> tuple[str, ...]:
    """Give what the user should know of the corpus as a whole."""
    stay = "every term stays" if min_count == 1 else f"terms that occur {min_count} times or more stay"
    notes = [f"{_counted(n_words, 'running word')} in {_counted(n_documents, 'document')}; {stay}."]
    if "collocations" in methods:
        notes.append("Phrases were found by statistics (collocations), because no noun-phrase rules fit this language.")
    if n_repaired:
        notes.append(
            f"NUL bytes, broken characters or endless runs in {_counted(n_repaired, 'document')} were read as spaces."
        )
    if n_unreadable:
        notes.append(f"{_counted(n_unreadable, 'document')} held no text and stayed without terms.")
    return tuple(notes)


def _counted(n: int, noun: str) -> str:
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
