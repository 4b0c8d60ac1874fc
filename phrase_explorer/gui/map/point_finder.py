"""Which points a gesture means: under the pointer, inside an outline, in a direction. No Qt events, only pixels and rows."""

from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import BoolArray, Int32Array
from phrase_explorer.gui.map.lasso import Outline
from phrase_explorer.gui.map.map_scene import MapScene
from phrase_explorer.layouts.dot_style import dot_style
from phrase_explorer.layouts.view_window import Rect, ViewWindow

PICK_PX = 7.0
FIRST_REACH_PX = 24
MOST_DOUBLINGS = 16


@dataclass(frozen=True, eq=False)
class PointFinder:
    """Finds rows in one view of a scene.

    Parameters
    ----------
    pickable : ndarray of shape (n_points,), dtype=bool, or None
        Which rows are on the map; None: all.
    """

    scene: MapScene
    view: ViewWindow
    pickable: BoolArray | None

    @property
    def pick_radius_px(self) -> float:
        """How far from the pointer a point may be."""
        return max(PICK_PX, float(dot_style(self.scene.crowding, self.view.scale).radii[8]) + 2)

    def row_at(self, x_px: float, y_px: float) -> int:
        """Give the row nearest to a pixel, -1 if none is near."""
        x, y = self.view.to_map(x_px, y_px)
        return self.scene.grid.nearest_row(x, y, self.pick_radius_px / self.view.scale, self.pickable)

    def rows_inside(self, outline: Outline) -> Int32Array:
        """Give the rows inside a rectangle or a lasso, ascending."""
        grid = self.scene.grid
        if outline.shape == "rectangle":
            rows = grid.rows_in_rect(outline.map_rect(self.view))
        else:
            rows = grid.rows_in_polygon(outline.map_polygon(self.view))
        return rows if self.pickable is None else rows[self.pickable[rows]]

    def middle_row(self) -> int:
        """Give the row nearest to the middle of the view, -1 if the map is empty there."""
        reach = max(self.view.width_px, self.view.height_px) / self.view.scale
        return self.scene.grid.nearest_row(self.view.centre_x, self.view.centre_y, reach, self.pickable)

    def row_towards(self, anchor: int, dx: int, dy: int) -> int:
        """Give the nearest row within 45 degrees of a direction on screen (y down), the straighter the better; -1 for none.

        The search begins close to the anchor and reaches ever further out.
        """
        x, y = self.scene.positions[anchor].astype(np.float64)
        reach = FIRST_REACH_PX / self.view.scale
        for _ in range(MOST_DOUBLINGS):
            rows = self.scene.grid.rows_in_rect(Rect(x - reach, y - reach, x + reach, y + reach))
            rows = rows[rows != anchor] if self.pickable is None else rows[(rows != anchor) & self.pickable[rows]]
            away = self.scene.positions[rows].astype(np.float64) - (x, y)
            ahead = away[:, 0] * dx - away[:, 1] * dy
            beside = np.abs(away[:, 0] * dy + away[:, 1] * dx)
            cost = np.where((ahead > 0) & (beside <= ahead), ahead + 2 * beside, np.inf)
            if len(cost) and cost.min() <= reach:
                return int(rows[np.argmin(cost)])
            reach *= 2
        return -1
