"""From what a person typed to a pattern that finds it as it may be written in a text."""

import unicodedata
from typing import TypeAlias

import regex

from phrase_explorer.foundation.errors import UsageError

Pattern: TypeAlias = regex.Pattern[str]

SPELLINGS = {
    **dict.fromkeys("'’‘ʼ´`′", "['’‘ʼ´`′]"),
    **dict.fromkeys('"“”„″', '["“”„″]'),
    **dict.fromkeys("-‐‑–", "[-‐‑–]"),
}
"""Characters that are one to a reader: apostrophes, quotation marks, hyphens."""

SCRIPTS_WITHOUT_SPACES = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")


def literal_pattern(text: str) -> Pattern:
    """Give the pattern for a text as written: any case, any white space between words, whole words only.

    Curly and straight apostrophes match each other, and so do composed and decomposed accents.

    Raises
    ------
    UsageError
        If there is nothing to look for.
    """
    words = text.split()
    if not words:
        raise UsageError("There is nothing to look for; give a word, a phrase or a pattern.")
    forms = {unicodedata.normalize(form, " ".join(words)) for form in ("NFC", "NFD")} | {" ".join(words)}
    alternatives = "|".join(_spelled(form) for form in sorted(forms))
    before = r"(?<![\w])" if _bounded(text.strip()[0]) else ""
    after = r"(?![\w\p{M}])" if _bounded(text.strip()[-1]) else ""
    return regex.compile(f"{before}(?:{alternatives}){after}", regex.IGNORECASE)


def given_pattern(pattern: str) -> Pattern:
    """Compile a regular expression that a person wrote.

    Raises
    ------
    UsageError
        If it is not one.
    """
    if not pattern:
        raise UsageError("There is nothing to look for; give a word, a phrase or a pattern.")
    try:
        return regex.compile(pattern, regex.IGNORECASE | regex.MULTILINE)
    except (regex.error, RecursionError, OverflowError) as error:
        raise UsageError(f"'{pattern}' is not a regular expression: {error}.") from error


def needs_full_scan(text: str) -> bool:
    """Say whether the full-text index, which knows words between spaces only, cannot answer for this text."""
    return SCRIPTS_WITHOUT_SPACES.search(text) is not None or not any(character.isalnum() for character in text)


def _spelled(text: str) -> str:
    return "".join(r"\s+" if c == " " else SPELLINGS.get(c) or regex.escape(c, special_only=True) for c in text)


def _bounded(character: str) -> bool:
    return (character.isalnum() or character == "_") and SCRIPTS_WITHOUT_SPACES.match(character) is None
