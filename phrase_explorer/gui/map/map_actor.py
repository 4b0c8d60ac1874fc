"""What keys and mouse ask of the map, so that they need not know the widget."""

from typing import Protocol

from PySide6.QtCore import QPointF, Qt, SignalInstance

from phrase_explorer.gui.map.lasso import OutlineShape, SelectionMode
from phrase_explorer.gui.map.map_marks import MapMarks
from phrase_explorer.gui.map.point_finder import PointFinder


class MapActor(Protocol):
    """The map as its gestures see it."""

    @property
    def selection_requested(self) -> SignalInstance:
        """Rows and a mode."""

    @property
    def hovered(self) -> SignalInstance:
        """A row, -1 for none."""

    @property
    def activated(self) -> SignalInstance:
        """A row."""

    @property
    def finder(self) -> PointFinder:
        """Finds points in the view."""

    @property
    def marks(self) -> MapMarks:
        """What stands out."""

    def row_at(self, point: QPointF) -> int:
        """Give the row under a pixel, -1 for none."""

    def update(self) -> None:
        """Draw again."""

    def setCursor(self, cursor: Qt.CursorShape) -> None:
        """Show another pointer."""

    def set_tool(self, tool: OutlineShape | None) -> None:
        """Choose what a drag does."""

    def cancel(self) -> bool:
        """Give up what is going on."""

    def pan_by(self, dx_px: float, dy_px: float) -> None:
        """Move the content."""

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom at once."""

    def glide_zoom(self, factor: float, at: QPointF) -> None:
        """Zoom with a short motion."""

    def fit(self) -> None:
        """Show everything."""

    def zoom_to_selection(self) -> None:
        """Show the selection."""

    def go_back(self) -> None:
        """Show the view before."""

    def go_forward(self) -> None:
        """Show the view after."""

    def walk(self, dx: int, dy: int, mode: SelectionMode = "replace") -> None:
        """Go to the next point in a direction."""

    def show_card(self, row: int) -> None:
        """Show the card of a point."""

    def hide_card(self) -> None:
        """Take the card away."""
