"""Drawing a lasso or a rectangle around points: the outline so far, and how it looks."""

from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.layouts.view_window import Rect, ViewWindow

OutlineShape = Literal["lasso", "rectangle"]
SelectionMode = Literal["replace", "add", "subtract"]
LEAST_STEP_PX = 2.0


class Outline:
    """One outline from press to release, in interface pixels."""

    def __init__(self, shape: OutlineShape, mode: SelectionMode, start: QPointF) -> None:
        self.shape, self.mode = shape, mode
        self._points = [start]

    @property
    def is_drawn(self) -> bool:
        """Whether the pointer has moved far enough for it to be more than a click."""
        first = self._points[0]
        return any((p - first).manhattanLength() > 4 for p in self._points[1:])

    def extend(self, point: QPointF) -> None:
        """Follow the pointer."""
        if self.shape == "rectangle":
            self._points = [self._points[0], point]
        elif (point - self._points[-1]).manhattanLength() >= LEAST_STEP_PX:
            self._points.append(point)

    def map_rect(self, view: ViewWindow) -> Rect:
        """Give the rectangle in map units."""
        rect = QRectF(self._points[0], self._points[-1]).normalized()
        left, top = view.to_map(rect.left(), rect.top())
        right, bottom = view.to_map(rect.right(), rect.bottom())
        return Rect(left, bottom, right, top)

    def map_polygon(self, view: ViewWindow) -> FloatArray:
        """Give the corners in map units, of shape (n_corners, 2)."""
        return np.array([view.to_map(p.x(), p.y()) for p in self._points], np.float64).astype(np.float32)

    def draw(self, painter: QPainter, accent: str) -> None:
        """Draw the outline with a faint filling."""
        fill = QColor(accent)
        fill.setAlpha(26)
        style = Qt.PenStyle.DashLine if self.mode == "subtract" else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(accent), 1.5, style))
        painter.setBrush(fill)
        if self.shape == "rectangle":
            painter.drawRect(QRectF(self._points[0], self._points[-1]).normalized())
        else:
            painter.drawPolygon(QPolygonF(self._points))
