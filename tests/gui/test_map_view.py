from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from pytestqt.qtbot import QtBot

from phrase_explorer.gui.map.hover_card import CardContent
from phrase_explorer.gui.map.map_raster import MapRaster
from phrase_explorer.gui.map.palette import categorical_palette
from phrase_explorer.gui.theme import DARK, LIGHT
from phrase_explorer.gui.views.map_view import MapView

POSITIONS = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5]], np.float32)
COUNTS = np.array([50, 20, 10, 5, 2])
LABELS = ["civil war", "peace", "public debt", "union", "oath"]
KINDS = ["phrase", "word", "phrase", "word", "word"]


@pytest.fixture
def map_view(qtbot: QtBot) -> Iterator[MapView]:
    view = MapView(LIGHT)
    qtbot.addWidget(view)
    view.set_reduced_motion(True)
    view.resize(600, 500)
    view.show()
    view.set_points(POSITIONS, COUNTS, LABELS, KINDS)
    yield view
    view.close()


def at(map_view: MapView, row: int) -> QPoint:
    return map_view.pixel_of(row).toPoint()


def wheel(map_view: MapView, point: QPoint, turned: int) -> None:
    event = QWheelEvent(
        QPointF(point), map_view.mapToGlobal(QPointF(point)), QPoint(), QPoint(0, turned), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    map_view.wheelEvent(event)


def requested(map_view: MapView) -> list[tuple[list[int], str]]:
    found: list[tuple[list[int], str]] = []
    map_view.selection_requested.connect(lambda rows, mode: found.append((rows.tolist(), mode)))
    return found


def drag(qtbot: QtBot, map_view: MapView, points: list[QPoint], modifier: Qt.KeyboardModifier) -> None:
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(map_view, left, modifier, points[0])
    for point in points[1:]:
        qtbot.mouseMove(map_view, point)
    qtbot.mouseRelease(map_view, left, modifier, points[-1])


def test_all_points_are_in_view_at_first(map_view: MapView):
    assert all(map_view.rect().contains(at(map_view, row)) for row in range(5))


def test_the_labels_of_few_points_are_all_drawn(map_view: MapView):
    map_view.grab()

    assert {spot.row for spot in map_view.label_spots} == {0, 1, 2, 3, 4}
    assert all(spot.rect.left() >= 0 and spot.rect.right() <= 600 for spot in map_view.label_spots)


def test_a_click_asks_for_the_point_under_it(qtbot: QtBot, map_view: MapView):
    found = requested(map_view)

    qtbot.mouseClick(map_view, Qt.MouseButton.LeftButton, pos=at(map_view, 3))
    qtbot.mouseClick(map_view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at(map_view, 4))
    qtbot.mouseClick(map_view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier, at(map_view, 4))

    assert found == [([3], "replace"), ([4], "add"), ([4], "subtract")]


def test_a_click_on_nothing_asks_for_an_empty_selection(qtbot: QtBot, map_view: MapView):
    found = requested(map_view)

    qtbot.mouseClick(map_view, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))

    assert found == [([], "replace")]


def test_a_hidden_point_cannot_be_clicked(qtbot: QtBot, map_view: MapView):
    found = requested(map_view)

    map_view.set_hidden(np.array([False, False, False, True, False]))
    qtbot.mouseClick(map_view, Qt.MouseButton.LeftButton, pos=at(map_view, 3))

    assert found == [([], "replace")]
    map_view.grab()
    assert 3 not in {spot.row for spot in map_view.label_spots}


def test_the_wheel_zooms_about_the_pointer(map_view: MapView):
    before = at(map_view, 1)
    scale = map_view.view.scale

    wheel(map_view, before, 360)

    assert map_view.view.scale == pytest.approx(2 * scale)
    assert (at(map_view, 1) - before).manhattanLength() <= 1


def test_a_drag_pans_and_selects_nothing(qtbot: QtBot, map_view: MapView):
    found = requested(map_view)
    before = map_view.pixel_of(0)

    drag(qtbot, map_view, [QPoint(200, 200), QPoint(230, 210), QPoint(260, 240)], Qt.KeyboardModifier.NoModifier)

    moved = map_view.pixel_of(0) - before
    assert (moved.x(), moved.y()) == (pytest.approx(60), pytest.approx(40))
    assert found == []


def test_a_rectangle_selects_adds_and_takes_away(qtbot: QtBot, map_view: MapView):
    found = requested(map_view)
    around = [at(map_view, 2) - QPoint(30, 30), at(map_view, 3) + QPoint(30, 30)]
    map_view.set_tool("rectangle")

    for modifier in (
        Qt.KeyboardModifier.NoModifier,
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.AltModifier,
    ):
        drag(qtbot, map_view, around, modifier)

    assert found == [([2, 3], "replace"), ([2, 3], "add"), ([2, 3], "subtract")]


def test_the_buttons_choose_the_tool_and_zoom(qtbot: QtBot, map_view: MapView):
    buttons = map_view._tools.buttons
    scale = map_view.view.scale

    qtbot.mouseClick(buttons["lasso"], Qt.MouseButton.LeftButton)
    assert (buttons["lasso"].isChecked(), buttons["move"].isChecked()) == (True, False)
    qtbot.keyClick(map_view, Qt.Key.Key_Escape)
    assert (buttons["lasso"].isChecked(), buttons["move"].isChecked()) == (False, True)
    qtbot.mouseClick(buttons["closer"], Qt.MouseButton.LeftButton)
    assert map_view.view.scale > scale
    qtbot.mouseClick(buttons["fit"], Qt.MouseButton.LeftButton)
    assert map_view.view.scale == pytest.approx(scale)


def test_a_large_selection_steps_the_rest_back_instead_of_ringing_all(map_view: MapView):
    rng = np.random.default_rng(0)
    map_view.set_points(rng.normal(0, 1, (900, 2)).astype(np.float32), np.ones(900), ["peace"] * 900)

    map_view.set_selection(np.arange(400))
    assert map_view.scene.focus is not None
    assert map_view.scene.focus.sum() == 400

    map_view.set_selection([3])
    assert map_view.scene.focus is None


def test_the_names_of_topics_stand_over_their_place_only_from_far(map_view: MapView):
    rng = np.random.default_rng(0)
    positions = np.concatenate([rng.normal(0, 0.3, (60, 2)), rng.normal(0, 0.3, (60, 2)) + 4]).astype(np.float32)
    map_view.set_points(positions, np.ones(120), [f"term {row}" for row in range(120)])
    map_view.set_colours(np.repeat([1, 2], 60), categorical_palette(["war", "money"], ["#4477aa", "#ee6677"]))

    map_view.grab()
    names = [spot.palette_row for spot in map_view.region_spots]
    rects = [spot.rect for spot in map_view.region_spots]

    assert sorted(names) == [1, 2]
    assert not any(rect.intersects(spot.rect) for rect in rects for spot in map_view.label_spots)
    map_view.zoom_by(4)
    map_view.grab()
    assert map_view.region_spots == []


def test_shift_and_drag_draws_a_lasso(qtbot: QtBot, map_view: MapView):
    found = requested(map_view)
    middle = at(map_view, 4)
    corners = [middle + QPoint(*step) for step in ((-40, -40), (40, -40), (40, 40), (-40, 40))]

    drag(qtbot, map_view, corners, Qt.KeyboardModifier.ShiftModifier)

    assert found == [([4], "replace")]


def test_the_keyboard_walks_from_point_to_point(qtbot: QtBot, map_view: MapView):
    map_view.selection_requested.connect(lambda rows, mode: map_view.set_selection(rows))
    shift = Qt.KeyboardModifier.ShiftModifier

    qtbot.keyClick(map_view, Qt.Key.Key_Right, shift)
    first = map_view.marks.anchor
    qtbot.keyClick(map_view, Qt.Key.Key_Right, shift)
    second = map_view.marks.anchor
    qtbot.keyClick(map_view, Qt.Key.Key_Up, shift)

    assert first == 4
    assert second in (1, 3)
    assert map_view.marks.anchor == 3
    assert "union" in map_view.accessibleDescription()


def test_keys_pan_zoom_and_fit(qtbot: QtBot, map_view: MapView):
    fitted = map_view.view

    qtbot.keyClick(map_view, Qt.Key.Key_Plus)
    assert map_view.view.scale > fitted.scale
    qtbot.keyClick(map_view, Qt.Key.Key_Right)
    assert map_view.view.centre_x > fitted.centre_x
    qtbot.keyClick(map_view, Qt.Key.Key_0)
    assert map_view.view == fitted


def test_back_and_forward_go_through_the_views(qtbot: QtBot, map_view: MapView):
    first = map_view.view
    map_view.zoom_to([0])
    second = map_view.view
    map_view.zoom_to([3])

    map_view.go_back()
    assert map_view.view == second
    map_view.go_back()
    assert map_view.view == first
    map_view.go_forward()
    assert map_view.view == second


def test_hovering_says_which_point_and_shows_a_card_off_the_pointer(qtbot: QtBot, map_view: MapView):
    map_view.set_card_provider(lambda row: CardContent(LABELS[row], "50 times in 9 documents", "the civil war was"))
    point = at(map_view, 4)

    with qtbot.waitSignal(map_view.hovered) as hovered:
        qtbot.mouseMove(map_view, point)
    qtbot.waitUntil(map_view._card.isVisible)

    assert hovered.args == [4]
    assert not map_view._card.card_rect().translated(QPointF(map_view._card.pos())).contains(QPointF(point))


def test_a_double_click_on_a_point_activates_it_and_elsewhere_zooms(qtbot: QtBot, map_view: MapView):
    with qtbot.waitSignal(map_view.activated) as activated:
        qtbot.mouseDClick(map_view, Qt.MouseButton.LeftButton, pos=at(map_view, 2))
    scale = map_view.view.scale

    qtbot.mouseDClick(map_view, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))

    assert activated.args == [2]
    assert map_view.view.scale == pytest.approx(2 * scale)


def test_the_legend_takes_a_category_off_the_map_and_back(qtbot: QtBot, map_view: MapView):
    map_view.set_colours([1, 1, 2, 2, 0], categorical_palette(["war", "money"], ["#4477aa", "#ee6677"]))
    entries = {entry.palette_row: entry for entry in map_view._legend.entries}
    assert entries[1].accessibleName() == "war, 2 points"

    with qtbot.waitSignal(map_view.categories_filtered) as filtered:
        qtbot.mouseClick(entries[2], Qt.MouseButton.LeftButton)

    assert filtered.args == [frozenset({2})]
    assert map_view.scene.is_shown().tolist() == [True, True, False, False, True]
    qtbot.mouseClick(entries[2], Qt.MouseButton.LeftButton)
    assert map_view.scene.is_shown().all()


def test_dragging_the_overview_moves_the_view(qtbot: QtBot, map_view: MapView):
    map_view.set_points(np.tile(POSITIONS, (10, 1)), np.ones(50), ["peace"] * 50)
    map_view.zoom_by(4)
    frame = map_view._minimap.frame_rect().center().toPoint()
    before = map_view.view.centre_x

    qtbot.mousePress(map_view._minimap, Qt.MouseButton.LeftButton, pos=frame)
    qtbot.mouseMove(map_view._minimap, frame + QPoint(20, 0))
    qtbot.mouseRelease(map_view._minimap, Qt.MouseButton.LeftButton, pos=frame + QPoint(20, 0))

    assert map_view.view.centre_x > before


def test_labels_of_selected_points_are_drawn_whatever_the_zoom_and_rings_are_left_free(map_view: MapView):
    rng = np.random.default_rng(0)
    positions = rng.normal(0, 1, (400, 2)).astype(np.float32)
    map_view.set_points(positions, np.arange(1, 401), [f"term number {row}" for row in range(400)], ["word"] * 400)
    rarest = int(np.argmin((positions[:200] ** 2).sum(axis=1)))

    map_view.set_selection([rarest])
    map_view.grab()

    spots = map_view.label_spots
    assert rarest in {spot.row for spot in spots}
    ring = map_view.pixel_of(rarest)
    assert not any(spot.rect.contains(ring) for spot in spots if spot.row != rarest)
    for index, spot in enumerate(spots):
        assert not any(spot.rect.intersects(other.rect) for other in spots[index + 1 :])


def test_another_layout_is_reached_and_the_map_stays_fitted(qtbot: QtBot, map_view: MapView):
    map_view.set_reduced_motion(False)
    goal = POSITIONS[::-1] * 10

    map_view.set_positions(goal, animate=True)
    qtbot.waitUntil(lambda: map_view.is_settled and np.allclose(map_view.scene.positions, goal))

    assert all(map_view.rect().contains(at(map_view, row)) for row in range(5))


@pytest.mark.parametrize("n_points", [0, 1, 2])
def test_too_few_points_are_no_trouble(qtbot: QtBot, map_view: MapView, n_points: int):
    map_view.set_points(POSITIONS[:n_points], COUNTS[:n_points], LABELS[:n_points], KINDS[:n_points])

    map_view.grab()
    map_view.fit()
    qtbot.keyClick(map_view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    wheel(map_view, QPoint(50, 50), 120)

    assert len(map_view.label_spots) == n_points


@pytest.mark.parametrize("scale", [1.0, 1.5, 3.125])
def test_the_picture_for_export_has_the_size_and_the_colours_asked_for(map_view: MapView, scale: float):
    map_view.set_theme(DARK)

    picture = map_view.render_image(400, 300, scale)

    assert (picture.width(), picture.height()) == (round(400 * scale), round(300 * scale))
    assert picture.pixelColor(1, 1).name() == DARK.map_background


def test_the_compiled_drawing_changes_no_pixel(map_view: MapView):
    scene, view = map_view.scene, map_view.view.zoomed(1.7, 200, 180)
    scene.dim(np.array([True, False, False, True, False]))
    raster = MapRaster(map_view)

    plain = raster.render(scene, view, 1.5, (250, 250, 248)).copy()
    assert not raster.is_fast
    raster.compile_now()
    compiled = raster.render(scene, view, 1.5, (250, 250, 248)).copy()

    assert raster.is_fast
    assert compiled == plain
    raster.close()


def test_panning_while_the_points_move_does_not_stop_them_halfway(qtbot: QtBot, map_view: MapView):
    map_view.set_reduced_motion(False)
    goal = POSITIONS[::-1] + np.float32(3)

    map_view.set_positions(goal, animate=True)
    map_view.pan_by(20, 10)
    qtbot.waitUntil(lambda: map_view.is_settled)

    np.testing.assert_array_equal(map_view.scene.positions, goal)
