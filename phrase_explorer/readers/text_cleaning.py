"""What is done to text before it is stored, and nothing more: line ends, NUL characters, lone surrogates, a byte order mark.

The stored text is the text that every offset in the program counts in. Letters, spaces, accents and HTML entities stay as
they came.
"""

import re
from dataclasses import dataclass

_TO_REPAIR = re.compile("[\x00\ud800-\udfff]")
_LINE_END = re.compile("\r\n?")


@dataclass(frozen=True)
class CleanedText:
    """Text fit to be stored, how many characters were replaced, and where the first one stands in it."""

    text: str
    n_replaced: int = 0
    first_replaced: int | None = None


def clean_text(text: str) -> CleanedText:
    """Make every line end a newline, each NUL a space and each lone surrogate U+FFFD; drop a leading byte order mark."""
    if text.startswith("\ufeff"):
        text = text[1:]
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
    if text.isascii() and "\x00" not in text:  # no search needed: this costs almost nothing
        return CleanedText(text)
    first = _TO_REPAIR.search(text)
    if first is None:
        return CleanedText(text)
    repaired, n_replaced = _TO_REPAIR.subn(lambda match: " " if match.group() == "\x00" else "\ufffd", text)
    return CleanedText(repaired, n_replaced, first.start())


def clean_label(text: str) -> str:
    """Make a title, key or value one line of storable text without outer spaces."""
    return " ".join(clean_text(text).text.split())
