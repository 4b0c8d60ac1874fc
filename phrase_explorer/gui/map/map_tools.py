"""The few tools of the map, in a corner: move, lasso, rectangle, closer, further, everything."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from phrase_explorer.gui.map.floating_card import SHADOW_PX, FloatingCard, transparent_picture
from phrase_explorer.gui.map.map_colours import MapColours
from phrase_explorer.gui.map.quiet_button import QuietButton

ToolName = Literal["move", "lasso", "rectangle", "closer", "further", "fit"]
BUTTON_PX = 28
TOOLS: tuple[tuple[ToolName, str], ...] = (
    ("move", "Move the map by dragging (Esc)"),
    ("lasso", "Select with a lasso (L); Ctrl adds, Shift takes away"),
    ("rectangle", "Select with a rectangle (R); Ctrl adds, Shift takes away"),
    ("closer", "Closer (+)"),
    ("further", "Further away (-)"),
    ("fit", "The whole map (0)"),
)


class ToolButton(QuietButton):
    """A button with a drawn sign; tools that stay chosen are checkable."""

    def __init__(self, name: ToolName, explanation: str, colours: MapColours, parent: QWidget) -> None:
        super().__init__(parent)
        self.name, self.colours = name, colours
        self._picture: QImage | None = None
        self._looks: object = None
        self.setFixedSize(BUTTON_PX, BUTTON_PX)
        self.setCheckable(name in ("move", "lasso", "rectangle"))
        self.setToolTip(explanation)
        self.setAccessibleName(explanation.partition(" (")[0])
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def sizeHint(self) -> QSize:
        """Ask for a square."""
        return QSize(BUTTON_PX, BUTTON_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button; it is drawn anew only when it looks different."""
        looks = (self.isChecked(), self.underMouse(), self.has_frame, self.devicePixelRatioF(), self.colours)
        if self._picture is None or self._looks != looks:
            self._picture, self._looks = self._drawn(), looks
        painter = QPainter(self)
        painter.drawImage(QPointF(0, 0), self._picture)
        painter.end()

    def _drawn(self) -> QImage:
        """Draw the ground of a chosen or touched button, then its sign."""
        picture = transparent_picture(self.size(), self.devicePixelRatioF())
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse() or self.has_frame:
            ground = QColor(self.colours.accent if self.isChecked() else self.colours.line)
            ground.setAlpha(44 if self.isChecked() else 130)
            painter.setPen(QPen(QColor(self.colours.accent), 1) if self.has_frame else Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 6, 6)
        colour = QColor(self.colours.accent if self.isChecked() else self.colours.secondary)
        painter.setPen(QPen(colour, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        SIGNS[self.name](painter)
        painter.end()
        return picture


class MapTools(FloatingCard):
    """A column of buttons."""

    pressed = Signal(str)  # a ToolName

    def __init__(self, colours: MapColours, parent: QWidget) -> None:
        super().__init__(colours, parent)
        self.setAccessibleName("Map tools")
        self.buttons: dict[ToolName, ToolButton] = {}
        top = SHADOW_PX + 2
        for name, explanation in TOOLS:
            button = ToolButton(name, explanation, colours, self)
            button.move(SHADOW_PX + 2, top)
            button.clicked.connect(lambda _checked=False, chosen=name: self.pressed.emit(chosen))
            self.buttons[name] = button
            top += BUTTON_PX
        self.setFixedSize(BUTTON_PX + 4 + 2 * SHADOW_PX, top + 2 + SHADOW_PX)
        self.show_tool("move")

    def set_colours(self, colours: MapColours) -> None:
        """Take the colours of another theme."""
        super().set_colours(colours)
        for button in self.buttons.values():
            button.colours = colours
            button.update()

    def show_tool(self, tool: ToolName) -> None:
        """Show which tool a drag uses."""
        for name, button in self.buttons.items():
            if button.isCheckable():
                button.setChecked(name == tool)


def _draw_move(painter: QPainter) -> None:
    painter.drawLine(QPointF(14, 7.5), QPointF(14, 20.5))
    painter.drawLine(QPointF(7.5, 14), QPointF(20.5, 14))
    for x, y, dx, dy in ((14, 7.5, 2, 2), (14, 20.5, 2, -2), (7.5, 14, 2, 2), (20.5, 14, -2, 2)):
        if x == 14:
            painter.drawLine(QPointF(x, y), QPointF(x - dx, y + dy))
            painter.drawLine(QPointF(x, y), QPointF(x + dx, y + dy))
        else:
            painter.drawLine(QPointF(x, y), QPointF(x + dx, y - dy))
            painter.drawLine(QPointF(x, y), QPointF(x + dx, y + dy))


def _draw_lasso(painter: QPainter) -> None:
    loop = QPainterPath(QPointF(11, 17.5))
    loop.cubicTo(QPointF(5, 15), QPointF(7, 8), QPointF(14.5, 8))
    loop.cubicTo(QPointF(22, 8), QPointF(23, 16.5), QPointF(14, 17.5))
    loop.cubicTo(QPointF(10, 18), QPointF(9.5, 20.5), QPointF(12.5, 21))
    painter.drawPath(loop)


def _draw_rectangle(painter: QPainter) -> None:
    pen = painter.pen()
    pen.setDashPattern([2.2, 1.8])
    painter.setPen(pen)
    painter.drawRect(QRectF(7.5, 9, 13, 10))


def _draw_closer(painter: QPainter) -> None:
    painter.drawLine(QPointF(14, 9), QPointF(14, 19))
    painter.drawLine(QPointF(9, 14), QPointF(19, 14))


def _draw_further(painter: QPainter) -> None:
    painter.drawLine(QPointF(9, 14), QPointF(19, 14))


def _draw_fit(painter: QPainter) -> None:
    for x, y, dx, dy in ((8, 8.5, 1, 1), (20, 8.5, -1, 1), (8, 19.5, 1, -1), (20, 19.5, -1, -1)):
        painter.drawLine(QPointF(x, y), QPointF(x + 3.5 * dx, y))
        painter.drawLine(QPointF(x, y), QPointF(x, y + 3.5 * dy))


SIGNS: dict[ToolName, Callable[[QPainter], None]] = {
    "move": _draw_move,
    "lasso": _draw_lasso,
    "rectangle": _draw_rectangle,
    "closer": _draw_closer,
    "further": _draw_further,
    "fit": _draw_fit,
}
