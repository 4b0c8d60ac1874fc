"""Which labels stand where in one view: those of marked points first, then those that have room at this zoom."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF

from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int32Array
from phrase_explorer.gui.map.label_fonts import REGION_FONT_CLASS
from phrase_explorer.gui.map.label_painter import LabelPainter
from phrase_explorer.gui.map.map_labels import GAP_PX
from phrase_explorer.gui.map.map_marks import MapMarks
from phrase_explorer.gui.map.map_scene import MapScene
from phrase_explorer.layouts.dot_style import dot_style
from phrase_explorer.layouts.label_placement import Float64Array, PlacedLabels
from phrase_explorer.layouts.view_window import ViewWindow

MOST_MARKED_LABELS = 40
RING_GAP_PX = 2.0
MARKED_GAP_PX = 4.0
EDGE_PX = 3.0
REGIONS_UP_TO_ZOOM = 1.5
REGION_AIR_PX = 4.0


@dataclass(frozen=True)
class LabelSpot:
    """A label at its place: the rectangle of its text in interface pixels."""

    row: int
    font_class: int
    rect: QRectF
    is_marked: bool


@dataclass(frozen=True)
class RegionSpot:
    """The name of a region, centred on its place; `palette_row` is its colour."""

    palette_row: int
    rect: QRectF


class LabelLayout:
    """Chooses and places the labels of one view."""

    def __init__(self, scene: MapScene, view: ViewWindow, marks: MapMarks, covered: Sequence[QRectF]) -> None:
        self._scene, self._view, self._marks = scene, view, marks
        self._radii: FloatArray = dot_style(scene.crowding, view.scale).radii
        self._whole = QRectF(0, 0, view.width_px, view.height_px).adjusted(EDGE_PX, 0, -EDGE_PX, 0)
        self._blocked = list(covered)
        """What no label may touch: floating cards, rings of the selection, labels of marked points."""

    def spots(self, placed: PlacedLabels | None, painter: LabelPainter) -> list[LabelSpot]:
        """Give the labels to draw, none over another, over a ring, under a card or cut by the edge."""
        spots: list[LabelSpot] = []
        marked = self._marked_rows()
        rings = dict(zip(marked, self._rings(marked), strict=True))
        chosen = {self._marks.anchor, *self._marks.selected[:MOST_MARKED_LABELS].tolist()}
        for row in marked:
            # The selection's labels keep off each other's rings, those of mere neighbours off all.
            others = [ring for other, ring in rings.items() if other != row and (other in chosen or row not in chosen)]
            found = self._spots_of(np.array([row], np.int32), painter, others, is_marked=True)
            found = found or self._spots_of(np.array([row], np.int32), painter, others, is_marked=True, is_turned=True)
            self._blocked += [spot.rect for spot in found]
            spots += found
        if placed is not None:
            rows = placed.visible(self._view)
            rows = rows[self._scene.is_full_at(rows) & ~np.isin(rows, marked)]
            spots += self._spots_of(rows, painter, self._rings(self._in_view(self._marks.selected)), is_marked=False)
        return spots

    def region_spots(self, painter: LabelPainter, fit_scale: float) -> list[RegionSpot]:
        """Give the names of regions where the map is seen from far; call it before `spots`, which keep clear of them."""
        if self._view.scale > fit_scale * REGIONS_UP_TO_ZOOM:
            return []
        spots: list[RegionSpot] = []
        rings = self._rings(self._marked_rows())
        for region in self._scene.regions():
            x, y = self._view.to_pixels(region.x, region.y)
            width, height = painter.size(self._scene.palette.names[region.group], REGION_FONT_CLASS)
            rect = QRectF(x - width / 2, y - height / 2, width, height)
            if self._whole.contains(rect) and not any(rect.intersects(other) for other in [*self._blocked, *rings]):
                spots.append(RegionSpot(region.group, rect))
                self._blocked.append(rect.adjusted(-REGION_AIR_PX, -2, REGION_AIR_PX, 2))
        return spots

    def _spots_of(
        self,
        rows: Int32Array,
        painter: LabelPainter,
        rings: Sequence[QRectF],
        *,
        is_marked: bool,
        is_turned: bool = False,
    ) -> list[LabelSpot]:
        """Give spots for labels that do not overlap each other, where nothing else is in their way.

        `is_turned` puts all of them on the left of their points.
        """
        if len(rows) == 0:
            return []
        sizes = self._scene.sizes[rows]
        classes = self._scene.font_classes[rows].tolist()
        xs, ys = self._pixels(rows)
        gaps = self._radii[sizes] + GAP_PX + (MARKED_GAP_PX if is_marked else 0)
        extents = [
            painter.size(self._scene.labels[row], size) for row, size in zip(rows.tolist(), classes, strict=True)
        ]
        widths, heights = np.array(extents, np.float64).T
        boxes = np.stack([xs + gaps, ys - heights / 2, xs + gaps + widths, ys + heights / 2], axis=1)
        # At the right edge a label stands on the other side of its point if nothing is in its way there.
        turned = np.flatnonzero((boxes[:, 2] > self._whole.right()) | is_turned)
        boxes[turned, 0] = (xs - gaps - widths)[turned]
        boxes[turned, 2] = (xs - gaps)[turned]
        whole = self._whole
        fits = (boxes[:, 0] >= whole.left()) & (boxes[:, 2] <= whole.right())
        fits &= (boxes[:, 1] >= whole.top()) & (boxes[:, 3] <= whole.bottom())
        fits &= ~_touching(boxes, _corners([*self._blocked, *rings]))
        for index in turned.tolist():
            others = np.flatnonzero(fits)
            others = others[others != index]
            if _touching(boxes[index : index + 1], boxes[others]).any():
                fits[index] = False
        return [
            LabelSpot(int(rows[index]), classes[index], QRectF(left, top, right - left, bottom - top), is_marked)
            for index, (left, top, right, bottom) in zip(
                np.flatnonzero(fits).tolist(), boxes[fits].tolist(), strict=True
            )
        ]

    def _marked_rows(self) -> list[int]:
        """Give the marked rows in view that are labelled whatever the zoom."""
        marks = self._marks
        anchor = [marks.anchor] if marks.anchor >= 0 else []
        rows = list(
            dict.fromkeys(
                [*anchor, *self._in_view(marks.selected).tolist(), *self._in_view(marks.far_neighbours).tolist()]
            )
        )
        shown = self._scene.is_shown_at(np.array(rows, np.int32))
        return [row for row, is_shown in zip(rows, shown.tolist(), strict=True) if is_shown][:MOST_MARKED_LABELS]

    def _in_view(self, rows: Int32Array) -> Int32Array:
        xs, ys = self._pixels(rows)
        seen = (xs >= 0) & (xs <= self._view.width_px) & (ys >= 0) & (ys <= self._view.height_px)
        return rows[seen][:MOST_MARKED_LABELS]

    def _rings(self, rows: Int32Array | list[int]) -> list[QRectF]:
        chosen = np.asarray(rows, np.int32)
        xs, ys = self._pixels(chosen)
        radii = self._radii[self._scene.sizes[chosen]] + RING_GAP_PX
        return [
            QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
            for x, y, radius in zip(xs.tolist(), ys.tolist(), radii.tolist(), strict=True)
        ]

    def _pixels(self, rows: Int32Array) -> tuple[np.ndarray, np.ndarray]:
        positions, view = self._scene.positions[rows].astype(np.float64), self._view
        return (
            (positions[:, 0] - view.centre_x) * view.scale + view.width_px / 2,
            (view.centre_y - positions[:, 1]) * view.scale + view.height_px / 2,
        )


def _corners(rects: Sequence[QRectF]) -> Float64Array:
    """Give left, top, right and bottom of rectangles, of shape (n_rects, 4)."""
    return np.array([(r.left(), r.top(), r.right(), r.bottom()) for r in rects], np.float64).reshape(-1, 4)


def _touching(boxes: Float64Array, others: Float64Array) -> BoolArray:
    """Say for each box whether it overlaps one of the others, of shape (n_boxes,)."""
    beside = (boxes[:, None, 0] >= others[None, :, 2]) | (boxes[:, None, 2] <= others[None, :, 0])
    stacked = (boxes[:, None, 1] >= others[None, :, 3]) | (boxes[:, None, 3] <= others[None, :, 1])
    overlaps: BoolArray = np.any(~(beside | stacked), axis=1)
    return overlaps
