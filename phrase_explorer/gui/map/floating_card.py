"""A card that floats over the map: rounded corners, a thin line, a soft shadow."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from phrase_explorer.gui.map.map_colours import MapColours

SHADOW_PX = 8
CORNER_PX = 8.0


class FloatingCard(QWidget):
    """Paints the card; what stands on it keeps `SHADOW_PX` from the edges of the widget."""

    def __init__(self, colours: MapColours, parent: QWidget) -> None:
        super().__init__(parent)
        self.colours = colours
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
        """Draw shadow, ground and line."""
        painter = QPainter(self)
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
