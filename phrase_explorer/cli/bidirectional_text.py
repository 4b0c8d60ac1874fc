"""Keep right-to-left text from pulling the columns of a line out of order."""

import unicodedata
from collections.abc import Sequence

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"


def isolated(fields: Sequence[str]) -> list[str]:
    """Wrap each field in Unicode isolates if any holds right-to-left text; plain lines stay plain bytes."""
    if not any(is_right_to_left(field) for field in fields):
        return list(fields)
    return [f"{FIRST_STRONG_ISOLATE}{field}{POP_DIRECTIONAL_ISOLATE}" for field in fields]


def is_right_to_left(text: str) -> bool:
    """Say whether a text holds a character of a right-to-left script."""
    return not text.isascii() and any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)
