"""What the keys do on the map. Arrows pan; with Shift they walk from point to point; plus, minus and 0 zoom and fit."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from phrase_explorer.gui.map.map_actor import MapActor

PAN_PX = 60.0
ZOOM = 1.5
DIRECTIONS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class MapKeys:
    """Turns keys into calls on a map."""

    def __init__(self, map_view: MapActor) -> None:
        self._map = map_view

    def press(self, event: QKeyEvent) -> bool:
        """Act on a key; false if it means nothing here."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        alt = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        if key in DIRECTIONS:
            dx, dy = DIRECTIONS[key]
            if shift:
                self._map.walk(dx, dy, "add" if control else "replace")
            elif control or alt:
                return False
            else:
                self._map.pan_by(-dx * PAN_PX, -dy * PAN_PX)
            return True
        if control or alt:
            return False
        return self._press_plain(key)

    def _press_plain(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self._map.zoom_by(ZOOM)
            case Qt.Key.Key_Minus | Qt.Key.Key_Underscore:
                self._map.zoom_by(1 / ZOOM)
            case Qt.Key.Key_0 | Qt.Key.Key_Home:
                self._map.fit()
            case Qt.Key.Key_Z:
                self._map.zoom_to_selection()
            case Qt.Key.Key_BracketLeft | Qt.Key.Key_Backspace:
                self._map.go_back()
            case Qt.Key.Key_BracketRight:
                self._map.go_forward()
            case Qt.Key.Key_L:
                self._map.set_tool("lasso")
            case Qt.Key.Key_R:
                self._map.set_tool("rectangle")
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if self._map.marks.anchor >= 0:
                    self._map.activated.emit(self._map.marks.anchor)
            case Qt.Key.Key_Escape:
                return self._map.cancel()
            case _:
                return False
        return True
