"""Works labels out off the GUI thread: the most important at once, then all, which only ever adds labels."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, Signal

from phrase_explorer.gui.map.label_fonts import LabelFonts
from phrase_explorer.gui.map.map_labels import FIRST_LABELS, LabelFacts, LeastScales, place
from phrase_explorer.gui.map.map_scene import MapScene
from phrase_explorer.layouts.label_kernel import compile_label_kernel
from phrase_explorer.layouts.label_placement import PlacedLabels, least_scales

MOST_PLAIN_LABELS = 6000
"""More labels than this are worth loading the compiled form for."""


class LabelWorker(QObject):
    """Keeps the labels of the latest scene; answers that come too late are dropped."""

    placed_changed = Signal()
    _finished = Signal(object, int)  # PlacedLabels, generation

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.placed: PlacedLabels | None = None
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="map-labels")
        self._solver: LeastScales | None = None
        self._generation = 0
        self._is_complete = True
        self._finished.connect(self._take)
        self.destroyed.connect(_ender(self._pool))

    @property
    def is_settled(self) -> bool:
        """Whether all labels of the latest scene are worked out."""
        return self._is_complete

    def clear(self) -> None:
        """Show no labels until the next request."""
        self._generation += 1
        self.placed = None
        self.placed_changed.emit()

    def request(self, scene: MapScene, fonts: LabelFonts) -> None:
        """Place the most important labels now and the rest in the background."""
        self._generation += 1
        self.placed = place(LabelFacts.of(scene).request(fonts, most=FIRST_LABELS))
        self._is_complete = scene.n_points <= FIRST_LABELS
        self.placed_changed.emit()
        if not self._is_complete:
            self._pool.submit(self._complete, LabelFacts.of(scene), fonts, self._generation)

    def place_now(self, scene: MapScene, fonts: LabelFonts) -> PlacedLabels | None:
        """Give all labels, worked out here and now if they are not yet (for exports)."""
        if self._is_complete:
            return self.placed
        return place(LabelFacts.of(scene).request(fonts), self._solve_all(scene.n_points))

    def close(self) -> None:
        """End the thread."""
        self._generation += 1
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _solve_all(self, n_labels: int) -> LeastScales:
        if n_labels <= MOST_PLAIN_LABELS:
            return least_scales
        if self._solver is None:
            self._solver = compile_label_kernel()
        return self._solver

    def _complete(self, facts: LabelFacts, fonts: LabelFonts, generation: int) -> None:
        if generation == self._generation:
            self._finished.emit(place(facts.request(fonts), self._solve_all(len(facts.labels))), generation)

    def _take(self, placed: PlacedLabels, generation: int) -> None:
        if generation == self._generation:
            self.placed = placed
            self._is_complete = True
            self.placed_changed.emit()


def _ender(pool: ThreadPoolExecutor) -> Callable[[], None]:
    return lambda: pool.shutdown(wait=threading.current_thread() is threading.main_thread(), cancel_futures=True)
