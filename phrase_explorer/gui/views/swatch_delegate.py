"""Draws a term's colour on the map as a small disc."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from phrase_explorer.gui.qt_models.term_table_model import SWATCH_ROLE

RADIUS_PX = 4.5


class SwatchDelegate(QStyledItemDelegate):
    """Paints the decoration colour of an index, centred, on the row's own ground."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the ground, then the disc."""
        super().paint(painter, option, index)
        colour = index.data(SWATCH_ROLE)
        if isinstance(colour, QColor):
            rect: QRect = option.rect
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(rect.center()) + QPointF(0.5, 0.5), RADIUS_PX, RADIUS_PX)
            painter.restore()
