"""The map against pyqtgraph's ScatterPlotItem: a frame of panning and zooming, a pick, a lasso, the memory of a point.

Both draw the same points in 20 colours into windows of the same size, offscreen, through the same ``QWidget.grab``. Ours
draws labels, legend and overview as well; the peer draws its usual dots without outlines, which is its fast way. The path
pans, zooms in to twice the scale, pans, and zooms out, so that most points stay in view. Every timed frame shows another
view, and after timing a sample of ours is compared pixel for pixel with the first picture of a new map.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.map_points import N_CATEGORIES, WINDOW_PX, BenchmarkPoints, make_points
from benchmarks.measure import BenchmarkArguments, compare, parse_arguments, print_measure, say, time_call
from phrase_explorer.foundation.array_types import FloatArray, Int32Array
from phrase_explorer.gui.map.palette import categorical_palette
from phrase_explorer.gui.theme import CATEGORY_COLOURS, LIGHT
from phrase_explorer.gui.views.map_view import MapView
from phrase_explorer.layouts.view_window import ViewWindow

FRAME_SIZES = (100_000, 500_000, 1_000_000)
N_PEER_FRAMES = 5
N_OWN_FRAMES = 40
N_PICKS = 200
N_PEER_PICKS = 5
N_CORNERS = 400


def main(argv: Sequence[str] | None = None) -> int:
    """Run every measure and print it."""
    arguments = parse_arguments(__doc__ or "", argv)
    app = QApplication.instance() or QApplication([])
    app.setApplicationName("map benchmark")
    shrink = 50 if arguments.quick else 1
    for n_points in FRAME_SIZES:
        points = make_points(n_points // shrink)
        ours, peer = own_map(points), peer_plot(points)
        say(f"{len(points.labels):,} points: frames")
        print_measure(
            compare(
                f"frame_{n_points}", "ms", ours=own_frame_ms(ours), peer=peer_frame_ms(peer, ours),
                peer_name="pyqtgraph ScatterPlotItem", higher_is_better=False,
            ),
            arguments,
        )  # fmt: skip
        check_frames(ours, points)
        if n_points == FRAME_SIZES[0]:
            measure_pick(ours, peer, points, arguments)
        if n_points == FRAME_SIZES[-1]:
            measure_lasso(ours, points, arguments)
        for widget in (ours, peer.window):
            widget.close()
            widget.deleteLater()
        QApplication.sendPostedEvents(None, 52)  # deferred deletes
    measure_memory(FRAME_SIZES[-1] // shrink, arguments)
    return 0


# Frames


def own_map(points: BenchmarkPoints) -> MapView:
    """Open our map with all labels worked out and the kernel compiled."""
    view = MapView(LIGHT)
    view.resize(*WINDOW_PX)
    view.set_reduced_motion(True)
    view.set_points(points.positions, points.counts, points.labels, np.arange(len(points.labels)) % 3 > 0)
    names = [f"topic {row}" for row in range(N_CATEGORIES)]
    view.set_colours(points.categories + 1, categorical_palette(names, CATEGORY_COLOURS))
    view.compile_now()
    view.show()
    while not view.is_settled:
        QApplication.processEvents()
        time.sleep(0.01)
    view.fit()
    return view


def view_steps(first: ViewWindow, n_frames: int) -> list[ViewWindow]:
    """Give the views of a person who pans, zooms in to twice the scale, pans there, and comes back out."""
    views, view = [], first
    for frame in range(n_frames):
        phase = frame * 4 // n_frames
        if phase == 1:
            view = view.zoomed(2 ** (4 / n_frames), WINDOW_PX[0] * 0.4, WINDOW_PX[1] * 0.6)
        elif phase == 3:
            view = view.zoomed(0.5 ** (4 / n_frames), WINDOW_PX[0] * 0.6, WINDOW_PX[1] * 0.4)
        else:
            view = view.panned(7.3, -4.1)
        views.append(view)
    return views


def own_frame_ms(view: MapView) -> float:
    """Give the median milliseconds of a frame of ours."""
    first = view.view
    view.grab()
    times = []
    processor_began = time.process_time()
    for step in view_steps(first, N_OWN_FRAMES):
        _, seconds = time_call(lambda step=step: show(view, step))  # type: ignore[misc]
        times.append(seconds * 1e3)
    say(f"  ours: {(time.process_time() - processor_began) / N_OWN_FRAMES * 1e3:.1f} ms of processor time a frame")
    view.show_view(first)
    return statistics.median(times)


def show(view: MapView, step: ViewWindow) -> None:
    """Change the view and draw it."""
    view.show_view(step)
    view.grab()


def check_frames(view: MapView, points: BenchmarkPoints) -> None:
    """Compare warm frames with the first picture that a new map draws of the same view.

    Raises
    ------
    RuntimeError
        If a pixel differs, or if no label was drawn.
    """
    for step in view_steps(view.view, N_OWN_FRAMES)[4::12]:
        view.show_view(step)
        warm = view.grab().toImage()
        n_labels = len(view.label_spots)
        cold_view = own_map(points)
        cold_view.show_view(step)
        cold = cold_view.grab().toImage()
        cold_view.close()
        cold_view.deleteLater()
        if n_labels == 0:
            raise RuntimeError("a frame had no labels")
        if not np.array_equal(pixels(warm), pixels(cold)):
            raise RuntimeError("a frame is not equal to a cold render of the same view")


def pixels(picture: QImage) -> Int32Array:
    """Give the pixels of a picture, of shape (height, width)."""
    converted = picture.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(converted.constBits(), np.int32).reshape(converted.height(), converted.width()).copy()


# The peer


class PeerPlot:
    """A pyqtgraph plot with one ScatterPlotItem in its usual size, a brush for each category and no outlines."""

    def __init__(self, points: BenchmarkPoints) -> None:
        import pyqtgraph

        self.window: QWidget = pyqtgraph.PlotWidget(background="w")
        self.window.resize(*WINDOW_PX)
        self.box = self.window.getPlotItem().getViewBox()
        brushes = [pyqtgraph.mkBrush(colour) for colour in CATEGORY_COLOURS]
        self.item = pyqtgraph.ScatterPlotItem(
            x=points.positions[:, 0],
            y=points.positions[:, 1],
            pen=None,
            brush=[brushes[category] for category in points.categories.tolist()],
        )
        self.window.addItem(self.item)
        self.window.show()
        self.window.grab()

    def show(self, view: ViewWindow) -> None:
        """Change the view and draw it."""
        rect = view.rect
        self.box.setRange(xRange=(rect.left, rect.right), yRange=(rect.bottom, rect.top), padding=0)
        self.window.grab()

    def pick(self, x: float, y: float) -> int:
        """Give how many points lie at a map position."""
        return len(self.item.pointsAt(QPointF(x, y)))


def peer_plot(points: BenchmarkPoints) -> PeerPlot:
    """Open the peer's plot."""
    return PeerPlot(points)


def peer_frame_ms(peer: PeerPlot, ours: MapView) -> float:
    """Give the median milliseconds of a frame of the peer, over the same path in fewer steps."""
    steps = view_steps(ours.view, N_OWN_FRAMES)[4 :: N_OWN_FRAMES // N_PEER_FRAMES]
    peer.show(ours.view)
    processor_began = time.process_time()
    peer.show(ours.view)
    say(f"  peer: {(time.process_time() - processor_began) * 1e3:.1f} ms of processor time for the whole map")
    return statistics.median(time_call(lambda step=step: peer.show(step))[1] * 1e3 for step in steps)  # type: ignore[misc]


# Picking, selecting, memory


def measure_pick(ours: MapView, peer: PeerPlot, points: BenchmarkPoints, arguments: BenchmarkArguments) -> None:
    """Find the point under a pointer, with all points in view."""
    rng = np.random.default_rng(1)
    rows = rng.choice(len(points.labels), N_PICKS)
    places = [ours.pixel_of(int(row)) for row in rows]

    def pick_all(pick: Callable[[int], object], n_picks: int) -> float:
        return time_call(lambda: [pick(index) for index in range(n_picks)])[1] / n_picks * 1e3

    own_ms = pick_all(lambda index: ours.row_at(places[index]), N_PICKS)
    peer_ms = pick_all(lambda index: peer.pick(*points.positions[rows[index]].tolist()), N_PEER_PICKS)
    print_measure(
        compare(
            "pick_100000", "ms", ours=own_ms, peer=peer_ms, peer_name="ScatterPlotItem.pointsAt", higher_is_better=False
        ),
        arguments,
    )


def measure_lasso(ours: MapView, points: BenchmarkPoints, arguments: BenchmarkArguments) -> None:
    """Find the points inside a wavy outline around the middle half of the map."""
    angles = np.linspace(0, 2 * np.pi, N_CORNERS, endpoint=False)
    radius = 3.5 + 0.8 * np.sin(9 * angles)
    polygon = np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1).astype(np.float32)
    grid = ours.scene.grid
    own_s = min(time_call(lambda: grid.rows_in_polygon(polygon))[1] for _ in range(5))
    expected, peer_s = time_call(lambda: ray_casting(points.positions, polygon))
    if not np.array_equal(grid.rows_in_polygon(polygon), expected):
        raise RuntimeError("the lasso does not select what ray casting selects")
    print_measure(
        compare(
            "lasso_1000000", "ms", ours=own_s * 1e3, peer=peer_s * 1e3,
            peer_name="numpy ray casting over all points", higher_is_better=False,
        ),
        arguments,
    )  # fmt: skip


def ray_casting(positions: FloatArray, polygon: FloatArray) -> Int32Array:
    """Give the rows inside a polygon by the even-odd rule: every point against every edge."""
    xs, ys = positions[:, 0], positions[:, 1]
    inside = np.zeros(len(positions), np.bool_)
    corners = polygon.astype(np.float64)
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if y0 != y1:
            crosses = (ys >= min(y0, y1)) & (ys < max(y0, y1))
            inside ^= crosses & (xs < x0 + (ys - y0) * ((x1 - x0) / (y1 - y0)))
    return np.flatnonzero(inside).astype(np.int32)


def measure_memory(n_points: int, arguments: BenchmarkArguments) -> None:
    """Compare what an open map of many points holds beyond one of few, each in a process of its own."""
    few = max(n_points // 100, 100)

    def bytes_per_point(side: str) -> float:
        held = [
            int(subprocess.check_output([sys.executable, "-m", "benchmarks.map_memory", side, str(n)], text=True))
            for n in (few, n_points)
        ]
        return max(held[1] - held[0], 1) / (n_points - few)

    say("memory")
    print_measure(
        compare(
            "bytes_per_point", "bytes", ours=bytes_per_point("ours"), peer=bytes_per_point("peer"),
            peer_name="pyqtgraph ScatterPlotItem", higher_is_better=False,
        ),
        arguments,
    )  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
