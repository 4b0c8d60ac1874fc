"""The card beside the pointer: what the point is, how often it occurs, a first example, how far to trust its place."""

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from phrase_explorer.gui.map.floating_card import SHADOW_PX, FloatingCard
from phrase_explorer.gui.map.map_colours import MapColours

CARD_WIDTH_PX = 236
AWAY_PX = 14


@dataclass(frozen=True)
class CardContent:
    """What a hover card says; an empty line is left out.

    Parameters
    ----------
    title
        The term itself.
    facts
        Counts: "11 times in 8 documents".
    example
        A line of text around the first mention; `marked` is the part of it to set bold.
    note
        How far the map can be trusted here.
    """

    title: str
    facts: str = ""
    example: str = ""
    marked: str = ""
    note: str = ""


class HoverCard(FloatingCard):
    """Shows a `CardContent` and stays off the pointer; it takes no mouse events."""

    def __init__(self, colours: MapColours, parent: QWidget) -> None:
        super().__init__(colours, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._title, self._facts, self._example, self._note = (QLabel(self) for _ in range(4))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 9, 12, 10)
        layout.setSpacing(4)
        for label in (self._title, self._facts, self._example, self._note):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.RichText)
            layout.addWidget(label)
        self.set_colours(colours)
        self.hide()

    def set_colours(self, colours: MapColours) -> None:
        """Take the colours of another theme."""
        super().set_colours(colours)
        self._title.setStyleSheet(f"color: {colours.ink}; font-weight: 600; background: transparent;")
        self._example.setStyleSheet(f"color: {colours.ink}; font-size: 12px; background: transparent;")
        for label in (self._facts, self._note):
            label.setStyleSheet(f"color: {colours.secondary}; font-size: 11px; background: transparent;")

    def show_beside(self, content: CardContent, point: QPoint, clear_px: int) -> None:
        """Show the card next to a point of the parent, outside the square of `clear_px` around it."""
        self._title.setText(escape(content.title))
        self._facts.setText(escape(content.facts))
        example = escape(content.example)
        if content.marked:
            example = example.replace(escape(content.marked), f"<b>{escape(content.marked)}</b>", 1)
        self._example.setText(example)
        self._note.setText(escape(content.note))
        for label in (self._title, self._facts, self._example, self._note):
            label.setVisible(bool(label.text()))
        width = CARD_WIDTH_PX + 2 * SHADOW_PX
        self.setFixedWidth(width)
        layout = self.layout()
        if layout is not None:
            layout.invalidate()  # a line that was just shown has no height in it yet
        height = layout.totalHeightForWidth(width) if layout is not None else 80
        self.setFixedHeight(max(height, 40))
        self.move(self._place(point, clear_px))
        self.show()
        self.raise_()

    def _place(self, point: QPoint, clear_px: int) -> QPoint:
        """Choose the first corner of the point at which the whole card lies on the map."""
        parent = self.parentWidget()
        room = parent.rect() if parent is not None else self.rect()
        away = AWAY_PX + clear_px - SHADOW_PX
        right, left = point.x() + away, point.x() - away - self.width()
        below, above = point.y() + away, point.y() - away - self.height()
        for x, y in ((right, above), (right, below), (left, above), (left, below)):
            if room.contains(QRect(x, y, self.width(), self.height())):
                return QPoint(x, y)
        # A window too small for the card: it may stick out, but it never lies on the pointer.
        x = right if point.x() < room.width() / 2 else left
        return QPoint(x, below if point.y() < room.height() / 2 else above)
