"""Draws a map layer by layer: points, lines to true neighbours, selection, labels. Used on screen and for export alike."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from phrase_explorer.foundation.array_types import Int32Array
from phrase_explorer.gui.map.label_fonts import REGION_FONT_CLASS, LabelFonts
from phrase_explorer.gui.map.label_layout import RING_GAP_PX, LabelLayout, LabelSpot, RegionSpot
from phrase_explorer.gui.map.label_painter import LabelPainter
from phrase_explorer.gui.map.map_colours import MapColours
from phrase_explorer.gui.map.map_marks import MapMarks
from phrase_explorer.gui.map.map_raster import MapRaster
from phrase_explorer.gui.map.map_scene import MapScene
from phrase_explorer.gui.map.palette import Palette
from phrase_explorer.layouts.dot_style import dot_style
from phrase_explorer.layouts.label_placement import PlacedLabels
from phrase_explorer.layouts.view_window import ViewWindow

MOST_RINGS = 300
"""More selected points than this stand out by the rest stepping back, not by rings."""


class MapPainter:
    """Draws a scene with its labels and marks; holds the caches for one theme and font."""

    def __init__(self, colours: MapColours, font: QFont, raster: MapRaster) -> None:
        self.colours = colours
        self.fonts = LabelFonts(font)
        self.spots: list[LabelSpot] = []
        """The labels drawn last."""
        self.region_spots: list[RegionSpot] = []
        self._labels = LabelPainter(self.fonts, colours.background)
        self._raster = raster

    def picture(
        self,
        scene: MapScene,
        view: ViewWindow,
        marks: MapMarks,
        placed: PlacedLabels | None,
        *,
        fit_scale: float,
        pixel_ratio: float,
    ) -> QImage:
        """Draw a whole map into a picture of its own."""
        picture = QImage(
            round(view.width_px * pixel_ratio), round(view.height_px * pixel_ratio), QImage.Format.Format_RGB32
        )
        picture.setDevicePixelRatio(pixel_ratio)
        painter = QPainter(picture)
        self.draw_points(painter, scene, view, pixel_ratio)
        self.draw_marks(painter, scene, view, marks)
        layout = LabelLayout(scene, view, marks, ())
        self.draw_labels(painter, scene, layout, placed, fit_scale=fit_scale, pixel_ratio=pixel_ratio)
        painter.end()
        return picture

    def draw_points(self, painter: QPainter, scene: MapScene, view: ViewWindow, pixel_ratio: float) -> None:
        """Draw all points over the background."""
        painter.drawImage(QPointF(0, 0), self._raster.render(scene, view, pixel_ratio, self.colours.background_bytes()))

    def draw_marks(self, painter: QPainter, scene: MapScene, view: ViewWindow, marks: MapMarks) -> None:
        """Draw lines to far neighbours, rings around what was found and around the selection."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if marks.anchor >= 0 and len(marks.far_neighbours):
            self._draw_lines(painter, scene, view, marks)
        found = QColor(self.colours.secondary)
        self._draw_rings(painter, scene, view, marks.highlighted, pen=QPen(found, 1.4), gap_px=RING_GAP_PX)
        if len(marks.selected) > MOST_RINGS:
            marks = replace(marks, selected=np.zeros(0, np.int32))
        halo = QColor(self.colours.background)
        self._draw_rings(painter, scene, view, marks.selected, pen=QPen(halo, 4.5), gap_px=RING_GAP_PX)
        self._draw_rings(
            painter, scene, view, marks.selected, pen=QPen(QColor(self.colours.accent), 2.2), gap_px=RING_GAP_PX
        )
        if marks.anchor >= 0:
            anchor = np.array([marks.anchor], np.int32)
            self._draw_rings(
                painter, scene, view, anchor, pen=QPen(QColor(self.colours.accent), 1.2), gap_px=RING_GAP_PX + 3.5
            )

    def draw_labels(
        self,
        painter: QPainter,
        scene: MapScene,
        layout: LabelLayout,
        placed: PlacedLabels | None,
        *,
        fit_scale: float,
        pixel_ratio: float,
    ) -> None:
        """Draw the labels of a view over everything else; `fit_scale` is that of the whole map."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.region_spots = layout.region_spots(self._labels, fit_scale)
        for region in self.region_spots:
            name, colour = scene.palette.names[region.palette_row], self._region_ink(scene.palette, region.palette_row)
            self._labels.draw(
                painter, name, REGION_FONT_CLASS, colour=colour, rect=region.rect, pixel_ratio=pixel_ratio
            )
        self.spots = layout.spots(placed, self._labels)
        for spot in self.spots:
            colour = self.colours.accent if spot.is_marked else self.colours.ink
            text = scene.labels[spot.row]
            self._labels.draw(painter, text, spot.font_class, colour=colour, rect=spot.rect, pixel_ratio=pixel_ratio)

    def _region_ink(self, palette: Palette, row: int) -> str:
        """Give the colour of a region's name: its own, drawn far enough towards the ink to be read."""
        ink = QColor(self.colours.ink)
        share = 0.35 if self.colours.is_dark else 0.5
        own = palette.colours[row].tolist()
        mixed = [round(c + (i - c) * share) for c, i in zip(own, (ink.red(), ink.green(), ink.blue()), strict=True)]
        return QColor(*mixed).name()

    def _draw_rings(
        self, painter: QPainter, scene: MapScene, view: ViewWindow, rows: Int32Array, *, pen: QPen, gap_px: float
    ) -> None:
        if len(rows) == 0:
            return
        radii = dot_style(scene.crowding, view.scale).radii[scene.sizes[rows]] + gap_px
        x = (scene.positions[rows, 0] - view.centre_x) * view.scale + view.width_px / 2
        y = (view.centre_y - scene.positions[rows, 1]) * view.scale + view.height_px / 2
        seen = (x > -20) & (x < view.width_px + 20) & (y > -20) & (y < view.height_px + 20)
        painter.setPen(pen)
        circles = np.stack([x[seen], y[seen], radii[seen]], axis=1)[: 4 * MOST_RINGS]
        for cx, cy, radius in circles.tolist():
            painter.drawEllipse(QPointF(cx, cy), radius, radius)

    def _draw_lines(self, painter: QPainter, scene: MapScene, view: ViewWindow, marks: MapMarks) -> None:
        colour = QColor(self.colours.accent)
        colour.setAlpha(150)
        painter.setPen(QPen(colour, 1.2, Qt.PenStyle.DashLine))
        start = QPointF(*view.to_pixels(*scene.positions[marks.anchor].tolist()))
        for row in marks.far_neighbours.tolist():
            painter.drawLine(start, QPointF(*view.to_pixels(*scene.positions[row].tolist())))
        painter.setPen(QPen(QColor(self.colours.accent), 1.2))
        self._draw_rings(painter, scene, view, marks.far_neighbours, pen=painter.pen(), gap_px=RING_GAP_PX)
