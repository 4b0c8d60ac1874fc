import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phrase_explorer.layouts.label_kernel import compile_label_kernel
from phrase_explorer.layouts.label_placement import LabelBoxes, PlacedLabels, least_scales, rank_labels
from phrase_explorer.layouts.view_window import ViewWindow


def boxes_of(positions: np.ndarray, widths: np.ndarray, heights: np.ndarray | None = None) -> LabelBoxes:
    n_labels = len(positions)
    tall = np.full(n_labels, 16, np.float32) if heights is None else heights
    return LabelBoxes(positions.astype(np.float32), np.full(n_labels, -4, np.float32), widths.astype(np.float32), tall)


def random_boxes(n_labels: int, seed: int) -> LabelBoxes:
    rng = np.random.default_rng(seed)
    centres = rng.normal(0, 2, (5, 2))
    positions = centres[rng.integers(0, 5, n_labels)] + rng.normal(0, 0.6, (n_labels, 2))
    return boxes_of(positions, rng.uniform(20, 160, n_labels), rng.uniform(12, 22, n_labels).astype(np.float32))


def n_overlaps(boxes: LabelBoxes, shown: np.ndarray, scale: float) -> int:
    x = boxes.positions[shown, 0].astype(np.float64) * scale
    y = boxes.positions[shown, 1].astype(np.float64) * scale
    left, right, half = x + boxes.lefts[shown], x + boxes.rights[shown], boxes.heights[shown] / 2
    overlap = (left[:, None] < right - 1e-6) & (left < right[:, None] - 1e-6)
    overlap &= np.abs(y[:, None] - y) < half[:, None] + half - 1e-6
    return int(np.triu(overlap, 1).sum())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scale", [3.0, 31.0, 200.0, 1777.0, 40_000.0])
def test_labels_never_overlap_at_any_scale(seed: int, scale: float):
    boxes = random_boxes(400, seed)

    shown = np.flatnonzero(least_scales(boxes) <= scale)

    assert len(shown) > 0
    assert n_overlaps(boxes, shown, scale) == 0


def test_two_labels_side_by_side_come_apart_where_arithmetic_says():
    # 2 map units apart; the left one reaches 60 px to the right, the right one 4 px to the left.
    boxes = boxes_of(np.array([[0, 0], [2, 0]]), np.array([60, 60]))

    assert least_scales(boxes).tolist() == [0.0, (60 + 4) / 2]


def test_two_labels_one_above_the_other_come_apart_where_arithmetic_says():
    boxes = boxes_of(np.array([[0, 0], [0, 2]]), np.array([60, 60]))

    assert least_scales(boxes).tolist() == [0.0, 16 / 2]


def test_a_label_waits_for_more_important_ones_only_while_they_are_there():
    # The second waits for the first; the third is in the way of the second alone, and only once that one is there.
    boxes = boxes_of(np.array([[0, 0], [1, 0], [1.5, 0]]), np.array([60, 60, 60]))

    first, second, third = least_scales(boxes).tolist()

    assert first == 0
    assert second == 64
    assert third == 128


def test_the_second_of_two_labels_on_one_spot_is_never_shown():
    boxes = boxes_of(np.zeros((2, 2)), np.array([60, 60]))

    assert least_scales(boxes).tolist() == [0.0, np.inf]


def test_less_important_labels_never_change_more_important_ones():
    boxes = random_boxes(300, seed=9)

    np.testing.assert_array_equal(least_scales(boxes)[:120], least_scales(boxes.first(120)))


@pytest.mark.parametrize("seed", range(3))
def test_the_compiled_form_gives_the_same_scales(seed: int):
    boxes = random_boxes(900, seed)

    np.testing.assert_allclose(compile_label_kernel()(boxes), least_scales(boxes), rtol=1e-12)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**16), st.floats(-3, 3), st.floats(-3, 3), st.floats(20, 2000))
def test_a_label_in_view_stays_when_the_map_is_panned(seed: int, dx: float, dy: float, scale: float):
    boxes = random_boxes(150, seed % 7)
    placed = PlacedLabels(np.arange(150, dtype=np.int32), boxes, least_scales(boxes))
    view = ViewWindow(0, 0, scale, 800, 600)
    moved = ViewWindow(dx, dy, scale, 800, 600)

    before, after = set(placed.visible(view).tolist()), set(placed.visible(moved).tolist())

    seen_before, seen_after = view.rect, moved.rect
    for row in before ^ after:
        x, y = boxes.positions[row].tolist()
        inside = [r.left <= x <= r.right and r.bottom <= y <= r.top for r in (seen_before, seen_after)]
        assert not all(inside), "a label came or went though its point stayed in view"


def test_zooming_in_only_adds_labels():
    boxes = random_boxes(300, seed=3)
    placed = PlacedLabels(np.arange(300, dtype=np.int32), boxes, least_scales(boxes))
    shown: set[int] = set()

    for scale in np.geomspace(5, 5000, 60):
        now = set(placed.visible(ViewWindow(0, 0, float(scale), 100_000, 100_000)).tolist())
        assert shown <= now
        shown = now


def test_labels_in_view_come_most_important_first():
    boxes = random_boxes(200, seed=5)
    rows = np.random.default_rng(0).permutation(200).astype(np.int32)
    placed = PlacedLabels(rows, boxes, least_scales(boxes))

    visible = placed.visible(ViewWindow(0, 0, 300, 900, 900))

    ranks = [rows.tolist().index(row) for row in visible.tolist()]
    assert ranks == sorted(ranks)


def test_phrases_stand_before_words_and_frequent_before_rare():
    counts = np.array([100, 3, 9, 100])
    are_phrases = np.array([False, True, True, False])

    assert rank_labels(counts, are_phrases, phrase_advantage=np.inf).tolist() == [2, 1, 0, 3]
    assert rank_labels(counts, are_phrases, phrase_advantage=16).tolist() == [2, 0, 3, 1]


def test_no_labels_is_no_trouble():
    empty = boxes_of(np.zeros((0, 2)), np.zeros(0))

    assert len(PlacedLabels(np.zeros(0, np.int32), empty, least_scales(empty)).visible(ViewWindow(0, 0, 1, 9, 9))) == 0
    assert len(compile_label_kernel()(empty)) == 0
