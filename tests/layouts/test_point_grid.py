import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.layouts.point_grid import PointGrid
from phrase_explorer.layouts.view_window import Rect


def scattered(n_points: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    centres = rng.normal(0, 3, (7, 2))
    return (centres[rng.integers(0, 7, n_points)] + rng.normal(0, 0.5, (n_points, 2))).astype(np.float32)


def ray_casting(polygon: np.ndarray, x: float, y: float) -> bool:
    """The textbook even-odd test, one point at a time."""
    inside = False
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def test_every_row_is_in_exactly_one_cell_and_rows_ascend_within_it():
    positions = scattered(5000)

    grid = PointGrid.build(positions)

    assert sorted(grid.rows.tolist()) == list(range(5000))
    for start, stop in zip(grid.cell_starts[:-1], grid.cell_starts[1:], strict=True):
        assert (np.diff(grid.rows[start:stop]) > 0).all()
    np.testing.assert_array_equal(grid.xs, positions[grid.rows, 0])


@given(st.integers(0, 60), st.integers(0, 2**16), st.tuples(*[st.floats(-4, 4)] * 4))
def test_a_rectangle_finds_what_a_scan_finds(n_points: int, seed: int, ends: tuple[float, float, float, float]):
    positions = np.round(np.random.default_rng(seed).normal(0, 2, (n_points, 2)), 1).astype(np.float32)
    left, right = sorted(ends[:2])
    bottom, top = sorted(ends[2:])

    rows = PointGrid.build(positions).rows_in_rect(Rect(left, bottom, right, top))

    x, y = positions[:, 0], positions[:, 1]
    expected = np.flatnonzero((x >= left) & (x <= right) & (y >= bottom) & (y <= top))
    assert rows.tolist() == expected.tolist()


def test_picking_finds_the_nearest_point_or_none():
    positions = scattered(3000, seed=1)
    grid = PointGrid.build(positions)
    rng = np.random.default_rng(2)

    for x, y in rng.uniform(-8, 8, (300, 2)):
        distances = np.sqrt(((positions - np.array([x, y], np.float32)) ** 2).sum(axis=1))
        expected = int(distances.argmin()) if distances.min() <= 0.3 else -1
        assert grid.nearest_row(x, y, 0.3) == expected


def test_picking_passes_over_what_cannot_be_picked():
    positions = np.array([[0, 0], [1, 0]], np.float32)
    grid = PointGrid.build(positions)

    assert grid.nearest_row(0.1, 0, 5) == 0
    assert grid.nearest_row(0.1, 0, 5, np.array([False, True])) == 1
    assert grid.nearest_row(0.1, 0, 5, np.array([False, False])) == -1


@pytest.mark.parametrize("seed", range(6))
def test_a_lasso_that_crosses_itself_selects_as_ray_casting_does(seed: int):
    positions = scattered(700, seed)
    rng = np.random.default_rng(seed + 100)
    polygon = (rng.normal(0, 3, (rng.integers(3, 30), 2))).astype(np.float32)

    rows = PointGrid.build(positions).rows_in_polygon(polygon)

    corners = polygon.astype(np.float64)
    expected = [row for row, (x, y) in enumerate(positions.astype(np.float64)) if ray_casting(corners, x, y)]
    assert rows.tolist() == expected


def test_a_lasso_around_everything_selects_everything():
    grid = PointGrid.build(scattered(400))

    rows = grid.rows_in_polygon(np.array([[-99, -99], [99, -99], [99, 99], [-99, 99]], np.float32))

    assert len(rows) == 400


@pytest.mark.parametrize("n_points", [0, 1, 2, 50])
def test_few_or_identical_points_are_no_trouble(n_points: int):
    grid = PointGrid.build(np.full((n_points, 2), 3, np.float32))

    assert len(grid.rows_in_rect(Rect(2, 2, 4, 4))) == n_points
    assert grid.nearest_row(3, 3, 1) == (0 if n_points else -1)
    assert len(grid.rows_in_polygon(np.array([[0, 0], [9, 0], [4, 9]], np.float32))) == n_points
    assert grid.typical_spacing() > 0


def test_positions_that_are_not_numbers_are_refused():
    with pytest.raises(ValueError, match="finite"):
        PointGrid.build(np.array([[0, np.nan]], np.float32))
