"""The map: points laid out by meaning, with labels, that can be panned, zoomed, hovered, clicked and lassoed.

A pure view. It is told what to show (`set_points`, `set_colours`, `set_selection` ...) and says what the person did
(`selection_requested`, `hovered`, `activated`); it never changes a selection by itself.
"""

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int32Array
from phrase_explorer.gui.map.floating_card import SHADOW_PX
from phrase_explorer.gui.map.hover_card import CardContent, HoverCard
from phrase_explorer.gui.map.label_layout import LabelLayout, LabelSpot, RegionSpot
from phrase_explorer.gui.map.label_worker import LabelWorker
from phrase_explorer.gui.map.lasso import OutlineShape, SelectionMode
from phrase_explorer.gui.map.legend import Legend
from phrase_explorer.gui.map.map_colours import MapColours
from phrase_explorer.gui.map.map_keys import MapKeys
from phrase_explorer.gui.map.map_marks import MapMarks
from phrase_explorer.gui.map.map_navigation import MapNavigation
from phrase_explorer.gui.map.map_painter import MOST_RINGS, MapPainter
from phrase_explorer.gui.map.map_pointer import MapPointer
from phrase_explorer.gui.map.map_raster import MapRaster
from phrase_explorer.gui.map.map_scene import MapScene
from phrase_explorer.gui.map.map_tools import MapTools
from phrase_explorer.gui.map.minimap import HEIGHT_PX as MINIMAP_HEIGHT_PX
from phrase_explorer.gui.map.minimap import WIDTH_PX as MINIMAP_WIDTH_PX
from phrase_explorer.gui.map.minimap import Minimap
from phrase_explorer.gui.map.motion import Motion
from phrase_explorer.gui.map.palette import Palette, categorical_palette
from phrase_explorer.gui.map.point_finder import PointFinder
from phrase_explorer.gui.theme import Theme
from phrase_explorer.layouts.view_window import Insets, Rect, ViewWindow, fitted

MARGIN_PX = 32
FLOAT_MARGIN_PX = 4
RELABEL_MS = 200
"""Labels are worked out again when hiding and dimming has paused for so long, as it does not while a slider plays."""
MOVE_MS = 700
LEAST_POINTS_OF_OVERVIEW = 30
MOST_MOVING_POINTS = 150_000
MOST_PLAIN_POINTS = 100_000
"""A picture of more points is worth loading the compiled drawing for."""

CardProvider = Callable[[int], CardContent]


class MapView(QWidget):
    """Shows terms or documents as points; emits what the person did."""

    selection_requested = Signal(object, str)  # rows (int32 array), "replace" | "add" | "subtract"
    hovered = Signal(int)  # row, -1 for none
    activated = Signal(int)  # row
    view_changed = Signal()
    categories_filtered = Signal(object)  # frozenset of palette rows that are switched off

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("map")
        self.setAccessibleName("Map of terms")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 120)
        self._theme = theme
        self._colours = MapColours.from_theme(theme)
        self._raster = MapRaster(self)
        self._small_raster = MapRaster(self)
        self._painter = MapPainter(self._colours, self.font(), self._raster)
        self._scene = MapScene(np.zeros((0, 2), np.float32), np.zeros(0), (), np.zeros(0, np.bool_))
        self._marks = MapMarks()
        self._points_picture: QImage | None = None
        self._points_key: object = None
        self._points_motion = Motion(self)
        self._labels = LabelWorker(self)
        self._labels.placed_changed.connect(self.update)
        self._keys = MapKeys(self)
        self._pointer = MapPointer(self, self)
        self._pickable: BoolArray | None = None
        self._wants_minimap = True
        self._card_provider: CardProvider = self._plain_card
        self._minimap = Minimap(self._colours, self)
        self._legend = Legend(self._colours, self)
        self._legend.switched.connect(self._filter_categories)
        self._tools = MapTools(self._colours, self)
        self._tools.pressed.connect(self._press_tool)
        self._card = HoverCard(self._colours, self)
        first_view = ViewWindow(0, 0, 100, max(self.width(), 1), max(self.height(), 1))
        self._navigation = MapNavigation(self._fitted_view, first_view, self)
        self._navigation.moved.connect(self._follow_view)
        self._navigation.rested.connect(self._describe)
        self._minimap.centre_requested.connect(self._navigation.centre_on)
        self._minimap.drag_finished.connect(self._navigation.rest)
        self._label_timer = QTimer(self)
        self._label_timer.setSingleShot(True)
        self._label_timer.setInterval(RELABEL_MS)
        self._label_timer.timeout.connect(self._place_labels)
        self._raster.became_fast.connect(self.update)
        self.destroyed.connect(self._raster.close)

    # What to show

    def set_points(
        self,
        positions: FloatArray,
        sizes: npt.ArrayLike,
        labels: Sequence[str],
        kinds: Sequence[str] | npt.NDArray[np.generic] | None = None,
    ) -> None:
        """Show other points and fit them into the window.

        Parameters
        ----------
        positions : ndarray of shape (n_points, 2), dtype=float32
            Map units, y up.
        sizes : array of shape (n_points,)
            Counts; a larger count is a larger dot and a more important label.
        labels
            The term of each point.
        kinds
            "word" or "phrase" (or true for a phrase) of each point; all phrases if absent.
        """
        self._points_motion.stop()
        self._scene = MapScene(
            np.asarray(positions, np.float32).reshape(-1, 2), sizes, labels, _are_phrases(kinds, len(labels))
        )
        self._scene.colour(np.zeros(len(labels), np.uint16), categorical_palette([], [], blank=self._colours.accent))
        self._marks = MapMarks()
        self._pointer.hovered_row = -1
        self._legend.show_palette(self._scene.palette, self._scene.category_counts())
        self._place_floats()
        self._navigation.begin()
        self._appearance_changed(labels_too=True)
        if self.isVisible():
            self._raster.compile_in_background()

    def set_positions(self, positions: FloatArray, *, animate: bool) -> None:
        """Move the points to another layout; the person may pan, zoom or stop the motion at any time."""
        goal = np.asarray(positions, np.float32)
        start = self._scene.positions
        if len(goal) != len(start):
            raise ValueError(f"the map has {len(start)} points, got {len(goal)} positions")
        if not animate or len(goal) > MOST_MOVING_POINTS or not self.isVisible():
            self._points_motion.stop()
            self._arrive(goal)
            return
        self._labels.clear()

        def step(share: float) -> None:
            self._scene.move(start + (goal - start) * np.float32(share))
            self._points_key = None
            self._navigation.follow(*self._size())

        self._points_motion.start(MOVE_MS, step, lambda: self._arrive(goal))

    def set_colours(self, colour_rows: npt.ArrayLike, palette: Palette | Sequence[str]) -> None:
        """Colour the points.

        Parameters
        ----------
        colour_rows : array of shape (n_points,)
            Row of the palette for each point; 0 is the blank of a `Palette`.
        palette
            A `Palette`, or plain colours ``#rrggbb``.
        """
        if not isinstance(palette, Palette):
            colours = list(palette)
            names = [""] * (len(colours) - 1)
            palette = categorical_palette(
                names, colours[1:] or colours, blank=colours[0] if colours else self._colours.blank
            )
        self._scene.colour(colour_rows, palette)
        self._legend.show_palette(palette, self._scene.category_counts())
        self._place_floats()
        self._navigation.follow(*self._size())
        self._appearance_changed(labels_too=False)

    def set_hidden(self, mask: BoolArray | None) -> None:
        """Take points off the map (a mask over all rows), None to show all."""
        self._scene.hide(mask)
        self._legend.show_counts(self._scene.category_counts())
        self._appearance_changed(labels_too=False)
        self._label_timer.start()

    def set_dimmed(self, mask: BoolArray | None) -> None:
        """Step points back so that the rest stands out (a mask over all rows), None to dim none."""
        self._scene.dim(mask)
        self._appearance_changed(labels_too=False)
        self._label_timer.start()

    def set_selection(self, rows: npt.ArrayLike, anchor: int = -1) -> None:
        """Ring some points; `anchor` is the one that the keyboard stands on (the only selected one by default)."""
        selected = self._valid_rows(rows)
        if anchor < 0 and len(selected) == 1:
            anchor = int(selected[0])
        had_focus = self._scene.focus is not None
        self._scene.focus_on(selected if len(selected) > MOST_RINGS else selected[:0])
        if had_focus or self._scene.focus is not None:
            self._points_key = None
        self._marks = MapMarks(selected, self._marks.highlighted, anchor, np.zeros(0, np.int32))
        self._describe()
        self.update()

    def set_highlight(self, rows: npt.ArrayLike) -> None:
        """Mark what a search found with a thin ring."""
        marks = self._marks
        self._marks = MapMarks(marks.selected, self._valid_rows(rows), marks.anchor, marks.far_neighbours)
        self.update()

    def set_far_neighbours(self, rows: npt.ArrayLike) -> None:
        """Draw lines from the anchor to true neighbours that ended up far away on the map."""
        marks = self._marks
        self._marks = MapMarks(marks.selected, marks.highlighted, marks.anchor, self._valid_rows(rows))
        self.update()

    def set_card_provider(self, provider: CardProvider) -> None:
        """Ask `provider` what the hover card of a row says."""
        self._card_provider = provider

    def refresh_card(self) -> None:
        """Ask the provider again what the card that is shown says."""
        if self._card.isVisible():
            self.show_card(self._pointer.hovered_row)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme, self._colours = theme, MapColours.from_theme(theme)
        self._painter = MapPainter(self._colours, self.font(), self._raster)
        for card in (self._minimap, self._legend, self._tools, self._card):
            card.set_colours(self._colours)
        self._appearance_changed(labels_too=False)

    def set_reduced_motion(self, is_reduced: bool) -> None:
        """Jump instead of gliding."""
        self._points_motion.is_reduced = is_reduced
        self._navigation.motion.is_reduced = is_reduced

    def compile_now(self) -> None:
        """Load the fast drawing at once instead of in the background (for pictures and measurements)."""
        self._raster.compile_now()

    def set_minimap_visible(self, is_visible: bool) -> None:
        """Show or hide the overview in the corner; a map of few points never has one."""
        self._wants_minimap = is_visible
        self._place_floats()

    def set_tool(self, tool: OutlineShape | None) -> None:
        """Let a drag draw a lasso or a rectangle; None: a drag pans."""
        self._pointer.set_tool(tool)
        self._tools.show_tool(tool or "move")
        self.update()

    # Where to look

    @property
    def view(self) -> ViewWindow:
        """The part of the map in view, in interface pixels."""
        return self._navigation.view

    @property
    def scene(self) -> MapScene:
        """What is on the map."""
        return self._scene

    @property
    def marks(self) -> MapMarks:
        """What stands out for the moment."""
        return self._marks

    def fit(self) -> None:
        """Show all points."""
        self._navigation.fit()

    def zoom_to(self, rows: npt.ArrayLike) -> None:
        """Show some points as large as they go, but no closer than a comfortable scale."""
        chosen = self._valid_rows(rows)
        if len(chosen):
            x, y = self._scene.positions[chosen, 0], self._scene.positions[chosen, 1]
            around = Rect(float(x.min()), float(y.min()), float(x.max()), float(y.max()))
            self._navigation.glide_around(around, max(MARGIN_PX, min(self._size()) / 5))

    def zoom_to_selection(self) -> None:
        """Show the selected points."""
        self.zoom_to(self._marks.selected)

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a pixel (the middle by default) at once."""
        point = at if at is not None else QRectF(self.rect()).center()
        self._navigation.zoom(factor, point.x(), point.y())

    def glide_zoom(self, factor: float, at: QPointF) -> None:
        """Zoom about a pixel with a short motion."""
        self._navigation.zoom(factor, at.x(), at.y(), glides=True)

    def pan_by(self, dx_px: float, dy_px: float) -> None:
        """Move the content by so many pixels."""
        self._navigation.show(self.view.panned(dx_px, dy_px))

    def show_view(self, view: ViewWindow) -> None:
        """Show a view at once; it is kept in the history when the map comes to rest there."""
        self._navigation.show(view)

    def go_back(self) -> None:
        """Show the view before."""
        self._navigation.go_back()

    def go_forward(self) -> None:
        """Show the view after."""
        self._navigation.go_forward()

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier view."""
        return self._navigation.can_go_back

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later view."""
        return self._navigation.can_go_forward

    # What is where

    @property
    def finder(self) -> PointFinder:
        """Finds points in this view."""
        return PointFinder(self._scene, self.view, self._pickable)

    def row_at(self, point: QPointF) -> int:
        """Give the row of the point under a pixel, -1 for none."""
        return self.finder.row_at(point.x(), point.y())

    def pixel_of(self, row: int) -> QPointF:
        """Give the pixel of a row."""
        x, y = self._scene.positions[row].tolist()
        return QPointF(*self.view.to_pixels(x, y))

    @property
    def label_spots(self) -> list[LabelSpot]:
        """The labels drawn last, with their places."""
        return self._painter.spots

    @property
    def region_spots(self) -> list[RegionSpot]:
        """The names of regions drawn last."""
        return self._painter.region_spots

    @property
    def is_settled(self) -> bool:
        """Whether all labels are worked out and nothing moves."""
        moves = self._points_motion.is_running or self._navigation.motion.is_running
        return self._labels.is_settled and not self._label_timer.isActive() and not moves

    # Pictures

    def render_image(self, width: int, height: int, scale: float = 1.0) -> QImage:
        """Give the map as a picture of ``width * scale`` by ``height * scale`` pixels, without the floating things.

        What is in view on screen is in the picture; a map that was never moved is fitted into it. Labels keep their size
        in interface pixels, so that `scale` is the resolution: 300 dots per inch at 96 to the interface inch is 3.125.
        """
        fit = fitted(self._scene.grid.bounds, width, height, MARGIN_PX)
        seen, view = self.view, fit
        if not self._navigation.is_fitted:
            ratio = min(width / seen.width_px, height / seen.height_px)
            view = ViewWindow(seen.centre_x, seen.centre_y, seen.scale * ratio, width, height)
        if self._label_timer.isActive():
            self._place_labels()
        placed = self._labels.place_now(self._scene, self._painter.fonts)
        if self._scene.n_points > MOST_PLAIN_POINTS:
            self._raster.compile_now()
        raster = MapRaster()
        raster.share(self._raster)
        draughtsman = MapPainter(self._colours, self.font(), raster)
        return draughtsman.picture(self._scene, view, self._marks, placed, fit_scale=fit.scale, pixel_ratio=scale)

    def sizeHint(self) -> QSize:
        """Ask for a comfortable size."""
        return QSize(840, 620)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the map; the points anew only when the view or the points changed."""
        pixel_ratio = self.devicePixelRatioF()
        painter = QPainter(self)
        view = self.view
        key = (view, pixel_ratio)
        if self._points_key != key or self._points_picture is None:
            self._points_picture = self._raster.render(self._scene, view, pixel_ratio, self._colours.background_bytes())
            self._points_key = key
        painter.drawImage(QPointF(0, 0), self._points_picture)
        self._painter.draw_marks(painter, self._scene, view, self._marks)
        covered = [
            card.card_rect().translated(QPointF(card.pos()))
            for card in (self._minimap, self._legend, self._tools)
            if card.isVisible()
        ]
        layout = LabelLayout(self._scene, view, self._marks, covered)
        self._painter.draw_labels(
            painter,
            self._scene,
            layout,
            self._labels.placed,
            fit_scale=self._fitted_view().scale,
            pixel_ratio=pixel_ratio,
        )
        if self._pointer.outline is not None:
            self._pointer.outline.draw(painter, self._colours.accent)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the centre, or the fit."""
        self._place_floats()
        self._points_key = None
        self._navigation.follow(*self._size())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom."""
        self._pointer.wheel(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click, a drag or an outline."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, draw the outline, or hover."""
        self._pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a click, a drag or an outline."""
        self._pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Activate a point, or zoom."""
        self._pointer.double_click(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the pointer."""
        self._pointer.hover(-1)
        self._pointer.leave_card()

    def showEvent(self, event: QShowEvent) -> None:
        """Get ready to draw fast; a map that is only exported never needs it."""
        if self._scene.n_points:
            self._raster.compile_in_background()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop what runs on its own."""
        self._pointer.leave_card()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard is here."""
        self._describe()
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pan, zoom and walk by keyboard."""
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Measure labels again in another font."""
        if event.type() == QEvent.Type.FontChange:
            self._painter = MapPainter(self._colours, self.font(), self._raster)
            self._place_labels()
        super().changeEvent(event)

    def cancel(self) -> bool:
        """Give up an outline, a tool or a motion; says whether there was one."""
        if self._pointer.outline is not None or self._pointer.tool is not None:
            self.set_tool(None)
            return True
        if self._navigation.motion.is_running:
            self._navigation.motion.stop()
            return True
        return False

    def walk(self, dx: int, dy: int, mode: SelectionMode = "replace") -> None:
        """Ask to select the nearest point in a direction (screen: y down) from the anchor, or the one in the middle."""
        anchor = self._marks.anchor
        row = self.finder.row_towards(anchor, dx, dy) if anchor >= 0 else self.finder.middle_row()
        if row >= 0:
            self.selection_requested.emit(np.array([row], np.int32), mode)
            self._keep_in_view(row)

    def show_card(self, row: int) -> None:
        """Show the card of a point beside it."""
        if 0 <= row < self._scene.n_points:
            at, radius = self.pixel_of(row), round(self.finder.pick_radius_px)
            self._card.show_beside(self._card_provider(row), QPoint(round(at.x()), round(at.y())), radius)

    def hide_card(self) -> None:
        """Take the card away."""
        self._card.hide()

    # Inside

    def _size(self) -> tuple[int, int]:
        return max(self.width(), 1), max(self.height(), 1)

    def _plain_card(self, row: int) -> CardContent:
        count = int(self._scene.counts[row])
        kind = "phrase" if self._scene.are_phrases[row] else "word"
        return CardContent(self._scene.labels[row], f"{kind} · {count:,} {'time' if count == 1 else 'times'}")

    def _valid_rows(self, rows: npt.ArrayLike) -> Int32Array:
        chosen = np.asarray(rows, np.int64).reshape(-1)
        return chosen[(chosen >= 0) & (chosen < self._scene.n_points)].astype(np.int32)

    def _fitted_view(self) -> ViewWindow:
        legend_px = 0 if self._legend.isHidden() else self._legend.height() - SHADOW_PX
        free = Insets(
            MARGIN_PX, MARGIN_PX, max(MARGIN_PX, self._tools.width()), max(MARGIN_PX, legend_px + FLOAT_MARGIN_PX)
        )
        return fitted(self._scene.grid.bounds, *self._size(), free)

    def _follow_view(self) -> None:
        self._minimap.show_frame(self.view.rect)
        self.update()
        self.view_changed.emit()

    def _arrive(self, positions: FloatArray) -> None:
        self._scene.move(positions)
        self._navigation.follow(*self._size())
        self._appearance_changed(labels_too=True)

    def _appearance_changed(self, *, labels_too: bool) -> None:
        self._points_key = None
        partly = self._scene.hidden is not None or bool(self._scene.categories_off)
        self._pickable = self._scene.is_shown() if partly else None
        if labels_too:
            self._place_labels()
        self._draw_minimap()
        self._describe()
        self.update()

    def _place_labels(self) -> None:
        self._label_timer.stop()
        self._labels.request(self._scene, self._painter.fonts)

    def _draw_minimap(self) -> None:
        view = fitted(self._scene.grid.bounds, MINIMAP_WIDTH_PX, MINIMAP_HEIGHT_PX, 7)
        self._small_raster.share(self._raster)
        picture = self._small_raster.render(
            self._scene, view, self.devicePixelRatioF(), self._colours.background_bytes()
        ).copy()
        self._minimap.show_points(picture, view)
        self._minimap.show_frame(self.view.rect)

    def _place_floats(self) -> None:
        corner = self._minimap
        corner.setVisible(self._wants_minimap and self._scene.n_points >= LEAST_POINTS_OF_OVERVIEW)
        corner.move(self.width() - corner.width() - FLOAT_MARGIN_PX, self.height() - corner.height() - FLOAT_MARGIN_PX)
        self._tools.move(self.width() - self._tools.width() - FLOAT_MARGIN_PX, FLOAT_MARGIN_PX)
        self._legend.fit_into(QRectF(self.rect()), 0 if corner.isHidden() else corner.width(), FLOAT_MARGIN_PX)

    def _press_tool(self, name: str) -> None:
        match name:
            case "lasso" | "rectangle":
                self.set_tool("lasso" if name == "lasso" else "rectangle")
            case "closer" | "further":
                self.glide_zoom(1.6 if name == "closer" else 1 / 1.6, QRectF(self.rect()).center())
            case "fit":
                self.fit()
            case _:
                self.set_tool(None)

    def _filter_categories(self, off: object) -> None:
        rows = cast(frozenset[int], off)
        self._scene.switch_categories_off(rows)
        self._appearance_changed(labels_too=False)
        self._label_timer.start()
        self.categories_filtered.emit(rows)

    def _keep_in_view(self, row: int) -> None:
        at = self.pixel_of(row)
        inner = QRectF(self.rect()).adjusted(MARGIN_PX, MARGIN_PX, -MARGIN_PX, -MARGIN_PX)
        if not inner.contains(at):
            x, y = self._scene.positions[row].tolist()
            self._navigation.glide_to(ViewWindow(x, y, self.view.scale, *self._size()))

    def _describe(self) -> None:
        """Say in words what the map shows, for a screen reader."""
        n_selected = len(self._marks.selected)
        words = [f"{self._scene.n_points:,} points", f"{n_selected:,} selected"]
        if 0 <= self._marks.anchor < self._scene.n_points:
            content = self._card_provider(self._marks.anchor)
            words.append(f"at {content.title}, {content.facts}" if content.facts else f"at {content.title}")
        self.setAccessibleDescription("; ".join(words))


def _are_phrases(kinds: Sequence[str] | npt.NDArray[np.generic] | None, n_points: int) -> BoolArray:
    if kinds is None:
        return np.ones(n_points, np.bool_)
    values = np.asarray(kinds)
    return values == "phrase" if values.dtype.kind in "UO" else values.astype(np.bool_)
