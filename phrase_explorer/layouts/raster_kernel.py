"""The sums of `density_raster`, compiled: a million points in a few milliseconds.

The picture is cut into square tiles that fit the processor's cache (`raster_tiles`). A tile visits the cells of the grid
that reach into it, adds their points to its own sums and develops them straight into the picture, so that no full-size
buffer of sums exists and several threads can take tiles without ever meeting. numba is imported only when
`compile_raster_kernel` is called, which belongs on a background thread.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from phrase_explorer.layouts.density_raster import (
    PaintedPoints,
    UInt32Array,
    depth_table,
    dot_tables,
    light_table,
    packed_background,
    pixel_offsets,
)
from phrase_explorer.layouts.dot_style import DotStyle
from phrase_explorer.layouts.view_window import ViewWindow

MOST_THREADS = 4
GROUPS = 8

TileKernel = Callable[..., None]  # positional arrays and numbers; see raster_tiles.render_tiles


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
        inks = points.ink_table.copy()
        inks[:, 3] = 1  # the fourth sum is the depth itself
        arguments: tuple[Any, ...] = (  # Any: arrays of several types and plain numbers
            grid.xs, grid.ys, points.sizes, points.inks, grid.cell_starts, grid.n_cell_columns, grid.n_cell_rows,
            grid.left, grid.bottom, grid.cell_size,
            view.centre_x, view.centre_y, view.scale, view.width_px, view.height_px, *pixel_offsets(view, tables.sides),
            inks.ravel(), np.ascontiguousarray(points.ink_table[:, 3]),
            tables.sides, tables.profiles, tables.stamp_starts, tables.stamps, tables.reach,
            np.asarray(background, np.float32), self._opacities, self._encode,
            np.uint32(packed_background(background, self._encode)), picture,
        )  # fmt: skip
        # Threads take the next group of tiles when they are done with one, so that a slow one does not hold up the rest.
        groups = iter(range(GROUPS))
        others = [self._pool.submit(self._draw, arguments, groups) for _ in range(self._n_threads - 1)]
        self._draw(arguments, groups)
        for other in others:
            if not other.cancel():
                other.result()
        return picture

    def _draw(self, arguments: tuple[Any, ...], groups: Iterator[int]) -> None:  # Any: as above
        for group in groups:
            self._kernel(*arguments, group, GROUPS)

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=True)


def compile_raster_kernel() -> TileKernel:
    """Import numba and compile the kernel, or load it from numba's cache: seconds the first time, then a moment."""
    from phrase_explorer.layouts.raster_tiles import render_tiles

    _warm_up(render_tiles)
    return render_tiles  # type: ignore[no-any-return]


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
