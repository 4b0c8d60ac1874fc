"""Draws one concordance line: the document, the left context up to the match, the match on its band, the right context.

Matches stand under each other whatever the contexts are. A right-to-left line is mirrored: what comes before the match is
drawn on its right.
"""

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from phrase_explorer.gui.qt_models.concordance_model import LINE_ROLE
from phrase_explorer.gui.theme import CONCORDANCE_ROW_PX, Theme

if TYPE_CHECKING:
    from phrase_explorer.workflows.concordance import ConcordanceLine

DOCUMENT_SHARE, MIN_DOCUMENT_PX, MAX_DOCUMENT_PX = 0.18, 72, 220
MATCH_PADDING_PX = 8
MAX_MATCH_SHARE = 0.3
MARGIN_PX = 12
GAP_PX = 8

ModelIndex = QModelIndex | QPersistentModelIndex


class ConcordanceDelegate(QStyledItemDelegate):
    """Paints `ConcordanceLine`s; `measure` sets how wide the band of matches is."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._match_width = 0

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme

    def measure(self, lines: "Sequence[ConcordanceLine]", font: QFont) -> None:
        """Make the band as wide as the widest match."""
        metrics = QFontMetrics(_bold(font))
        matches = {_one_line(line.match) for line in lines}
        self._match_width = max((metrics.horizontalAdvance(match) + 2 for match in matches), default=0)

    def sizeHint(self, option: QStyleOptionViewItem, _index: ModelIndex) -> QSize:
        """Give every line the same height."""
        return QSize(0, max(CONCORDANCE_ROW_PX, QFontMetrics(option.font).height() + 4))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        """Draw a line."""
        line: ConcordanceLine = index.data(LINE_ROLE)
        rect: QRect = option.rect
        font: QFont = option.font
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(self._theme.selected))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(self._theme.hover))
        document, before, band, after = self._columns(rect)
        painter.fillRect(band, QColor(self._theme.match))
        painter.setFont(font)
        painter.setPen(QColor(self._theme.secondary))
        _draw(painter, document, line.title or line.key, Qt.AlignmentFlag.AlignLeft, Qt.TextElideMode.ElideRight)
        painter.setPen(QColor(self._theme.ink))
        first, second = line.left, line.right
        first_cut, second_cut = Qt.TextElideMode.ElideLeft, Qt.TextElideMode.ElideRight
        if is_right_to_left(line.match):
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            first, second, first_cut, second_cut = second, first, second_cut, first_cut
        _draw(painter, before, first, Qt.AlignmentFlag.AlignRight, first_cut)
        _draw(painter, after, second, Qt.AlignmentFlag.AlignLeft, second_cut)
        painter.setFont(_bold(font))
        inside = band.adjusted(MATCH_PADDING_PX, 0, -MATCH_PADDING_PX, 0)
        _draw(painter, inside, line.match, Qt.AlignmentFlag.AlignHCenter, Qt.TextElideMode.ElideMiddle)
        painter.restore()

    def _columns(self, rect: QRect) -> tuple[QRect, QRect, QRect, QRect]:
        document_width = min(MAX_DOCUMENT_PX, max(MIN_DOCUMENT_PX, round(DOCUMENT_SHARE * rect.width())))
        left = rect.left() + MARGIN_PX + document_width + MARGIN_PX
        right = rect.right() - MARGIN_PX
        band_width = min(self._match_width + 2 * MATCH_PADDING_PX, round(MAX_MATCH_SHARE * rect.width()))
        band_left = left + max(0, (right - left - band_width) // 2)
        top, height = rect.top(), rect.height()
        return (
            QRect(rect.left() + MARGIN_PX, top, document_width, height),
            QRect(left, top, max(0, band_left - GAP_PX - left), height),
            QRect(band_left, top, band_width, height),
            QRect(band_left + band_width + GAP_PX, top, max(0, right - band_left - band_width - GAP_PX), height),
        )


def is_right_to_left(text: str) -> bool:
    """Say whether the first character with a direction runs from right to left."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in ("R", "AL"):
            return True
        if direction == "L":
            return False
    return False


def _draw(painter: QPainter, rect: QRect, text: str, side: Qt.AlignmentFlag, elide: Qt.TextElideMode) -> None:
    shown = painter.fontMetrics().elidedText(_one_line(text), elide, rect.width())
    flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
    painter.drawText(rect, int(flags) | int(Qt.TextFlag.TextSingleLine), shown)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold
