"""The whole map in a corner, with a frame around what is in view that can be dragged."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from phrase_explorer.gui.map.floating_card import CORNER_PX, SHADOW_PX, FloatingCard, transparent_picture
from phrase_explorer.gui.map.map_colours import MapColours
from phrase_explorer.layouts.view_window import Rect, ViewWindow

WIDTH_PX, HEIGHT_PX = 132, 88


class Minimap(FloatingCard):
    """Shows a picture of all points and a frame; dragging or clicking asks for another centre."""

    centre_requested = Signal(float, float)
    drag_finished = Signal()

    def __init__(self, colours: MapColours, parent: QWidget) -> None:
        super().__init__(colours, parent)
        self.setFixedSize(WIDTH_PX + 2 * SHADOW_PX, HEIGHT_PX + 2 * SHADOW_PX)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.setAccessibleName("Overview of the map")
        self.setAccessibleDescription("Drag the frame to move the view")
        self._picture: QImage | None = None
        self._rounded: QImage | None = None
        self._rounded_key: object = None
        self._view = ViewWindow(0, 0, 1, WIDTH_PX, HEIGHT_PX)
        self._seen = Rect(-1, -1, 1, 1)
        self._grip: QPointF | None = None

    def show_points(self, picture: QImage, view: ViewWindow) -> None:
        """Take a picture of the whole map and the view that it shows."""
        self._picture, self._view = picture, view
        self.update()

    def show_frame(self, seen: Rect) -> None:
        """Frame a part of the map."""
        self._seen = seen
        self.update()

    def frame_rect(self) -> QRectF:
        """Give the frame in pixels of this widget."""
        left, top = self._view.to_pixels(self._seen.left, self._seen.top)
        right, bottom = self._view.to_pixels(self._seen.right, self._seen.bottom)
        return QRectF(QPointF(left, top), QPointF(right, bottom)).translated(SHADOW_PX, SHADOW_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card with the points, veil what is out of view and frame the rest."""
        super().paintEvent(event)
        inner = self.card_rect().adjusted(1, 1, -1, -1)
        key = (self._picture.cacheKey() if self._picture is not None else 0, self.devicePixelRatioF())
        if self._rounded is None or self._rounded_key != key:
            self._rounded, self._rounded_key = self._rounded_picture(inner), key
        painter = QPainter(self)
        painter.drawImage(QPointF(0, 0), self._rounded)
        frame = self.frame_rect().intersected(inner.adjusted(1.5, 1.5, -1.5, -1.5))
        veil = QColor(self.colours.background)
        veil.setAlpha(140)
        inside = inner.adjusted(1, 1, -1, -1)
        for left, top, right, bottom in (
            (inside.left(), inside.top(), inside.right(), frame.top()),
            (inside.left(), frame.bottom(), inside.right(), inside.bottom()),
            (inside.left(), frame.top(), frame.left(), frame.bottom()),
            (frame.right(), frame.top(), inside.right(), frame.bottom()),
        ):
            painter.fillRect(QRectF(QPointF(left, top), QPointF(right, bottom)), veil)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.colours.accent), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, 3, 3)
        painter.end()

    def _rounded_picture(self, inner: QRectF) -> QImage:
        """Cut the picture of the points to the rounded corners of the card."""
        rounded = transparent_picture(self.size(), self.devicePixelRatioF())
        painter = QPainter(rounded)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        corners = QPainterPath()
        corners.addRoundedRect(inner, CORNER_PX - 1, CORNER_PX - 1)
        painter.setClipPath(corners)
        if self._picture is not None:
            painter.drawImage(QPointF(SHADOW_PX, SHADOW_PX), self._picture)
        painter.end()
        return rounded

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the frame, or bring it here."""
        frame = self.frame_rect()
        self._grip = event.position() - frame.center() if frame.contains(event.position()) else QPointF(0, 0)
        self._request(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the frame."""
        if self._grip is not None:
            self._request(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the frame go."""
        self._grip = None
        self.drag_finished.emit()
        event.accept()

    def _request(self, point: QPointF) -> None:
        grip = self._grip if self._grip is not None else QPointF(0, 0)
        at = point - grip - QPointF(SHADOW_PX, SHADOW_PX)
        self.centre_requested.emit(*self._view.to_map(at.x(), at.y()))
