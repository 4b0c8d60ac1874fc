"""Draws a topic: its colour, name and share, and a bar for each of its terms, filled for a phrase, outlined for a word."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from phrase_explorer.domain.topic_model import Topic, TopicTerm
from phrase_explorer.domain.vocabulary import PHRASE
from phrase_explorer.gui.qt_models.term_colours import topic_colour
from phrase_explorer.gui.qt_models.topic_list_model import TERMS_ROLE, TOPIC_ROLE
from phrase_explorer.gui.theme import SMALL_FONT_PX, Theme

HEADING_PX, TERM_PX, FOOT_PX = 28, 20, 8
MARGIN_PX, DOT_PX, GAP_PX = 12, 9, 8
BAR_SHARE, BAR_PX, SHARE_PX = 0.42, 8, 46

Index = QModelIndex | QPersistentModelIndex


class TopicDelegate(QStyledItemDelegate):
    """Paints topics and edits their names in place.

    Signals
    -------
    term_clicked(vocabulary row, whether to add it to the selection)
    """

    term_clicked = Signal(int, bool)

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Leave a line for each term."""
        return QSize(0, HEADING_PX + TERM_PX * len(index.data(TERMS_ROLE)) + FOOT_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a topic."""
        topic: Topic = index.data(TOPIC_ROLE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(self._theme.selected))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(self._theme.hover))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(topic_colour(topic.colour, self._theme))
        self._draw_heading(painter, option.font, QRect(rect.left(), rect.top(), rect.width(), HEADING_PX), topic)
        painter.setFont(option.font)
        for place, term in enumerate(index.data(TERMS_ROLE)):
            self._draw_term(painter, _term_rect(rect, place), term, colour)
        painter.setPen(QPen(QColor(self._theme.line), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

    def _draw_heading(self, painter: QPainter, font: QFont, rect: QRect, topic: Topic) -> None:
        colour = QColor(topic_colour(topic.colour, self._theme))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QRectF(rect.left() + MARGIN_PX, rect.center().y() - DOT_PX / 2 + 1, DOT_PX, DOT_PX))
        bold = QFont(font)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(QColor(self._theme.ink))
        name = _name_rect(rect)
        shown = painter.fontMetrics().elidedText(topic.name, Qt.TextElideMode.ElideRight, name.width())
        painter.drawText(name, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        small = QFont(font)
        small.setPixelSize(SMALL_FONT_PX)
        painter.setFont(small)
        painter.setPen(QColor(self._theme.secondary))
        share = QRect(rect.right() - MARGIN_PX - SHARE_PX, rect.top(), SHARE_PX, rect.height())
        text = f"{topic.share:.0%}" if topic.share >= 0.01 else "<1%"
        painter.drawText(share, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)

    def _draw_term(self, painter: QPainter, rect: QRect, term: TopicTerm, colour: QColor) -> None:
        bar_width = round(BAR_SHARE * rect.width())
        left = rect.right() - MARGIN_PX - bar_width
        text = QRect(rect.left() + MARGIN_PX, rect.top(), left - GAP_PX - rect.left() - MARGIN_PX, rect.height())
        painter.setPen(QColor(self._theme.ink))
        name = f"{term.text} •" if term.is_pinned else term.text
        shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, text.width())
        painter.drawText(text, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
        width = max(3.0, min(1.0, term.weight) * bar_width)
        bar = QRectF(left + 0.5, rect.center().y() - BAR_PX / 2 + 0.5, width - 1, BAR_PX - 1)
        painter.setPen(QPen(colour, 1))
        painter.setBrush(colour if term.kind == PHRASE else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(bar, 2, 2)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """Tell which term was clicked."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            y = event.position().toPoint().y() - option.rect.top() - HEADING_PX
            place, terms = y // TERM_PX, index.data(TERMS_ROLE)
            if y >= 0 and place < len(terms) and event.button() == Qt.MouseButton.LeftButton:
                adds = bool(
                    event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
                )
                self.term_clicked.emit(terms[place].row, adds)
        return super().editorEvent(event, model, option, index)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Edit the name where it stands."""
        editor = QLineEdit(parent)
        editor.setAccessibleName("Name of the topic")
        editor.setPlaceholderText("default name")
        editor.setText(index.data(Qt.ItemDataRole.EditRole))
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Lay the editor over the name."""
        rect = option.rect
        heading = QRect(rect.left(), rect.top() + 2, rect.width(), HEADING_PX - 4)
        editor.setGeometry(_name_rect(heading).adjusted(-6, 0, 0, 0))


def _name_rect(heading: QRect) -> QRect:
    left = heading.left() + MARGIN_PX + DOT_PX + GAP_PX
    return QRect(left, heading.top(), heading.right() - MARGIN_PX - SHARE_PX - GAP_PX - left, heading.height())


def _term_rect(rect: QRect, place: int) -> QRect:
    return QRect(rect.left(), rect.top() + HEADING_PX + TERM_PX * place, rect.width(), TERM_PX)
