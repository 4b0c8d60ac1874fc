"""Cut a noun phrase down to what names something: no determiners, pronouns, quantities, quotes or stray signs at its ends.

A mention is always one unbroken stretch of the text; trimming moves its ends inwards and never touches what lies between.
"""

import re
import unicodedata
from dataclasses import dataclass

from phrase_explorer.extraction.parsed_text import ParsedText

_QUANTIFIERS = """
many much more most several few fewer less least little such other own same certain various numerous enough another
every each both all any some no half plenty sundry countless above following aforementioned
"""
_ADVERBS = """
very so too quite just only even also really rather almost nearly about approximately over roughly perhaps maybe not
simply merely still already then now probably possibly exactly especially particularly
"""
LEADING_QUANTIFIERS = frozenset(_QUANTIFIERS.split())
"""Adjectives that count or point and do not describe; dropped at the front, as the determiners are."""

LEADING_ADVERBS = frozenset(_ADVERBS.split())
"""Adverbs of degree, dropped at the front."""

MIN_FULL_LINE_CHARACTERS = 40
"""A line break after a shorter line ends a heading or a list item, and no phrase goes on across it."""

_SEPARATORS = frozenset([*"|><=*·•:;~\\/_+#^{}[]–—…-", "--", "---", "..."])
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_FIELD_NAME = re.compile(r"[\w-]{1,30}:\s")
"""What begins a line of a mail header or a form, such as "Subject: "."""

_HYPHENS = frozenset("-\u2010\u2011\u2013")
_JOINTS = _HYPHENS | {"/", "'", "\u2019"}


@dataclass(frozen=True)
class TrimmedPhrase:
    """A phrase's tokens, and its characters in the parsed text, end exclusive."""

    first_token: int
    end_token: int
    start: int
    end: int


POINTING_WORDS = frozenset(("this", "that", "these", "those", "my", "your", "our", "their", "his", "its"))
"""Dropped at the front even where the tagger takes them for names."""

NEVER_FIRST = frozenset(("DET", "PRON", "PUNCT", "SYM", "SPACE", "PART", "CCONJ", "SCONJ", "ADP", "AUX", "INTJ"))
NEVER_LAST = frozenset(("PUNCT", "SYM", "SPACE", "PART", "CCONJ", "SCONJ", "ADP", "DET", "AUX"))
MAY_BREAK = frozenset(("SPACE", "PUNCT", "SYM", "X"))


def trim_phrase(parsed: ParsedText, first: int, end: int) -> TrimmedPhrase | None:
    """Trim the phrase of tokens ``first`` to ``end`` (exclusive); None if nothing is left."""
    if parsed.pos[end - 1] == "PRON":
        return None
    first = _after_last_break(parsed, first, end)
    first = _after_function_words(parsed, first, end)
    while end > first and parsed.pos[end - 1] in NEVER_LAST:
        end -= 1
    start_character, end_character = parsed.starts[first] if first < end else 0, parsed.ends[end - 1]
    while first < end:
        start_character, end_character = trim_signs(parsed.text, parsed.starts[first], parsed.ends[end - 1])
        if start_character >= parsed.ends[first]:
            first = _after_function_words(parsed, first + 1, end)
        elif end_character <= parsed.starts[end - 1]:
            end -= 1
        else:
            return TrimmedPhrase(first, end, start_character, end_character)
    return None


def _after_last_break(parsed: ParsedText, first: int, end: int) -> int:
    for index in range(end - 2, first, -1):
        pos = parsed.pos[index]
        if pos not in MAY_BREAK:
            continue
        token = parsed.token(index)
        if token in _SEPARATORS and not _is_attached(parsed, index):
            return index + 1
        if pos == "SPACE" and ends_block(parsed.text, parsed.starts[index], token):
            return index + 1
    return first


def _after_function_words(parsed: ParsedText, first: int, end: int) -> int:
    while first < end:
        pos = parsed.pos[first]
        if pos in NEVER_FIRST or (first + 1 < end and _only_counts(parsed, first, end)):
            first += 1
        else:
            break
    return first


def _only_counts(parsed: ParsedText, index: int, end: int) -> bool:
    """Tell whether a leading token says how many or how much, as in "two countries" or "many more people"."""
    pos = parsed.pos[index]
    token = parsed.token(index).lower()
    if pos in ("PROPN", "NOUN"):
        return token in POINTING_WORDS
    next_start = parsed.starts[index + 1]
    if parsed.ends[index] == next_start and (parsed.text[next_start].isalnum() or parsed.text[next_start] in _JOINTS):
        return False  # "two-thirds", "20th-century"
    if pos == "NUM" or token.isdigit():
        return not (_YEAR.fullmatch(token) and not parsed.token(end - 1).endswith("s"))
    return token in LEADING_QUANTIFIERS or (pos == "ADV" and token in LEADING_ADVERBS)


def trim_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """Move the ends inwards past characters that are no letters, digits or marks; a full stop of an abbreviation stays."""
    while start < end and not _belongs(text[start]):
        start += 1
    while end > start and not _belongs(text[end - 1]):
        if text[end - 1] == "." and "." in text[max(start, end - 4) : end - 1]:
            break  # "U.S.", "Ph.D."
        if text[end - 1] in "+#" and end - start > 1:
            break  # "C++", "C#"
        end -= 1
    return start, end


def ends_block(text: str, break_start: int, white_space: str) -> bool:
    """Tell whether white space inside a phrase separates two blocks of text, not two lines of one."""
    if _FIELD_NAME.match(text, break_start + len(white_space)):
        return True
    n_line_ends = white_space.replace("\r\n", "\n").replace("\r", "\n").count("\n")
    if n_line_ends != 1:
        return n_line_ends > 1 or "\t" in white_space or len(white_space) > 3
    line_start = max(text.rfind("\n", 0, break_start), text.rfind("\r", 0, break_start)) + 1
    return break_start - line_start < MIN_FULL_LINE_CHARACTERS


def is_fragment(parsed: ParsedText, phrase: TrimmedPhrase) -> bool:
    """Tell whether a phrase begins or ends inside a word that hyphens hold together, as "art" of "state-of-the-art"."""
    text, start, end = parsed.text, phrase.start, phrase.end
    before = start >= 2 and text[start - 1] in _HYPHENS and text[start - 2].isalnum()
    behind = end + 1 < len(text) and text[end] in _HYPHENS and text[end + 1].isalnum()
    return before or behind


def _is_attached(parsed: ParsedText, index: int) -> bool:
    text, start, end = parsed.text, parsed.starts[index], parsed.ends[index]
    return start > 0 and end < len(text) and not text[start - 1].isspace() and not text[end].isspace()


def _belongs(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"
