"""Which terms of a corpus the adaptation never sees: a fifth, chosen by a hash of the text, so that it is always the same."""

from collections.abc import Iterable

from phrase_explorer.foundation.content_hash import hash_bytes

HELD_OUT_SHARE = 5


def is_held_out(term: str) -> bool:
    """Tell whether a term is kept for the check; its case does not matter."""
    return int(hash_bytes(term.lower().encode("utf-8", "replace"))[:8], 16) % HELD_OUT_SHARE == 0


def split_terms(terms: Iterable[str]) -> tuple[list[str], list[str]]:
    """Give the distinct terms to train on and those held out, in their order; equal but for case counts as one."""
    by_folded: dict[str, str] = {}
    for term in terms:
        by_folded.setdefault(term.lower(), term)
    train = [term for term in by_folded.values() if not is_held_out(term)]
    return train, [term for term in by_folded.values() if is_held_out(term)]
