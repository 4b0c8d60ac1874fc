"""The sentences with which the ledger explains what was dropped, and what concerns the whole corpus."""

from collections.abc import Iterable

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.term_rules import DropRule

_EXPLANATIONS: dict[DropRule, str] = {
    "symbols": "Terms without a letter or digit say nothing; keep_symbols keeps them.",
    "numbers": "Terms of digits without letters say nothing alone; keep_numbers keeps them.",
    "single_letters": "Single letters are no words; keep_single_letters keeps them.",
    "addresses": "Web and mail addresses, file paths and codes are no words; keep_addresses keeps them.",
    "stop_words": "Pronouns and other function words say nothing alone; keep_stop_words keeps them.",
    "over_long": "Noun phrases of more than {max_phrase_words} words come from tables and lists; "
    "max_phrase_words changes the limit.",
    "fragments": "Noun phrases that begin or end inside a hyphenated word are slips of the parser.",
    "stop_phrases": "Stop phrases such as 'first time' say nothing; use_stop_phrases and stop_phrases change the list.",
    "loose": "Word sequences that stand together little more often than chance are no phrases.",
    "parts": "Word sequences that occur for the most part inside one longer phrase are left to it.",
    "rare": "Terms that occur fewer than {min_count} times are left off the map; min_count changes the limit.",
}


def explain_rule(rule: DropRule, options: ExtractionOptions, *, min_count: int = 0) -> str:
    """Give the sentence for one rule."""
    return _EXPLANATIONS[rule].format(max_phrase_words=options.max_phrase_words, min_count=min_count)


def corpus_notes(
    *, methods: Iterable[str], n_repaired: int, n_unreadable: int, n_documents: int, n_words: int, min_count: int
) -> tuple[str, ...]:
    """Give what the user should know of the corpus as a whole."""
    notes = [
        f"{n_words:,} running words in {n_documents:,} documents; terms that occur {min_count} times or more stay."
    ]
    if "collocations" in methods:
        notes.append("Phrases were found by statistics (collocations), because no noun-phrase rules fit this language.")
    if n_repaired:
        notes.append(
            f"{n_repaired:,} documents hold NUL bytes, broken characters or endless runs, which were read as spaces."
        )
    if n_unreadable:
        notes.append(f"{n_unreadable:,} documents were not text and were left out.")
    return tuple(notes)
