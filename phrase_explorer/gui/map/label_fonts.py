"""The fonts of the labels by importance, and how wide a label is without asking the font for every one of a million."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QFont, QFontMetricsF

from phrase_explorer.foundation.array_types import FloatArray, Int32Array, UInt8Array

FONT_PX = (11, 12, 13, 14)
"""Pixel sizes of the four classes of labels; the last is drawn half-bold."""
REGION_FONT_PX = 15
REGION_FONT_CLASS = len(FONT_PX)
"""Names of regions have a font of their own, larger and spaced."""
LONGEST_LABEL_PX = 240.0
LABELS_AT_ONCE = 20_000


class LabelFonts:
    """Four fonts made from the window's font."""

    def __init__(self, base: QFont) -> None:
        self.fonts: list[QFont] = []
        for index, size in enumerate(FONT_PX):
            font = QFont(base)
            font.setPixelSize(size)
            font.setWeight(QFont.Weight.DemiBold if index == len(FONT_PX) - 1 else QFont.Weight.Normal)
            font.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
            self.fonts.append(font)
        region = QFont(self.fonts[-1])
        region.setPixelSize(REGION_FONT_PX)
        region.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        self.fonts.append(region)
        self.metrics = [QFontMetricsF(font) for font in self.fonts]
        self.heights = np.array([m.ascent() + m.descent() for m in self.metrics], np.float32)

    def widths(self, labels: Sequence[str], rows: Int32Array, font_classes: UInt8Array) -> FloatArray:
        """Give the width in pixels of the label of each row, cut to `LONGEST_LABEL_PX`.

        The advances of the distinct characters are asked for once and summed; kerning, which only narrows a text in the
        usual fonts, is left out.
        """
        widths = np.zeros(len(rows), np.float32)
        for start in range(0, len(rows), LABELS_AT_ONCE):
            run = slice(start, min(start + LABELS_AT_ONCE, len(rows)))
            widths[run] = self._widths_of([labels[row] for row in rows[run].tolist()], font_classes[run])
        return np.minimum(widths, LONGEST_LABEL_PX).astype(np.float32)

    def _widths_of(self, texts: Sequence[str], font_classes: UInt8Array) -> npt.NDArray[np.float64]:
        codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        distinct, places = np.unique(codes, return_inverse=True)
        advances = np.array(
            [[m.horizontalAdvance(_character(code)) for code in distinct.tolist()] for m in self.metrics], np.float64
        ).reshape(len(self.metrics), -1)
        by_character = advances[np.repeat(font_classes, lengths), places]
        reached = np.concatenate([[0.0], np.cumsum(by_character)])
        stops = np.cumsum(lengths)
        return np.asarray(reached[stops] - reached[stops - lengths])


def _character(code: int) -> str:
    return "?" if 0xD800 <= code < 0xE000 else chr(code)
