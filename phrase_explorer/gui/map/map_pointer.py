"""What the mouse does on the map: a click selects, a drag pans or draws an outline, a rest shows the card."""

import numpy as np
from PySide6.QtCore import QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent

from phrase_explorer.gui.map.lasso import Outline, OutlineShape, SelectionMode
from phrase_explorer.gui.map.map_actor import MapActor

HOVER_DELAY_MS = 90
LEAST_DRAG_PX = 4
WHEEL_DOUBLING = 360.0
"""Wheel units (eighths of a degree) for twice the scale."""


class MapPointer(QObject):
    """Turns mouse events into calls on a map."""

    def __init__(self, map_view: MapActor, parent: QObject) -> None:
        super().__init__(parent)
        self.outline: Outline | None = None
        self.hovered_row = -1
        self._map = map_view
        self._tool: OutlineShape | None = None
        self._press: QPointF | None = None
        self._drag_from: QPointF | None = None
        self._card_timer = QTimer(self)
        self._card_timer.setSingleShot(True)
        self._card_timer.setInterval(HOVER_DELAY_MS)
        self._card_timer.timeout.connect(self._show_card)

    @property
    def tool(self) -> OutlineShape | None:
        """What a drag draws; None: it pans."""
        return self._tool

    def set_tool(self, tool: OutlineShape | None) -> None:
        """Let a drag draw a lasso or a rectangle, or pan."""
        self._tool = tool
        self.outline = None
        self._rest_cursor()

    def press(self, event: QMouseEvent) -> None:
        """Begin a click, a drag or an outline."""
        self.leave_card()
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            event.ignore()
            return
        self._press = self._drag_from = event.position()
        wants_lasso = self._tool is None and bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.button() == Qt.MouseButton.LeftButton and (self._tool is not None or wants_lasso):
            mode = selection_mode(event.modifiers(), shift_subtracts=self._tool is not None)
            self.outline = Outline(self._tool or "lasso", mode, event.position())
        event.accept()

    def move(self, event: QMouseEvent) -> None:
        """Pan, draw the outline, or hover."""
        if self._press is None or self._drag_from is None:
            self.hover(self._map.row_at(event.position()))
            return
        if self.outline is not None:
            self.outline.extend(event.position())
            self._map.update()
            return
        is_dragging = self._drag_from != self._press
        if is_dragging or (event.position() - self._press).manhattanLength() > LEAST_DRAG_PX:
            moved = event.position() - self._drag_from
            self._drag_from = event.position()
            self._map.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._map.pan_by(moved.x(), moved.y())

    def release(self, event: QMouseEvent) -> None:
        """End a click, a drag or an outline."""
        press, drag_from, outline = self._press, self._drag_from, self.outline
        self._press = self._drag_from = self.outline = None
        self._rest_cursor()
        if outline is not None and outline.is_drawn:
            self._map.update()
            self._map.selection_requested.emit(self._map.finder.rows_inside(outline), outline.mode)
        elif press is not None and drag_from == press and event.button() == Qt.MouseButton.LeftButton:
            self._map.update()
            self._click(event)
        event.accept()

    def double_click(self, event: QMouseEvent) -> None:
        """Activate a point, or zoom in (out with Shift) about the pointer."""
        self._press = self._drag_from = None
        row = self._map.row_at(event.position())
        if row >= 0:
            self._map.activated.emit(row)
            return
        backwards = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._map.glide_zoom(0.5 if backwards else 2.0, event.position())

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        self.leave_card()
        if turned:
            self._map.zoom_by(2 ** (turned / WHEEL_DOUBLING), event.position())
        event.accept()

    def hover(self, row: int) -> None:
        """Note which point the pointer is on, -1 for none."""
        if row == self.hovered_row:
            return
        self.hovered_row = row
        self.leave_card()
        self._map.hovered.emit(row)
        if row >= 0:
            self._card_timer.start()

    def leave_card(self) -> None:
        """Take the card away."""
        self._card_timer.stop()
        self._map.hide_card()

    def _show_card(self) -> None:
        if self._press is None:
            self._map.show_card(self.hovered_row)

    def _click(self, event: QMouseEvent) -> None:
        mode = selection_mode(event.modifiers(), shift_subtracts=True)
        row = self._map.row_at(event.position())
        if row >= 0:
            self._map.selection_requested.emit(np.array([row], np.int32), mode)
        elif mode == "replace":
            self._map.selection_requested.emit(np.zeros(0, np.int32), mode)

    def _rest_cursor(self) -> None:
        self._map.setCursor(Qt.CursorShape.ArrowCursor if self._tool is None else Qt.CursorShape.CrossCursor)


def selection_mode(modifiers: Qt.KeyboardModifier, *, shift_subtracts: bool) -> SelectionMode:
    """Give what a click or an outline does with the selection: Ctrl adds, Alt (and Shift) takes away."""
    if modifiers & Qt.KeyboardModifier.ControlModifier:
        return "add"
    if modifiers & Qt.KeyboardModifier.AltModifier:
        return "subtract"
    if shift_subtracts and modifiers & Qt.KeyboardModifier.ShiftModifier:
        return "subtract"
    return "replace"
