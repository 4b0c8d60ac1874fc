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
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int32Array
from phrase_explorer.gui.map.floating_card import SHADOW_PX
from phrase_explorer.gui.map.hover_card import CardContent, HoverCard
from phrase_explorer.gui.map.label_layout import LabelLayout, LabelSpot, RegionSpot
from phrase_explorer.gui.map.label_worker import LabelWorker
from phrase_explorer.gui.map.lasso import Outline, OutlineShape, SelectionMode
from phrase_explorer.gui.map.legend import Legend
from phrase_explorer.gui.map.map_colours import MapColours
from phrase_explorer.gui.map.map_keys import MapKeys
from phrase_explorer.gui.map.map_marks import MapMarks
from phrase_explorer.gui.map.map_painter import MOST_RINGS, MapPainter
from phrase_explorer.gui.map.map_raster import MapRaster
from phrase_explorer.gui.map.map_scene import MapScene
from phrase_explorer.gui.map.map_tools import MapTools
from phrase_explorer.gui.map.minimap import HEIGHT_PX as MINIMAP_HEIGHT_PX
from phrase_explorer.gui.map.minimap import WIDTH_PX as MINIMAP_WIDTH_PX
from phrase_explorer.gui.map.minimap import Minimap
from phrase_explorer.gui.map.motion import Motion
from phrase_explorer.gui.map.palette import Palette, categorical_palette
from phrase_explorer.gui.map.view_history import ViewHistory
from phrase_explorer.gui.theme import Theme
from phrase_explorer.layouts.dot_style import dot_style
from phrase_explorer.layouts.view_window import Insets, Rect, ViewWindow, fitted

MARGIN_PX = 32
FLOAT_MARGIN_PX = 4
LARGEST_ZOOM = 8192.0
SMALLEST_ZOOM = 0.25
PICK_PX = 7.0
HOVER_DELAY_MS = 90
REST_MS = 400
RELABEL_MS = 200
"""Labels are worked out again when hiding and dimming has paused for so long, as it does not while a slider plays."""
ZOOM_MS = 260
MOVE_MS = 700
LEAST_POINTS_OF_OVERVIEW = 30
MOST_MOVING_POINTS = 150_000
WHEEL_DOUBLING = 360.0
"""Wheel units (eighths of a degree) for twice the scale."""

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
        self._view = ViewWindow(0, 0, 100, max(self.width(), 1), max(self.height(), 1))
        self._is_fitted = True
        self._points_picture: QImage | None = None
        self._points_key: object = None
        self._history = ViewHistory()
        self._motion = Motion(self)
        self._labels = LabelWorker(self)
        self._labels.placed_changed.connect(self.update)
        self._keys = MapKeys(self)
        self._tool: OutlineShape | None = None
        self._outline: Outline | None = None
        self._press: QPointF | None = None
        self._drag_from: QPointF | None = None
        self._hover_row = -1
        self._pickable: BoolArray | None = None
        self._wants_minimap = True
        self._card_provider: CardProvider = self._plain_card
        self._minimap = Minimap(self._colours, self)
        self._minimap.centre_requested.connect(self._centre_on)
        self._minimap.drag_finished.connect(self._rest)
        self._legend = Legend(self._colours, self)
        self._legend.switched.connect(self._filter_categories)
        self._tools = MapTools(self._colours, self)
        self._tools.pressed.connect(self._press_tool)
        self._card = HoverCard(self._colours, self)
        self._card_timer = self._timer(HOVER_DELAY_MS, self._show_card)
        self._rest_timer = self._timer(REST_MS, self._rest)
        self._label_timer = self._timer(RELABEL_MS, self._place_labels)
        self._raster.became_fast.connect(self.update)
        self.destroyed.connect(self._raster.close)

    def _timer(self, interval_ms: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(interval_ms)
        timer.timeout.connect(slot)
        return timer

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
        self._motion.stop()
        self._scene = MapScene(
            np.asarray(positions, np.float32).reshape(-1, 2), sizes, labels, _are_phrases(kinds, len(labels))
        )
        self._scene.colour(np.zeros(len(labels), np.uint16), categorical_palette([], [], blank=self._colours.accent))
        self._marks = MapMarks()
        self._hover_row = -1
        self._history.clear()
        self._is_fitted = True
        self._legend.show_palette(self._scene.palette, self._scene.category_counts())
        self._place_floats()
        self._view = self._fitted_view()
        self._appearance_changed(labels_too=True)
        self._history.rest(self._view)
        if self._scene.n_points:
            self._raster.compile_in_background()

    def set_positions(self, positions: FloatArray, *, animate: bool) -> None:
        """Move the points to another layout; the person may pan, zoom or stop the motion at any time."""
        goal = np.asarray(positions, np.float32)
        start = self._scene.positions
        if len(goal) != len(start):
            raise ValueError(f"the map has {len(start)} points, got {len(goal)} positions")
        if not animate or self._motion.is_reduced or len(goal) > MOST_MOVING_POINTS or not self.isVisible():
            self._motion.stop()
            self._arrive(goal)
            return
        self._labels.clear()

        def step(share: float) -> None:
            self._scene.move(start + (goal - start) * np.float32(share))
            if self._is_fitted:
                self._view = self._fitted_view()
            self._points_key = None
            self.update()

        self._motion.start(MOVE_MS, step, lambda: self._arrive(goal))

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
        if self._is_fitted and not self._motion.is_running:
            self._view = self._fitted_view()
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
            self._show_card()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme, self._colours = theme, MapColours.from_theme(theme)
        self._painter = MapPainter(self._colours, self.font(), self._raster)
        for card in (self._minimap, self._legend, self._tools, self._card):
            card.set_colours(self._colours)
        self._appearance_changed(labels_too=False)

    def set_reduced_motion(self, is_reduced: bool) -> None:
        """Jump instead of gliding."""
        self._motion.is_reduced = is_reduced

    def compile_now(self) -> None:
        """Load the fast drawing at once instead of in the background (for pictures and measurements)."""
        self._raster.compile_now()

    def set_minimap_visible(self, is_visible: bool) -> None:
        """Show or hide the overview in the corner; a map of few points never has one."""
        self._wants_minimap = is_visible
        self._place_floats()

    def set_tool(self, tool: OutlineShape | None) -> None:
        """Let a drag draw a lasso or a rectangle; None: a drag pans."""
        self._tool = tool
        self._tools.show_tool(tool or "move")
        self._outline = None
        self.setCursor(Qt.CursorShape.ArrowCursor if tool is None else Qt.CursorShape.CrossCursor)
        self.update()

    # Where to look

    @property
    def view(self) -> ViewWindow:
        """The part of the map in view, in interface pixels."""
        return self._view

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
        self._is_fitted = True
        self._glide(self._fitted_view())

    def zoom_to(self, rows: npt.ArrayLike) -> None:
        """Show some points as large as they go, but no closer than a comfortable scale."""
        chosen = self._valid_rows(rows)
        if len(chosen) == 0:
            return
        x, y = self._scene.positions[chosen, 0], self._scene.positions[chosen, 1]
        around = Rect(float(x.min()), float(y.min()), float(x.max()), float(y.max()))
        close = self._fitted_view().scale * 24
        goal = fitted(around, self.width(), self.height(), max(MARGIN_PX, min(self.width(), self.height()) / 5))
        if goal.scale > close or (around.width == 0 and around.height == 0):
            goal = ViewWindow(goal.centre_x, goal.centre_y, close, goal.width_px, goal.height_px)
        self._is_fitted = False
        self._glide(goal)

    def zoom_to_selection(self) -> None:
        """Show the selected points."""
        self.zoom_to(self._marks.selected)

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom about a pixel (the middle by default) at once."""
        point = at if at is not None else QPointF(self.width() / 2, self.height() / 2)
        least, most = self._scale_limits()
        factor = min(max(factor, least / self._view.scale), most / self._view.scale)
        self.show_view(self._view.zoomed(factor, point.x(), point.y()))

    def glide_zoom(self, factor: float, at: QPointF) -> None:
        """Zoom about a pixel with a short motion."""
        least, most = self._scale_limits()
        factor = min(max(factor, least / self._view.scale), most / self._view.scale)
        self._is_fitted = False
        self._glide(self._view.zoomed(factor, at.x(), at.y()))

    def pan_by(self, dx_px: float, dy_px: float) -> None:
        """Move the content by so many pixels."""
        self.show_view(self._view.panned(dx_px, dy_px))

    def show_view(self, view: ViewWindow) -> None:
        """Show a view at once; it is kept in the history when the map comes to rest there."""
        self._motion.stop()
        self._is_fitted = False
        self._set_view(view)
        self._rest_timer.start()

    def go_back(self) -> None:
        """Show the view before."""
        self._rest()
        self._glide_in_history(self._history.back())

    def go_forward(self) -> None:
        """Show the view after."""
        self._glide_in_history(self._history.forward())

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier view."""
        return self._history.can_go_back

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later view."""
        return self._history.can_go_forward

    # What is where

    def row_at(self, point: QPointF) -> int:
        """Give the row of the point under a pixel, -1 for none."""
        x, y = self._view.to_map(point.x(), point.y())
        return self._scene.grid.nearest_row(x, y, self._pick_radius_px() / self._view.scale, self._pickable)

    def pixel_of(self, row: int) -> QPointF:
        """Give the pixel of a row."""
        x, y = self._scene.positions[row].tolist()
        return QPointF(*self._view.to_pixels(x, y))

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
        return self._labels.is_settled and not self._label_timer.isActive() and not self._motion.is_running

    # Pictures

    def render_image(self, width: int, height: int, scale: float = 1.0) -> QImage:
        """Give the map as a picture of ``width * scale`` by ``height * scale`` pixels, without the floating things.

        What is in view on screen is in the picture; a map that was never moved is fitted into it. Labels keep their size
        in interface pixels, so that `scale` is the resolution: 300 dots per inch at 96 to the interface inch is 3.125.
        """
        if self._is_fitted:
            view = fitted(self._scene.grid.bounds, width, height, MARGIN_PX)
        else:
            ratio = min(width / self._view.width_px, height / self._view.height_px)
            view = ViewWindow(self._view.centre_x, self._view.centre_y, self._view.scale * ratio, width, height)
        if self._label_timer.isActive():
            self._place_labels()
        placed = self._labels.place_now(self._scene, self._painter.fonts)
        picture = QImage(round(width * scale), round(height * scale), QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(scale)
        raster = MapRaster()
        raster.share(self._raster)
        draughtsman = MapPainter(self._colours, self.font(), raster)
        painter = QPainter(picture)
        draughtsman.draw_points(painter, self._scene, view, scale)
        draughtsman.draw_marks(painter, self._scene, view, self._marks)
        layout = LabelLayout(self._scene, view, self._marks, ())
        draughtsman.draw_labels(
            painter,
            self._scene,
            layout,
            placed,
            fit_scale=fitted(self._scene.grid.bounds, width, height, MARGIN_PX).scale,
            pixel_ratio=scale,
        )
        painter.end()
        return picture

    def sizeHint(self) -> QSize:
        """Ask for a comfortable size."""
        return QSize(840, 620)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the map; the points anew only when the view or the points changed."""
        pixel_ratio = self.devicePixelRatioF()
        painter = QPainter(self)
        key = (self._view, pixel_ratio)
        if self._points_key != key or self._points_picture is None:
            self._points_picture = self._raster.render(
                self._scene, self._view, pixel_ratio, self._colours.background_bytes()
            )
            self._points_key = key
        painter.drawImage(QPointF(0, 0), self._points_picture)
        self._painter.draw_marks(painter, self._scene, self._view, self._marks)
        covered = [
            card.card_rect().translated(QPointF(card.pos()))
            for card in (self._minimap, self._legend, self._tools)
            if card.isVisible()
        ]
        layout = LabelLayout(self._scene, self._view, self._marks, covered)
        self._painter.draw_labels(
            painter,
            self._scene,
            layout,
            self._labels.placed,
            fit_scale=self._fitted_view().scale,
            pixel_ratio=pixel_ratio,
        )
        if self._outline is not None:
            self._outline.draw(painter, self._colours.accent)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the centre, or the fit."""
        self._place_floats()
        if self._is_fitted:
            self._view = self._fitted_view()
        else:
            self._view = self._view.resized(max(self.width(), 1), max(self.height(), 1))
        self._points_key = None
        self._minimap.show_frame(self._view.rect)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        self._hide_card()
        if turned:
            self.zoom_by(2 ** (turned / WHEEL_DOUBLING), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click, a drag or an outline."""
        self._hide_card()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            event.ignore()
            return
        self._press = self._drag_from = event.position()
        wants_lasso = self._tool is None and bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.button() == Qt.MouseButton.LeftButton and (self._tool is not None or wants_lasso):
            mode = selection_mode(event.modifiers(), shift_subtracts=self._tool is not None)
            self._outline = Outline(self._tool or "lasso", mode, event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, draw the outline, or hover."""
        if self._press is None or self._drag_from is None:
            self._hover(event.position())
            return
        if self._outline is not None:
            self._outline.extend(event.position())
            self.update()
            return
        if (event.position() - self._press).manhattanLength() > 4 or self._drag_from != self._press:
            moved = event.position() - self._drag_from
            self._drag_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.pan_by(moved.x(), moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a click, a drag or an outline."""
        press, drag_from, outline = self._press, self._drag_from, self._outline
        self._press = self._drag_from = self._outline = None
        self.setCursor(Qt.CursorShape.ArrowCursor if self._tool is None else Qt.CursorShape.CrossCursor)
        if outline is not None and outline.is_drawn:
            self.update()
            self.selection_requested.emit(self._rows_inside(outline), outline.mode)
        elif press is not None and drag_from == press and event.button() == Qt.MouseButton.LeftButton:
            self.update()
            self._click(event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Activate a point, or zoom in (out with Shift) about the pointer."""
        self._press = self._drag_from = None
        row = self.row_at(event.position())
        if row >= 0:
            self.activated.emit(row)
            return
        backwards = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.glide_zoom(0.5 if backwards else 2.0, event.position())

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the pointer."""
        self._set_hover_row(-1)
        self._hide_card()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop what runs on its own."""
        self._card_timer.stop()
        self._hide_card()

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
        if self._outline is not None or self._tool is not None:
            self.set_tool(None)
            return True
        if self._motion.is_running:
            self._motion.stop()
            return True
        return False

    def walk(self, dx: int, dy: int, mode: SelectionMode = "replace") -> None:
        """Ask to select the nearest point in a direction (screen: y down) from the anchor, or the one in the middle."""
        anchor = self._marks.anchor
        row = self._row_towards(anchor, dx, dy) if anchor >= 0 else self._middle_row()
        if row >= 0:
            self.selection_requested.emit(np.array([row], np.int32), mode)
            self._keep_in_view(row)

    # Inside

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
        return fitted(self._scene.grid.bounds, max(self.width(), 1), max(self.height(), 1), free)

    def _scale_limits(self) -> tuple[float, float]:
        fit = self._fitted_view().scale
        return fit * SMALLEST_ZOOM, fit * LARGEST_ZOOM

    def _set_view(self, view: ViewWindow) -> None:
        self._view = view
        self._minimap.show_frame(view.rect)
        self.update()
        self.view_changed.emit()

    def _glide(self, goal: ViewWindow, *, remember: bool = True) -> None:
        """Go to a view along the shortest path in centre and logarithm of scale."""
        start, was_fitted = self._view, self._is_fitted
        ratio = goal.scale / start.scale

        def step(share: float) -> None:
            scale = start.scale * ratio**share
            # The centre moves as the scale does, so that zooming about a point keeps it still.
            done = share if abs(ratio - 1) < 1e-9 else (1 - ratio**-share) / (1 - 1 / ratio)
            self._set_view(
                ViewWindow(
                    start.centre_x + (goal.centre_x - start.centre_x) * done,
                    start.centre_y + (goal.centre_y - start.centre_y) * done,
                    scale,
                    max(self.width(), 1),
                    max(self.height(), 1),
                )
            )
            self._is_fitted = was_fitted

        def arrive() -> None:
            self._set_view(goal.resized(max(self.width(), 1), max(self.height(), 1)))
            if remember:
                self._rest()

        self._motion.start(ZOOM_MS if self.isVisible() else 0, step, arrive)

    def _glide_in_history(self, goal: ViewWindow | None) -> None:
        if goal is not None:
            self._is_fitted = False
            self._rest_timer.stop()
            self._glide(goal, remember=False)

    def _rest(self) -> None:
        self._rest_timer.stop()
        self._history.rest(self._view)
        self._describe()

    def _centre_on(self, x: float, y: float) -> None:
        self.show_view(ViewWindow(x, y, self._view.scale, self._view.width_px, self._view.height_px))

    def _arrive(self, positions: FloatArray) -> None:
        self._scene.move(positions)
        if self._is_fitted:
            self._view = self._fitted_view()
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
        self._minimap.show_frame(self._view.rect)

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

    def _pick_radius_px(self) -> float:
        return max(PICK_PX, float(dot_style(self._scene.crowding, self._view.scale).radii[8]) + 2)

    def _hover(self, point: QPointF) -> None:
        self._set_hover_row(self.row_at(point))

    def _set_hover_row(self, row: int) -> None:
        if row == self._hover_row:
            return
        self._hover_row = row
        self._hide_card()
        self.hovered.emit(row)
        if row >= 0:
            self._card_timer.start()

    def _show_card(self) -> None:
        if 0 <= self._hover_row < self._scene.n_points and self._press is None:
            at = self.pixel_of(self._hover_row)
            radius = round(self._pick_radius_px())
            self._card.show_beside(self._card_provider(self._hover_row), QPoint(round(at.x()), round(at.y())), radius)

    def _hide_card(self) -> None:
        self._card_timer.stop()
        self._card.hide()

    def _click(self, event: QMouseEvent) -> None:
        mode = selection_mode(event.modifiers(), shift_subtracts=True)
        row = self.row_at(event.position())
        if row >= 0:
            self.selection_requested.emit(np.array([row], np.int32), mode)
        elif mode == "replace":
            self.selection_requested.emit(np.zeros(0, np.int32), mode)

    def _rows_inside(self, outline: Outline) -> Int32Array:
        grid = self._scene.grid
        if outline.shape == "rectangle":
            rows = grid.rows_in_rect(outline.map_rect(self._view))
        else:
            rows = grid.rows_in_polygon(outline.map_polygon(self._view))
        return rows if self._pickable is None else rows[self._pickable[rows]]

    def _middle_row(self) -> int:
        x, y = self._view.centre_x, self._view.centre_y
        reach = max(self._view.width_px, self._view.height_px) / self._view.scale
        return self._scene.grid.nearest_row(x, y, reach, self._pickable)

    def _row_towards(self, anchor: int, dx: int, dy: int) -> int:
        """Give the nearest shown row within 45 degrees of a direction, the straighter the better, looking ever further out."""
        x, y = self._scene.positions[anchor].astype(np.float64)
        reach = 24 / self._view.scale
        for _ in range(16):
            rows = self._scene.grid.rows_in_rect(Rect(x - reach, y - reach, x + reach, y + reach))
            rows = rows[rows != anchor] if self._pickable is None else rows[(rows != anchor) & self._pickable[rows]]
            away = self._scene.positions[rows].astype(np.float64) - (x, y)
            ahead = away[:, 0] * dx - away[:, 1] * dy
            beside = np.abs(away[:, 0] * dy + away[:, 1] * dx)
            cost = np.where((ahead > 0) & (beside <= ahead), ahead + 2 * beside, np.inf)
            if len(cost) and cost.min() <= reach:
                return int(rows[np.argmin(cost)])
            reach *= 2
        return -1

    def _keep_in_view(self, row: int) -> None:
        at = self.pixel_of(row)
        inner = QRectF(self.rect()).adjusted(MARGIN_PX, MARGIN_PX, -MARGIN_PX, -MARGIN_PX)
        if not inner.contains(at):
            x, y = self._scene.positions[row].tolist()
            self._is_fitted = False
            self._glide(ViewWindow(x, y, self._view.scale, self._view.width_px, self._view.height_px))

    def _describe(self) -> None:
        """Say in words what the map shows, for a screen reader."""
        n_selected = len(self._marks.selected)
        words = [f"{self._scene.n_points:,} points", f"{n_selected:,} selected"]
        if 0 <= self._marks.anchor < self._scene.n_points:
            content = self._card_provider(self._marks.anchor)
            words.append(f"at {content.title}, {content.facts}" if content.facts else f"at {content.title}")
        self.setAccessibleDescription("; ".join(words))


def selection_mode(modifiers: Qt.KeyboardModifier, *, shift_subtracts: bool) -> SelectionMode:
    """Give what a click or an outline does with the selection: Ctrl adds, Alt (and Shift) takes away."""
    if modifiers & Qt.KeyboardModifier.ControlModifier:
        return "add"
    if modifiers & Qt.KeyboardModifier.AltModifier:
        return "subtract"
    if shift_subtracts and modifiers & Qt.KeyboardModifier.ShiftModifier:
        return "subtract"
    return "replace"


def _are_phrases(kinds: Sequence[str] | npt.NDArray[np.generic] | None, n_points: int) -> BoolArray:
    if kinds is None:
        return np.ones(n_points, np.bool_)
    values = np.asarray(kinds)
    return values == "phrase" if values.dtype.kind in "UO" else values.astype(np.bool_)
