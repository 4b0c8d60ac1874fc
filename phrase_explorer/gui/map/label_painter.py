"""Labels as small cached pictures: text in ink over a halo in the map's background, drawn once and then only placed."""

from collections import OrderedDict

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from phrase_explorer.gui.map.label_fonts import LONGEST_LABEL_PX, LabelFonts

HALO_PX = 3.2
MARGIN_PX = 2.0
MOST_CACHED = 4000

CacheKey = tuple[str, int, str, float]


class LabelPainter:
    """Draws labels; keeps the pictures of the last few thousand."""

    def __init__(self, fonts: LabelFonts, halo: str) -> None:
        self._fonts = fonts
        self._halo = QColor(halo)
        self._halo.setAlphaF(0.88)
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
        picture = QImage(
            int(width * pixel_ratio + 1), int(height * pixel_ratio + 1), QImage.Format.Format_ARGB32_Premultiplied
        )
        picture.setDevicePixelRatio(pixel_ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        baseline = QPointF(MARGIN_PX, round((MARGIN_PX + metrics.ascent()) * pixel_ratio) / pixel_ratio)
        outline = QPainterPath()
        outline.addText(baseline, self._fonts.fonts[font_class], shown)
        pen = QPen(self._halo, HALO_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(outline, pen)
        painter.setFont(self._fonts.fonts[font_class])
        painter.setPen(QColor(colour))
        painter.drawText(baseline, shown)
        painter.end()
        return picture


def plain(text: str) -> str:
    """Give a label on one line, with no control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
