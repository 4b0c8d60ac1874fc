"""A text made safe for Qt's text widgets, with every offset still true.

Python counts code points, Qt counts UTF-16 code units: an emoji is one of the first and two of the second. Characters that a
text widget would drop, or turn into paragraphs of its own, are replaced one for one, so that offsets never shift.
"""

import numpy as np

from phrase_explorer.foundation.array_types import Int64Array

REPLACEMENTS = {
    0: "\ufffd",
    0x0B: " ",
    0x0C: " ",
    0x1C: " ",
    0x1D: " ",
    0x1E: " ",
    0x85: "\n",
    0xFDD0: " ",
    0xFDD1: " ",
}
LAST_OF_BASIC_PLANE = 0xFFFF


def to_display_text(text: str) -> str:
    """Give a text of the same length that a text widget shows as it is."""
    shown = text.replace("\r\n", " \n").replace("\r", "\n").replace("\u2029", "\n").translate(REPLACEMENTS)
    return (
        shown.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") if _has_surrogates(shown) else shown
    )


class QtOffsets:
    """Turns offsets in code points into offsets in UTF-16 code units and back, for one text."""

    def __init__(self, text: str) -> None:
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        self._wide_places: Int64Array = np.flatnonzero(codes > LAST_OF_BASIC_PLANE).astype(np.int64)
        self._wide_qt_places: Int64Array = self._wide_places + np.arange(len(self._wide_places), dtype=np.int64)

    def to_qt(self, offset: int) -> int:
        """Give the offset in UTF-16 code units."""
        return offset + int(np.searchsorted(self._wide_places, offset, side="left"))

    def to_python(self, qt_offset: int) -> int:
        """Give the offset in code points."""
        return qt_offset - int(np.searchsorted(self._wide_qt_places, qt_offset, side="left"))


def _has_surrogates(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text) if not text.isascii() else False
