"""Make texts fit for the pipeline without moving a character: repair what it cannot read, cut what is too long.

Every repair replaces one character by one character, and pieces carry their offset, so that a place in a piece is a place in
the original text.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from phrase_explorer.domain.canonical_text import ENTITY

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


@dataclass(frozen=True)
class Piece:
    """A piece of a document that the pipeline reads, and where its characters stand in the document.

    `shift_ends` and `shifts` say behind which characters of `text` the original is how much longer; empty without entities.
    """

    document_row: int
    offset: int
    text: str
    shift_ends: list[int] = field(default_factory=list)
    shifts: list[int] = field(default_factory=list)

    def place(self, position: int) -> int:
        """Give the place in the document of a position in the piece."""
        if not self.shifts:
            return self.offset + position
        before = bisect_right(self.shift_ends, position)
        return self.offset + position + (self.shifts[before - 1] if before else 0)


def read_pieces(document_row: int, readable: str) -> Iterator[Piece]:
    """Cut a repaired text into pieces, with HTML entities read as the characters that they stand for."""
    for offset, text in cut_text(readable):
        if text.isspace():
            continue
        if "&" not in text or not ENTITY.search(text):
            yield Piece(document_row, offset, text)
            continue
        yield _without_entities(Piece(document_row, offset, text))


def _without_entities(piece: Piece) -> Piece:
    parts: list[str] = []
    shift_ends: list[int] = []
    shifts: list[int] = []
    done = length = 0
    for found in ENTITY.finditer(piece.text):
        character = html.unescape(found[0])
        if len(character) != 1 or character == found[0]:
            continue
        parts += [piece.text[done : found.start()], " " if character.isspace() else character]
        length += found.start() - done + 1
        done = found.end()
        shift_ends.append(length)
        shifts.append(done - length)
    parts.append(piece.text[done:])
    return Piece(piece.document_row, piece.offset, "".join(parts), shift_ends, shifts)


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
