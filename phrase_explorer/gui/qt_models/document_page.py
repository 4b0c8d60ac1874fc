"""What the reader shows of one document: a stretch of its text around a place, its terms, and its metadata."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from phrase_explorer.domain.document import Document, MetadataValue
from phrase_explorer.domain.vocabulary import PHRASE, Vocabulary
from phrase_explorer.foundation.array_types import Int32Array
from phrase_explorer.gui.qt_models.display_text import QtOffsets, to_display_text
from phrase_explorer.gui.session import Place

PAGE_CHARACTERS = 40_000
MIN_CHARACTERS_BEFORE = 8_000


@dataclass(frozen=True, eq=False)
class DocumentPage:
    """A page of a document.

    Parameters
    ----------
    document_row, key, title
        Which document it is.
    facts
        Its metadata in one line.
    text
        The page, safe for a text widget; `start` is where it begins in the document of `n_characters`.
    marks : ndarray of shape (n_marks, 3), dtype=int32
        Term row, start and end (characters of `text`) of the phrases on the page, sorted by start; none overlaps another.
    place
        What is lit, or None.
    focus
        The character of the document to scroll to.
    """

    document_row: int
    key: str
    title: str
    facts: str
    text: str
    start: int
    n_characters: int
    marks: Int32Array
    place: Place | None
    focus: int

    @property
    def end(self) -> int:
        """Where the page ends in the document."""
        return self.start + len(self.text)

    @cached_property
    def offsets(self) -> QtOffsets:
        """Between characters of `text` and positions in a text widget."""
        return QtOffsets(self.text)

    def term_at(self, offset: int) -> int | None:
        """Give the term row of the mark at a character of the page, or None."""
        before = bisect_right(self.marks[:, 1].tolist(), offset) - 1
        if before >= 0 and int(self.marks[before, 1]) <= offset < int(self.marks[before, 2]):
            return int(self.marks[before, 0])
        return None


def make_document_page(
    document: Document,
    document_row: int,
    vocabulary: Vocabulary | None,
    place: Place | None,
    *,
    around: int | None = None,
) -> DocumentPage:
    """Cut the page around `place` (or the character `around`) out of a document and mark its phrases."""
    centre = around if around is not None else place.start if place is not None else 0
    start, end = _page_bounds(document.text, centre)
    return DocumentPage(
        document_row=document_row,
        key=document.key,
        title=document.title or document.key,
        facts=describe_metadata(document),
        text=to_display_text(document.text[start:end]),
        start=start,
        n_characters=len(document.text),
        marks=_phrases_between(vocabulary, document_row, start, end),
        place=place,
        focus=centre,
    )


def describe_metadata(document: Document) -> str:
    """Give a document's metadata in one line: "year 1817 · party Republican"."""
    known = {None, "", document.key, document.title}  # a blank says nothing, the rest is said already
    parts = [f"{name} {_value_text(value)}" for name, value in document.metadata.items() if value not in known]
    return " · ".join(parts)


def _value_text(value: MetadataValue) -> str:
    if isinstance(value, float):
        return f"{int(value)}" if value.is_integer() else f"{value:g}"
    return " ".join(str(value).split())


def _page_bounds(text: str, centre: int) -> tuple[int, int]:
    if len(text) <= PAGE_CHARACTERS:
        return 0, len(text)
    start = max(0, min(centre - MIN_CHARACTERS_BEFORE, len(text) - PAGE_CHARACTERS))
    end = min(len(text), start + PAGE_CHARACTERS)
    return _at_line_break(text, start), _at_line_break(text, end) if end < len(text) else end


def _at_line_break(text: str, offset: int, reach: int = 400) -> int:
    """Move an offset back to just after a line break, or a space, where one is near."""
    for separator in ("\n", " "):
        found = text.rfind(separator, max(0, offset - reach), offset)
        if found >= 0:
            return found + 1
    return offset


def _phrases_between(vocabulary: Vocabulary | None, document_row: int, start: int, end: int) -> Int32Array:
    if vocabulary is None:
        return np.zeros((0, 3), dtype=np.int32)
    mentions = vocabulary.mentions
    is_here = (mentions[:, 1] == document_row) & (mentions[:, 2] >= start) & (mentions[:, 3] <= end)
    here = mentions[is_here]
    here = here[vocabulary.kinds[here[:, 0]] == PHRASE]
    here = here[np.lexsort((-here[:, 3], here[:, 2]))]  # by start, the longest first
    kept: list[tuple[int, int, int]] = []
    last_end = start
    for row, _document, mention_start, mention_end in here.tolist():
        if mention_start >= last_end:
            kept.append((row, mention_start - start, mention_end - start))
            last_end = mention_end
    return np.array(kept, dtype=np.int32).reshape(-1, 3)
