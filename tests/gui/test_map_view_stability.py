"""Labels must not come and go without a cause while a person pans and zooms."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from phrase_explorer.gui.theme import LIGHT
from phrase_explorer.gui.views.map_view import MapView

SLACK_PX = 1.5
LARGEST_GAP_PX = 16


@pytest.fixture
def map_view(qtbot: QtBot) -> Iterator[MapView]:
    view = MapView(LIGHT)
    qtbot.addWidget(view)
    view.set_reduced_motion(True)
    view.resize(800, 600)
    yield view
    view.close()


def show_many(qtbot: QtBot, map_view: MapView, n_points: int) -> None:
    rng = np.random.default_rng(0)
    centres = rng.normal(0, 4, (60, 2))
    positions = centres[rng.integers(0, 60, n_points)] + rng.normal(0, 0.7, (n_points, 2))
    labels = [f"label {row}" for row in range(n_points)]
    map_view.set_points(positions.astype(np.float32), rng.zipf(1.8, n_points).clip(max=9999), labels)
    map_view.compile_now()
    map_view.show()
    qtbot.waitUntil(lambda: map_view.is_settled, timeout=120_000)


def drawn(map_view: MapView) -> dict[int, QRectF]:
    map_view.grab()
    return {spot.row: spot.rect for spot in map_view.label_spots}


def has_room(map_view: MapView, rect: QRectF) -> bool:
    """Whether a label lies well inside the map, on either side of its point, and away from every floating card.

    A label that would be cut by the right edge stands on the left of its point, and gives way there to what it meets.
    """
    turned_back = rect.adjusted(0, 0, rect.width() + 2 * LARGEST_GAP_PX, 0)
    inside = QRectF(map_view.rect()).adjusted(8, 2, -8, -2).contains(turned_back)
    cards = [map_view._minimap, map_view._legend, map_view._tools]
    return inside and not any(card.isVisible() and turned_back.intersects(QRectF(card.geometry())) for card in cards)


def count_causeless_changes(map_view: MapView, n_steps: int) -> tuple[int, int]:
    """Pan in all directions; give the labels that came or went without cause, and how many were seen."""
    rng = np.random.default_rng(1)
    causeless, seen = 0, 0
    before = drawn(map_view)
    for _ in range(n_steps):
        dx, dy = (float(step) for step in rng.integers(-40, 41, 2))
        map_view.pan_by(dx, dy)
        after = drawn(map_view)
        seen += len(after)
        gone = [rect.translated(dx, dy) for row, rect in before.items() if row not in after]
        come = [rect.translated(-dx, -dy) for row, rect in after.items() if row not in before]
        causeless += sum(has_room(map_view, rect) for rect in [*gone, *come])
        for row in before.keys() & after.keys():
            moved = after[row].topLeft() - before[row].topLeft() - QPointF(dx, dy)
            turned = (
                abs(abs(moved.x()) - before[row].width()) < 60 and before[row].right() > 800 - before[row].width() - 60
            )
            causeless += moved.manhattanLength() > SLACK_PX and not turned
        before = after
    return causeless, seen


def test_panning_brings_and_takes_no_label_without_cause(qtbot: QtBot, map_view: MapView):
    show_many(qtbot, map_view, 20_000)
    for zoom in (2.0, 3.0):
        map_view.zoom_by(zoom)

        causeless, seen = count_causeless_changes(map_view, 30)

        assert seen > 300
        assert causeless == 0


def test_zooming_in_keeps_every_label_whose_point_stays_in_view(qtbot: QtBot, map_view: MapView):
    show_many(qtbot, map_view, 20_000)
    map_view.zoom_by(2)
    middle = QPointF(400, 300)
    before = drawn(map_view)

    for _ in range(24):
        map_view.zoom_by(1.09, middle)
        after = drawn(map_view)
        for row in before.keys() - after.keys():
            at = map_view.pixel_of(row)
            rect = before[row]
            now = QRectF(at.x() + 4, at.y() - rect.height() / 2, rect.width() + 12, rect.height())
            assert not has_room(map_view, now), f"label {row} went while its place stayed in view"
        before = after


@pytest.mark.slow
def test_a_million_labels_are_as_stable(qtbot: QtBot, map_view: MapView):
    show_many(qtbot, map_view, 1_000_000)
    for zoom in (2.0, 6.0, 6.0):
        map_view.zoom_by(zoom)

        causeless, seen = count_causeless_changes(map_view, 40)

        assert seen > 400
        assert causeless == 0
