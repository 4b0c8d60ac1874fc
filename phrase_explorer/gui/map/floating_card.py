"""A card that floats over the map: rounded corners, a thin line, a soft shadow."""

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from phrase_explorer.gui.map.map_colours import MapColours

SHADOW_PX = 8
CORNER_PX = 8.0


class FloatingCard(QWidget):
    """Paints the card; what stands on it keeps `SHADOW_PX` from the edges of the widget."""

    def __init__(self, colours: MapColours, parent: QWidget) -> None:
        super().__init__(parent)
        self.colours = colours
        self._ground: QImage | None = None
        self._ground_key: object = None
        self.setContentsMargins(SHADOW_PX, SHADOW_PX, SHADOW_PX, SHADOW_PX)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def set_colours(self, colours: MapColours) -> None:
        """Take the colours of another theme."""
        self.colours = colours
        self.update()

    def card_rect(self) -> QRectF:
        """Give the rectangle of the card without its shadow."""
        return QRectF(self.rect()).adjusted(SHADOW_PX, SHADOW_PX, -SHADOW_PX, -SHADOW_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card; its shadow is drawn once for each size."""
        key = (self.width(), self.height(), self.devicePixelRatioF(), self.colours)
        if self._ground is None or self._ground_key != key:
            self._ground, self._ground_key = self._drawn_ground(), key
        painter = QPainter(self)
        painter.drawImage(QPointF(0, 0), self._ground)
        painter.end()

    def _drawn_ground(self) -> QImage:
        """Draw shadow, ground and line into a picture."""
        pixel_ratio = self.devicePixelRatioF()
        picture = transparent_picture(self.size(), pixel_ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = self.card_rect()
        painter.setPen(Qt.PenStyle.NoPen)
        strength = 16 if self.colours.is_dark else 6
        for grown in range(SHADOW_PX, 0, -1):
            painter.setBrush(QColor(0, 0, 0, strength * (SHADOW_PX - grown + 1) // SHADOW_PX))
            halo = card.adjusted(-grown, -grown + 2, grown, min(grown + 2, SHADOW_PX))
            painter.drawRoundedRect(halo, CORNER_PX + grown, CORNER_PX + grown)
        painter.setBrush(QColor(self.colours.panel))
        painter.setPen(QPen(QColor(self.colours.line), 1))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), CORNER_PX, CORNER_PX)
        painter.end()
        return picture


def transparent_picture(size: QSize, pixel_ratio: float) -> QImage:
    """Give an empty picture for a widget of `size` interface pixels."""
    picture = QImage(
        math.ceil(size.width() * pixel_ratio),
        math.ceil(size.height() * pixel_ratio),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    picture.setDevicePixelRatio(pixel_ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture
