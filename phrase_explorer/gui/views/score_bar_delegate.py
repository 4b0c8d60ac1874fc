"""Draws a hit as its name and a bar of its score: filled for a phrase, outlined for a word."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from phrase_explorer.gui.qt_models.neighbour_model import HIT_ROLE
from phrase_explorer.gui.theme import SMALL_FONT_PX, TABLE_ROW_PX, Theme

if TYPE_CHECKING:
    from phrase_explorer.workflows.search import TermHit

BAR_SHARE = 0.36
BAR_HEIGHT_PX = 8
NUMBER_WIDTH_PX = 30
MARGIN_PX, GAP_PX = 12, 8


class ScoreBarDelegate(QStyledItemDelegate):
    """Paints `TermHit`s."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Give every hit the same height."""
        return QSize(0, TABLE_ROW_PX)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a hit."""
        hit: TermHit = index.data(HIT_ROLE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(self._theme.selected))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(self._theme.hover))
        bar_width = round(BAR_SHARE * rect.width())
        right = rect.right() - MARGIN_PX
        number = QRect(right - NUMBER_WIDTH_PX, rect.top(), NUMBER_WIDTH_PX, rect.height())
        bar = QRect(number.left() - GAP_PX - bar_width, rect.top(), bar_width, rect.height())
        name = QRect(rect.left() + MARGIN_PX, rect.top(), bar.left() - GAP_PX - rect.left() - MARGIN_PX, rect.height())
        painter.setFont(font)
        painter.setPen(QColor(self._theme.ink))
        shown = painter.fontMetrics().elidedText(hit.term, Qt.TextElideMode.ElideRight, name.width())
        painter.drawText(name, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        small = QFont(font)
        small.setPixelSize(SMALL_FONT_PX)
        painter.setFont(small)
        painter.setPen(QColor(self._theme.secondary))
        score = f"{hit.score:.2f}"
        painter.drawText(number, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), score)
        self._draw_bar(painter, bar, hit)
        painter.restore()

    def _draw_bar(self, painter: QPainter, bar: QRect, hit: "TermHit") -> None:
        width = max(0.0, min(1.0, hit.score)) * bar.width()
        if width < 2:
            return
        outline = QRectF(bar.left() + 0.5, bar.center().y() - BAR_HEIGHT_PX / 2 + 0.5, width - 1, BAR_HEIGHT_PX - 1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.accent), 1))
        painter.setBrush(QColor(self._theme.accent) if hit.kind == "phrase" else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(outline, 2, 2)
