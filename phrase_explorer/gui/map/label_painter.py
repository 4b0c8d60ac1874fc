"""Labels as small cached pictures: text in ink over a halo in the map's background, drawn once and then only placed."""

import math
from collections import OrderedDict

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.gui.map.label_fonts import LONGEST_LABEL_PX, LabelFonts

HALO_PX = 1.6
HALO_OPACITY = 0.88
MARGIN_PX = 2.0
MOST_CACHED = 4000

CacheKey = tuple[str, int, str, float]


class LabelPainter:
    """Draws labels; keeps the pictures of the last few thousand."""

    def __init__(self, fonts: LabelFonts, halo: str) -> None:
        self._fonts = fonts
        self._halo = QColor(halo)
        self._sizes: dict[tuple[str, int], tuple[float, float]] = {}
        self._cache: OrderedDict[CacheKey, QImage] = OrderedDict()

    def draw(
        self, painter: QPainter, text: str, font_class: int, *, colour: str, rect: QRectF, pixel_ratio: float
    ) -> None:
        """Draw a label whose text fills `rect`, in interface pixels."""
        picture = self._picture(text, font_class, colour, pixel_ratio)
        # On whole device pixels the text stays as sharp as the font was drawn.
        x = round((rect.left() - MARGIN_PX) * pixel_ratio) / pixel_ratio
        y = round((rect.top() - MARGIN_PX) * pixel_ratio) / pixel_ratio
        painter.drawImage(QPointF(x, y), picture)

    def size(self, text: str, font_class: int) -> tuple[float, float]:
        """Give the width and height of a label's text in interface pixels."""
        key = (text, font_class)
        size = self._sizes.get(key)
        if size is None:
            metrics = self._fonts.metrics[font_class]
            size = (min(metrics.horizontalAdvance(plain(text)), LONGEST_LABEL_PX), metrics.ascent() + metrics.descent())
            if len(self._sizes) > 2 * MOST_CACHED:
                self._sizes.clear()
            self._sizes[key] = size
        return size

    def _picture(self, text: str, font_class: int, colour: str, pixel_ratio: float) -> QImage:
        key = (text, font_class, colour, pixel_ratio)
        picture = self._cache.get(key)
        if picture is None:
            picture = self._drawn(text, font_class, colour, pixel_ratio)
            self._cache[key] = picture
            if len(self._cache) > MOST_CACHED:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(key)
        return picture

    def _drawn(self, text: str, font_class: int, colour: str, pixel_ratio: float) -> QImage:
        metrics = self._fonts.metrics[font_class]
        shown = metrics.elidedText(plain(text), Qt.TextElideMode.ElideRight, LONGEST_LABEL_PX)
        width = metrics.horizontalAdvance(shown) + 2 * MARGIN_PX + 1
        height = metrics.ascent() + metrics.descent() + 2 * MARGIN_PX
        mask = QImage(int(width * pixel_ratio + 1), int(height * pixel_ratio + 1), QImage.Format.Format_Grayscale8)
        mask.setDevicePixelRatio(pixel_ratio)
        mask.fill(0)
        painter = QPainter(mask)
        painter.setFont(self._fonts.fonts[font_class])
        painter.setPen(Qt.GlobalColor.white)
        baseline = round((MARGIN_PX + metrics.ascent()) * pixel_ratio) / pixel_ratio
        painter.drawText(QPointF(MARGIN_PX, baseline), shown)
        painter.end()
        picture = _inked(mask, QColor(colour), self._halo, HALO_PX * pixel_ratio)
        picture.setDevicePixelRatio(pixel_ratio)
        return picture


def _inked(mask: QImage, ink: QColor, halo: QColor, halo_px: float) -> QImage:
    """Give text in ink over a halo: the coverage of the text grown by `halo_px` device pixels, with a soft edge."""
    width, height = mask.width(), mask.height()
    lines = np.frombuffer(mask.constBits(), np.uint8).reshape(height, mask.bytesPerLine())
    text = lines[:, :width].astype(np.float32) / np.float32(255)
    ground = grown(text, halo_px) * np.float32(HALO_OPACITY) * (1 - text)
    pixels = np.empty((height, width, 4), np.uint8)
    for channel, name in enumerate(("blueF", "greenF", "redF")):
        pixels[..., channel] = (text * getattr(ink, name)() + ground * getattr(halo, name)()) * 255 + 0.5
    pixels[..., 3] = (text + ground) * 255 + 0.5
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()  # the copy owns its pixels


def grown(coverage: FloatArray, radius_px: float) -> FloatArray:
    """Give the coverage of a shape grown by a disc with an edge one pixel soft, same shape as `coverage`."""
    reach = math.ceil(radius_px)
    height, width = coverage.shape
    padded = np.zeros((height + 2 * reach, width + 2 * reach), np.float32)
    padded[reach : reach + height, reach : reach + width] = coverage
    largest = coverage.copy()
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            weight = min(max(radius_px + 0.5 - math.hypot(dx, dy), 0.0), 1.0)
            if weight > 0:
                moved = padded[reach + dy : reach + dy + height, reach + dx : reach + dx + width]
                np.maximum(largest, moved * np.float32(weight), out=largest)
    return largest


def plain(text: str) -> str:
    """Give a label on one line, with no control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
