"""Make texts fit for the pipeline without moving a character: repair what it cannot read, cut what is too long.

Every repair replaces one character by one character, and pieces carry their offset, so that a place in a piece is a place in
the original text.
"""

import re
from collections.abc import Iterator

MAX_PIECE_CHARACTERS = 20_000
"""No piece is longer. Far under spaCy's own limit of a million: memory grows with the longest piece."""

USUAL_PIECE_CHARACTERS = 1_000
"""A piece ends at the first safe break behind so many characters: the parser is fastest on texts of this length."""

MAX_WORD_CHARACTERS = 500
"""Longer runs of ASCII without white space are no words (encoded data, for the most part) and are blanked out."""

_UNREADABLE = re.compile("[\x00\ud800-\udfff]")
_ENDLESS_RUN = re.compile(rf"[!-~]{{{MAX_WORD_CHARACTERS + 1},}}")
_SAFE_BREAK = re.compile(
    r"""\n[ \t\r]*\n\s*                                           # a blank line
    | (?<=[a-z]{4}[.!?])["'\u201d\u2019)\]]{0,2}\s+(?=["'\u201c\u2018(\[]?[A-Z])  # a sentence end, no abbreviation
    """,
    re.VERBOSE,
)
_SENTENCE_BREAK = re.compile(r"[.!?\u2026][\"'\u201d\u2019)\]]*\s+|[\u3002\uff01\uff1f]")
_LINE_BREAK = re.compile(r"[\r\n]+")
_WHITE_SPACE = re.compile(r"\s+")


def repair_text(text: str) -> str:
    """Give a text of the same length that every pipeline can read.

    NUL bytes become spaces, lone surrogates the replacement character, and runs of ASCII of more than
    `MAX_WORD_CHARACTERS` without white space become spaces.
    """
    if _UNREADABLE.search(text):
        text = _UNREADABLE.sub(lambda found: " " if found[0] == "\x00" else "\ufffd", text)
    if _ENDLESS_RUN.search(text):
        text = _ENDLESS_RUN.sub(lambda found: " " * len(found[0]), text)
    return text


def cut_text(
    text: str, *, usual_characters: int = USUAL_PIECE_CHARACTERS, max_characters: int = MAX_PIECE_CHARACTERS
) -> Iterator[tuple[int, str]]:
    """Cut a text into pieces, each with its offset; joined again they are the text.

    A piece ends at the first paragraph end, or sentence end that cannot be mistaken for an abbreviation, behind
    `usual_characters`. Where there is none within `max_characters`, it ends at the last sentence, line or word there, and only
    a run without any white space is cut inside.
    """
    start = 0
    while len(text) - start > usual_characters:
        safe = _SAFE_BREAK.search(text, start + usual_characters, start + max_characters)
        if safe is not None:
            end = safe.end()
        elif len(text) - start <= max_characters:
            break
        else:
            end = _last_break(text, start + max_characters // 2, start + max_characters)
        yield start, text[start:end]
        start = end
    if start < len(text):
        yield start, text[start:]


def _last_break(text: str, earliest: int, limit: int) -> int:
    for pattern in (_SENTENCE_BREAK, _LINE_BREAK, _WHITE_SPACE):
        ends = [found.end() for found in pattern.finditer(text, earliest, limit)]
        if ends:
            return ends[-1]
    return limit
