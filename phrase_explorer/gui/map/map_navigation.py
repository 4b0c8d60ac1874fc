"""Where the map looks: fitting, panning, zooming, gliding, and back and forward through the views."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from phrase_explorer.gui.map.motion import Motion
from phrase_explorer.gui.map.view_history import ViewHistory
from phrase_explorer.layouts.view_window import Rect, ViewWindow, fitted

LARGEST_ZOOM = 8192.0
SMALLEST_ZOOM = 0.25
COMFORTABLE_ZOOM = 24.0
REST_MS = 400
GLIDE_MS = 260

FitView = Callable[[], ViewWindow]


class MapNavigation(QObject):
    """Holds the view and moves it.

    Signals
    -------
    moved
        Another part of the map is in view.
    rested
        The map came to rest; its view is in the history.
    """

    moved = Signal()
    rested = Signal()

    def __init__(self, fit_view: FitView, view: ViewWindow, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = view
        self.is_fitted = True
        self.motion = Motion(self)
        self._widget = parent
        self._fit_view = fit_view
        self._history = ViewHistory()
        self._rest_timer = QTimer(self)
        self._rest_timer.setSingleShot(True)
        self._rest_timer.setInterval(REST_MS)
        self._rest_timer.timeout.connect(self.rest)

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier view."""
        return self._history.can_go_back

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later view."""
        return self._history.can_go_forward

    def begin(self) -> None:
        """Fit another map and forget the views of the last."""
        self.motion.stop()
        self._history.clear()
        self.is_fitted = True
        self._set(self._fit_view())
        self._history.rest(self.view)

    def fit(self) -> None:
        """Glide to the whole map, and keep it fitted when it changes."""
        self.is_fitted = True
        self._glide(self._fit_view())

    def follow(self, width_px: float, height_px: float) -> None:
        """Keep the fit, or the centre, when the window or the map changed."""
        if self.is_fitted and not self.motion.is_running:
            self._set(self._fit_view())
        else:
            self._set(self.view.resized(width_px, height_px))

    def show(self, view: ViewWindow) -> None:
        """Show a view at once; it is kept in the history when the map comes to rest there."""
        self.motion.stop()
        self.is_fitted = False
        self._set(view)
        self._rest_timer.start()

    def centre_on(self, x: float, y: float) -> None:
        """Bring a map position into the middle at once."""
        self.show(ViewWindow(x, y, self.view.scale, self.view.width_px, self.view.height_px))

    def zoom(self, factor: float, x_px: float, y_px: float, *, glides: bool = False) -> None:
        """Zoom about a pixel, within the limits."""
        goal = self.view.zoomed(self._limited(factor), x_px, y_px)
        if glides:
            self.glide_to(goal)
        else:
            self.show(goal)

    def glide_to(self, goal: ViewWindow) -> None:
        """Glide to a view of one's own choice."""
        self.is_fitted = False
        self._glide(goal)

    def glide_around(self, around: Rect, margin_px: float) -> None:
        """Show a rectangle as large as it goes, but no closer than is comfortable."""
        close = self._fit_view().scale * COMFORTABLE_ZOOM
        goal = fitted(around, self.view.width_px, self.view.height_px, margin_px)
        if goal.scale > close or (around.width == 0 and around.height == 0):
            goal = ViewWindow(*around.centre, close, goal.width_px, goal.height_px)
        self.glide_to(goal)

    def go_back(self) -> None:
        """Show the view before."""
        self.rest()
        self._glide_in_history(self._history.back())

    def go_forward(self) -> None:
        """Show the view after."""
        self._glide_in_history(self._history.forward())

    def rest(self) -> None:
        """Note that the map rests here."""
        self._rest_timer.stop()
        self._history.rest(self.view)
        self.rested.emit()

    def _limited(self, factor: float) -> float:
        fit = self._fit_view().scale
        return min(max(factor, fit * SMALLEST_ZOOM / self.view.scale), fit * LARGEST_ZOOM / self.view.scale)

    def _set(self, view: ViewWindow) -> None:
        self.view = view
        self.moved.emit()

    def _glide(self, goal: ViewWindow, *, remember: bool = True) -> None:
        """Move centre and scale together, so that zooming about a point keeps it still all the way."""
        start = self.view
        ratio = goal.scale / start.scale

        def step(share: float) -> None:
            done = share if abs(ratio - 1) < 1e-9 else (1 - ratio**-share) / (1 - 1 / ratio)
            self._set(
                ViewWindow(
                    start.centre_x + (goal.centre_x - start.centre_x) * done,
                    start.centre_y + (goal.centre_y - start.centre_y) * done,
                    start.scale * ratio**share,
                    self.view.width_px,
                    self.view.height_px,
                )
            )

        def arrive() -> None:
            self._set(goal.resized(self.view.width_px, self.view.height_px))
            if remember:
                self.rest()

        self.motion.start(GLIDE_MS if self._widget.isVisible() else 0, step, arrive)

    def _glide_in_history(self, goal: ViewWindow | None) -> None:
        if goal is not None:
            self.is_fitted = False
            self._rest_timer.stop()
            self._glide(goal, remember=False)
