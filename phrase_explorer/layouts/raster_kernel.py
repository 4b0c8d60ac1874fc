"""The sums of `density_raster`, compiled: a million points in a few milliseconds.

The picture is cut into square tiles that fit the processor's cache. A tile visits the cells of the grid that reach into
it, adds their points to its own sums and develops them straight into the picture, so that no full-size buffer of sums
exists and several threads can take tiles without ever meeting. numba is imported only when `compile_raster_kernel` is
called, which belongs on a background thread.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from phrase_explorer.layouts.density_raster import (
    DEEPEST,
    DEPTH_STEPS,
    HIDDEN_INK,
    LIGHT_STEPS,
    STAMP_PHASES,
    STEPS_PER_PX,
    PaintedPoints,
    UInt32Array,
    depth_table,
    dot_tables,
    light_table,
    packed_background,
)
from phrase_explorer.layouts.dot_style import DotStyle
from phrase_explorer.layouts.view_window import ViewWindow

TILE_PX = 64
MOST_THREADS = 4

TileKernel = Callable[..., None]  # positional arrays and numbers; see _render_tiles


class CompiledRaster:
    """Draws points with the compiled kernel on a few threads."""

    def __init__(self, kernel: TileKernel, n_threads: int | None = None) -> None:
        self._kernel = kernel
        self._n_threads = n_threads or min(os.cpu_count() or 1, MOST_THREADS)
        self._pool = ThreadPoolExecutor(max(self._n_threads - 1, 1), thread_name_prefix="map-raster")
        self._opacities = depth_table()
        self._encode = light_table()

    def render(
        self,
        points: PaintedPoints,
        view: ViewWindow,
        style: DotStyle,
        background: tuple[float, float, float],
        out: UInt32Array | None = None,
    ) -> UInt32Array:
        """Draw as `density_raster.render_points` does, into `out` if it is given."""
        width, height = int(view.width_px), int(view.height_px)
        picture = np.empty((height, width), np.uint32) if out is None else out
        tables, grid = dot_tables(style), points.grid
        arguments: tuple[Any, ...] = (  # Any: arrays of several types and plain numbers
            grid.xs, grid.ys, points.sizes, points.inks, grid.cell_starts, grid.n_cell_columns, grid.n_cell_rows,
            grid.left, grid.bottom, grid.cell_size, view.centre_x, view.centre_y, view.scale, view.width_px, view.height_px,
            points.ink_table, tables.reaches, tables.profiles, tables.stamp_starts, tables.stamps, tables.reach,
            np.asarray(background, np.float32), self._opacities, self._encode, np.uint32(packed_background(background)),
            picture,
        )  # fmt: skip
        step = self._n_threads
        others = [self._pool.submit(self._kernel, *arguments, first, step) for first in range(1, step)]
        self._kernel(*arguments, 0, step)
        for other in others:
            other.result()
        return picture

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=True)


def compile_raster_kernel() -> TileKernel:
    """Import numba and compile the kernel, or load it from numba's cache: seconds the first time, then a moment."""
    import numba

    kernel: TileKernel = numba.njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)(_render_tiles)
    _warm_up(kernel)
    return kernel


def _warm_up(kernel: TileKernel) -> None:
    """Compile for the argument types that `render` passes, by drawing one point."""
    from phrase_explorer.layouts.dot_style import Crowding, dot_style, size_classes
    from phrase_explorer.layouts.point_grid import PointGrid

    grid = PointGrid.build(np.zeros((1, 2), np.float32))
    points = PaintedPoints(
        grid, size_classes(np.ones(1, np.float32)), np.zeros(1, np.uint16), np.ones((1, 4), np.float32)
    )
    raster = CompiledRaster(kernel, n_threads=1)
    raster.render(points, ViewWindow(0, 0, 1, 8, 8), dot_style(Crowding(1, 1), 1), (1.0, 1.0, 1.0))
    raster.close()


def _render_tiles(  # type: ignore[no-untyped-def]  # noqa: ANN202, PLR0917
    xs, ys, sizes, inks, cell_starts, n_cell_columns, n_cell_rows,  # noqa: ANN001
    left, bottom, cell_size, centre_x, centre_y, scale, width_px, height_px,  # noqa: ANN001
    ink_table, reaches, profiles, stamp_starts, stamps, reach,  # noqa: ANN001
    background, opacities, encode, empty_pixel,  # noqa: ANN001
    picture, first_tile, tile_step,  # noqa: ANN001
):  # fmt: skip
    """Draw every `tile_step`-th tile from `first_tile` on; typed by numba from its arguments."""
    height, width = picture.shape
    n_tiles_across = (width + TILE_PX - 1) // TILE_PX
    n_tiles_down = (height + TILE_PX - 1) // TILE_PX
    half_px = np.float32(0.5)
    steps_per_px = np.float32(STEPS_PER_PX)
    light_steps = np.float32(LIGHT_STEPS)
    depth_scale = np.float32(DEPTH_STEPS / DEEPEST)
    last_step = profiles.shape[1] - 1
    sums = np.zeros((TILE_PX * TILE_PX, 4), np.float32)
    margin = reach + 1.5
    for tile in range(first_tile, n_tiles_across * n_tiles_down, tile_step):
        tile_left = (tile % n_tiles_across) * TILE_PX
        tile_top = (tile // n_tiles_across) * TILE_PX
        tile_width = min(TILE_PX, width - tile_left)
        tile_height = min(TILE_PX, height - tile_top)
        # The cells that reach into the tile.
        map_left = centre_x + (tile_left - margin - width_px / 2) / scale
        map_right = centre_x + (tile_left + tile_width + margin - width_px / 2) / scale
        map_top = centre_y - (tile_top - margin - height_px / 2) / scale
        map_bottom = centre_y - (tile_top + tile_height + margin - height_px / 2) / scale
        first_column = max(int(np.floor((map_left - left) / cell_size - 1e-3)), 0)
        last_column = min(int(np.floor((map_right - left) / cell_size + 1e-3)), n_cell_columns - 1)
        first_row = max(int(np.floor((map_bottom - bottom) / cell_size - 1e-3)), 0)
        last_row = min(int(np.floor((map_top - bottom) / cell_size + 1e-3)), n_cell_rows - 1)
        n_found = 0
        if first_column <= last_column:
            for row in range(first_row, last_row + 1):
                n_found += (
                    cell_starts[row * n_cell_columns + last_column + 1]
                    - cell_starts[row * n_cell_columns + first_column]
                )
        if n_found == 0:
            for y in range(tile_top, tile_top + tile_height):
                for x in range(tile_left, tile_left + tile_width):
                    picture[y, x] = empty_pixel
            continue
        sums[:] = 0
        for row in range(first_row, last_row + 1):
            start = cell_starts[row * n_cell_columns + first_column]
            stop = cell_starts[row * n_cell_columns + last_column + 1]
            for slot in range(start, stop):
                ink = inks[slot]
                if ink == HIDDEN_INK:
                    continue
                x_px = (xs[slot] - centre_x) * scale + width_px / 2
                y_px = (centre_y - ys[slot]) * scale + height_px / 2
                floor_x = np.floor(x_px)
                floor_y = np.floor(y_px)
                pixel_x = int(floor_x) - tile_left
                pixel_y = int(floor_y) - tile_top
                size = sizes[slot]
                reach_here = reaches[size]
                x0 = max(-reach_here, -pixel_x)
                x1 = min(reach_here, tile_width - 1 - pixel_x)
                y0 = max(-reach_here, -pixel_y)
                y1 = min(reach_here, tile_height - 1 - pixel_y)
                if x0 > x1 or y0 > y1:
                    continue
                within_x = np.float32(x_px - floor_x)
                within_y = np.float32(y_px - floor_y)
                red = ink_table[ink, 0]
                green = ink_table[ink, 1]
                blue = ink_table[ink, 2]
                strength = ink_table[ink, 3]
                stamp_start = stamp_starts[size]
                if stamp_start >= 0:
                    side = 2 * reach_here + 1
                    phase_x = min(int(within_x * np.float32(STAMP_PHASES)), STAMP_PHASES - 1)
                    phase_y = min(int(within_y * np.float32(STAMP_PHASES)), STAMP_PHASES - 1)
                    corner = stamp_start + (phase_y * STAMP_PHASES + phase_x) * side * side
                    for dy in range(y0, y1 + 1):
                        entry = corner + (dy + reach_here) * side + reach_here
                        pixel = (pixel_y + dy) * TILE_PX + pixel_x
                        for dx in range(x0, x1 + 1):
                            depth = stamps[entry + dx] * strength
                            sums[pixel + dx, 0] += depth * red
                            sums[pixel + dx, 1] += depth * green
                            sums[pixel + dx, 2] += depth * blue
                            sums[pixel + dx, 3] += depth
                else:
                    for dy in range(y0, y1 + 1):
                        away_y = (np.float32(dy) + half_px) - within_y
                        squared_y = away_y * away_y
                        pixel = (pixel_y + dy) * TILE_PX + pixel_x
                        for dx in range(x0, x1 + 1):
                            away_x = (np.float32(dx) + half_px) - within_x
                            distance = np.sqrt(squared_y + away_x * away_x)
                            step = min(int(distance * steps_per_px), last_step)
                            depth = profiles[size, step] * strength
                            sums[pixel + dx, 0] += depth * red
                            sums[pixel + dx, 1] += depth * green
                            sums[pixel + dx, 2] += depth * blue
                            sums[pixel + dx, 3] += depth
        for y in range(tile_height):
            for x in range(tile_width):
                pixel = y * TILE_PX + x
                depth = sums[pixel, 3]
                if depth <= 0:
                    picture[tile_top + y, tile_left + x] = empty_pixel
                    continue
                opacity = opacities[min(int(depth * depth_scale), DEPTH_STEPS - 1)]
                packed = np.uint32(0xFF000000)
                for channel in range(3):
                    ground = background[channel]
                    light = ground + (sums[pixel, channel] / depth - ground) * opacity
                    byte = np.uint32(encode[int(light * light_steps + half_px)])
                    packed |= byte << np.uint32(16 - 8 * channel)
                picture[tile_top + y, tile_left + x] = packed
