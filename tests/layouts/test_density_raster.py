import numpy as np
import pytest

from phrase_explorer.layouts.density_raster import HIDDEN_INK, PaintedPoints, light_table, render_points, to_linear
from phrase_explorer.layouts.dot_style import N_SIZE_CLASSES, Crowding, DotStyle, dot_style, size_classes
from phrase_explorer.layouts.point_grid import PointGrid
from phrase_explorer.layouts.raster_kernel import CompiledRaster, compile_raster_kernel
from phrase_explorer.layouts.view_window import ViewWindow, fitted

WHITE = (1.0, 1.0, 1.0)
RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)


def plain_style(radius: float, opacity: float) -> DotStyle:
    every = np.ones(N_SIZE_CLASSES, np.float32)
    return DotStyle(every * np.float32(radius), every * np.float32(opacity), every * np.float32(opacity), 1.0)


def painted(positions: list[tuple[float, float]], inks: list[int], table: list[tuple[float, ...]]) -> PaintedPoints:
    grid = PointGrid.build(np.array(positions, np.float32).reshape(-1, 2))
    rows = grid.rows
    return PaintedPoints(
        grid, np.zeros(len(rows), np.uint8), np.array(inks, np.uint16)[rows], np.array(table, np.float32)
    )


def channels(pixel: int) -> tuple[int, int, int]:
    return pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255


@pytest.fixture(scope="module")
def compiled():
    raster = CompiledRaster(compile_raster_kernel(), n_threads=2)
    yield raster
    raster.close()


def crowd(n_points: int, seed: int = 0) -> PaintedPoints:
    rng = np.random.default_rng(seed)
    positions = (rng.normal(0, 3, (9, 2))[rng.integers(0, 9, n_points)] + rng.normal(0, 0.7, (n_points, 2))).astype(
        np.float32
    )
    grid = PointGrid.build(positions)
    inks = rng.integers(0, 12, n_points).astype(np.uint16)
    inks[rng.random(n_points) < 0.05] = HIDDEN_INK
    table = np.concatenate([rng.random((12, 3)), rng.choice([1.0, 0.2], (12, 1))], axis=1).astype(np.float32)
    sizes = size_classes(rng.zipf(2, n_points).clip(max=500).astype(np.float32))
    return PaintedPoints(grid, sizes[grid.rows], inks[grid.rows], table)


def test_nothing_gives_the_background():
    picture = render_points(painted([], [], [RED]), ViewWindow(0, 0, 1, 5, 4), plain_style(2, 0.5), WHITE)

    assert picture.shape == (4, 5)
    assert (picture == 0xFFFFFFFF).all()


def test_the_middle_of_one_dot_has_its_colour_at_its_opacity():
    picture = render_points(painted([(0, 0)], [0], [RED]), ViewWindow(0, 0, 1, 21, 21), plain_style(5, 0.5), WHITE)

    # Half red light over white: green and blue keep half the light, which is sRGB 188.
    assert channels(int(picture[10, 10])) == (255, pytest.approx(188, abs=1), pytest.approx(188, abs=1))


def test_two_categories_on_one_spot_mix_evenly_whichever_comes_first():
    view, style = ViewWindow(0, 0, 1, 21, 21), plain_style(5, 0.5)

    one = render_points(painted([(0, 0), (0, 0)], [0, 1], [RED, BLUE]), view, style, WHITE)
    other = render_points(painted([(0, 0), (0, 0)], [1, 0], [RED, BLUE]), view, style, WHITE)

    red, green, blue = channels(int(one[10, 10]))
    assert red == blue
    # Two layers of half opacity leave a quarter of the white: linear 0.25 + 0.75 / 2 and 0.25.
    assert red == pytest.approx(int(light_table()[int(0.625 * 4095)]), abs=1)
    assert green == pytest.approx(int(light_table()[int(0.25 * 4095)]), abs=1)
    np.testing.assert_array_equal(one, other)


def test_a_dot_is_round_and_its_edge_is_soft():
    picture = render_points(painted([(0, 0)], [0], [RED]), ViewWindow(0, 0, 1, 31, 31), plain_style(8, 0.9), WHITE)

    green = (picture >> 8 & 255).astype(int)
    np.testing.assert_array_equal(green, green.T)
    np.testing.assert_array_equal(green, green[::-1])
    assert len(np.unique(green)) > 4
    covered = (255 - green) / (255 - green[15, 15])
    assert covered.sum() == pytest.approx(np.pi * 8**2, rel=0.12)


def test_hidden_points_leave_no_trace():
    view, style = ViewWindow(0, 0, 1, 9, 9), plain_style(3, 0.8)

    picture = render_points(painted([(0, 0)], [HIDDEN_INK], [RED]), view, style, WHITE)

    assert (picture == 0xFFFFFFFF).all()


def test_a_dot_half_outside_is_cut_not_lost():
    points = painted([(-10.5, 0)], [0], [RED])

    picture = render_points(points, ViewWindow(0, 0, 1, 21, 21), plain_style(4, 0.8), WHITE)

    assert channels(int(picture[10, 0]))[1] < 255


def test_light_goes_there_and_back():
    bytes_ = np.arange(256, dtype=np.uint8)

    back = light_table()[np.round(to_linear(bytes_) * 4095).astype(int)]

    assert np.abs(back.astype(int) - bytes_).max() <= 1


@pytest.mark.parametrize("zoom", [0.5, 1, 3, 12, 80])
@pytest.mark.parametrize("pixel_ratio", [1.0, 1.25, 2.0])
def test_the_compiled_form_gives_the_same_pixels(compiled: CompiledRaster, zoom: float, pixel_ratio: float):
    points = crowd(6000)
    view = fitted(points.grid.bounds, 301, 203, 20).zoomed(zoom, 140, 90)
    device = view.magnified(pixel_ratio).resized(int(301 * pixel_ratio), int(203 * pixel_ratio))
    style = dot_style(Crowding.of(points.grid), view.scale, pixel_ratio)

    np.testing.assert_array_equal(
        compiled.render(points, device, style, (0.97, 0.96, 0.9)),
        render_points(points, device, style, (0.97, 0.96, 0.9)),
    )


def test_a_view_reached_by_panning_and_zooming_equals_a_cold_render(compiled: CompiledRaster):
    points = crowd(20_000)
    crowding, view = Crowding.of(points.grid), fitted(points.grid.bounds, 320, 240, 20)
    warm = np.zeros((240, 320), np.uint32)
    for step in range(12):
        view = view.panned(7.3, -3.1).zoomed(1.3 if step % 3 else 0.8, 100, 90)
        compiled.render(points, view, dot_style(crowding, view.scale), WHITE, warm)

        cold = render_points(crowd(20_000), view, dot_style(crowding, view.scale), WHITE)

        np.testing.assert_array_equal(warm, cold)


def test_the_look_changes_gradually_with_the_zoom():
    crowding = Crowding(spacing=0.01, density=20_000)
    scales = np.geomspace(20, 20_000, 400)

    styles = [dot_style(crowding, float(scale)) for scale in scales]

    for before, after in zip(styles[:-1], styles[1:], strict=True):
        np.testing.assert_allclose(after.radii, before.radii, rtol=0.06)
        np.testing.assert_allclose(after.fill_opacities, before.fill_opacities, atol=0.05)
        np.testing.assert_allclose(after.rim_opacities, before.rim_opacities, atol=0.08)


def test_larger_counts_are_larger_dots():
    classes = size_classes(np.array([0, 1, 10, 100, 1000], np.float32))

    assert (np.diff(classes.astype(int)) > 0).all()
    assert len(set(size_classes(np.full(5, 7, np.float32)).tolist())) == 1
