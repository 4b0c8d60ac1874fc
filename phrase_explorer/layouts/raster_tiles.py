"""The compiled inner loops of the raster. This module imports numba: import it only inside a function, off the GUI thread.

`render_tiles` does for the tiles of a picture what `density_raster` does for the whole of it, in the same order and the same
arithmetic, so that the pixels are the same to the last bit.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from phrase_explorer.layouts.density_raster import (
    DEEPEST,
    DEPTH_STEPS,
    HIDDEN_INK,
    LARGEST_STAMPED_RADIUS_PX,
    LIGHT_STEPS,
    STAMP_PHASES,
    STEPS_PER_PX,
)

TILE_PX = 64
PAD_PX = 2 * int(np.ceil(LARGEST_STAMPED_RADIUS_PX))
"""Stamps may spill over the edge of their tile by this much, which saves clipping them."""
PADDED_PX = TILE_PX + 2 * PAD_PX


@intrinsic  # type: ignore[untyped-decorator]
def add_ink(typing_context: Any, sums: Any, start: Any, inks: Any, ink_start: Any, depth: Any) -> Any:  # noqa: ARG001, PLR0917
    """Add ``depth * inks[ink_start : ink_start + 4]`` to ``sums[start : start + 4]`` as one vector of four floats.

    Any: numba's types and llvmlite's values have no stubs.
    """
    signature = types.void(sums, types.intp, inks, types.intp, types.float32)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = ir.VectorType(ir.FloatType(), 4)

        def four_floats(array_type: Any, array: Any, index: Any) -> Any:
            data = context.make_array(array_type)(context, builder, array).data
            return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())

        def load(pointer: Any) -> Any:
            value = builder.load(pointer)
            value.align = 4
            return value

        sums_pointer = four_floats(signature.args[0], arguments[0], arguments[1])
        ink = load(four_floats(signature.args[2], arguments[2], arguments[3]))
        depths = ir.Constant(vector, ir.Undefined)
        for lane in range(4):
            depths = builder.insert_element(depths, arguments[4], ir.Constant(ir.IntType(32), lane))
        total = builder.fadd(load(sums_pointer), builder.fmul(depths, ink))
        builder.store(total, sums_pointer).align = 4
        return context.get_dummy_value()

    return signature, generate


@numba.njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)
def render_tiles(  # type: ignore[no-untyped-def]  # noqa: ANN201, PLR0917
    xs, ys, sizes, inks, cell_starts, n_cell_columns, n_cell_rows,  # noqa: ANN001
    left, bottom, cell_size, centre_x, centre_y, scale, width_px, height_px,  # noqa: ANN001
    ink_table, strengths, reaches, profiles, stamp_starts, stamps, reach,  # noqa: ANN001
    background, opacities, encode, empty_pixel,  # noqa: ANN001
    picture, first_tile, tile_step,  # noqa: ANN001
):  # fmt: skip
    """Draw every `tile_step`-th tile from `first_tile` on; `ink_table` is flat: red, green, blue and 1 for each ink."""
    height, width = picture.shape
    n_tiles_across = (width + TILE_PX - 1) // TILE_PX
    n_tiles_down = (height + TILE_PX - 1) // TILE_PX
    half_px = np.float32(0.5)
    one = np.float32(1)
    steps_per_px = np.float32(STEPS_PER_PX)
    phases = np.float32(STAMP_PHASES)
    light_steps = np.float32(LIGHT_STEPS)
    depth_scale = np.float32(DEPTH_STEPS / DEEPEST)
    ground_red, ground_green, ground_blue = background[0], background[1], background[2]
    last_step = profiles.shape[1] - 1
    half_width, half_height = width_px / 2, height_px / 2
    cells_per_unit = 1 / cell_size
    sums = np.zeros(PADDED_PX * PADDED_PX * 4, np.float32)
    margin = reach + 0.01
    for tile in range(first_tile, n_tiles_across * n_tiles_down, tile_step):
        tile_left = (tile % n_tiles_across) * TILE_PX
        tile_top = (tile // n_tiles_across) * TILE_PX
        tile_width = min(TILE_PX, width - tile_left)
        tile_height = min(TILE_PX, height - tile_top)
        map_left = centre_x + (tile_left - margin - half_width) / scale
        map_right = centre_x + (tile_left + tile_width + margin - half_width) / scale
        map_top = centre_y - (tile_top - margin - half_height) / scale
        map_bottom = centre_y - (tile_top + tile_height + margin - half_height) / scale
        first_column = int(max(np.floor((map_left - left) * cells_per_unit - 1e-3), 0.0))
        last_column = int(min(np.floor((map_right - left) * cells_per_unit + 1e-3), n_cell_columns - 1.0))
        first_row = int(max(np.floor((map_bottom - bottom) * cells_per_unit - 1e-3), 0.0))
        last_row = int(min(np.floor((map_top - bottom) * cells_per_unit + 1e-3), n_cell_rows - 1.0))
        is_empty = True
        if first_column <= last_column:
            for row in range(first_row, last_row + 1):
                start = cell_starts[row * n_cell_columns + first_column]
                stop = cell_starts[row * n_cell_columns + last_column + 1]
                if start == stop:
                    continue
                if is_empty:
                    is_empty = False
                    sums[:] = 0
                for slot in range(start, stop):
                    ink = inks[slot]
                    if ink == HIDDEN_INK:
                        continue
                    x_px = (xs[slot] - centre_x) * scale + half_width
                    y_px = (centre_y - ys[slot]) * scale + half_height
                    floor_x = np.floor(x_px)
                    floor_y = np.floor(y_px)
                    pixel_x = int(floor_x) - tile_left
                    pixel_y = int(floor_y) - tile_top
                    size = sizes[slot]
                    reach_here = reaches[size]
                    if (
                        pixel_x + reach_here < 0
                        or pixel_y + reach_here < 0
                        or pixel_x - reach_here >= tile_width
                        or pixel_y - reach_here >= tile_height
                    ):
                        continue
                    within_x = np.float32(x_px - floor_x)
                    within_y = np.float32(y_px - floor_y)
                    ink_start = np.int64(ink) * 4
                    strength = strengths[ink]
                    stamp_start = stamp_starts[size]
                    if stamp_start >= 0:
                        side = 2 * reach_here + 1
                        phase_x = min(int(within_x * phases), STAMP_PHASES - 1)
                        phase_y = min(int(within_y * phases), STAMP_PHASES - 1)
                        entry = stamp_start + (phase_y * STAMP_PHASES + phase_x) * side * side
                        line = ((pixel_y - reach_here + PAD_PX) * PADDED_PX + pixel_x - reach_here + PAD_PX) * 4
                        if reach_here == 1:
                            for _ in range(3):
                                add_ink(sums, line, ink_table, ink_start, stamps[entry] * strength)
                                add_ink(sums, line + 4, ink_table, ink_start, stamps[entry + 1] * strength)
                                add_ink(sums, line + 8, ink_table, ink_start, stamps[entry + 2] * strength)
                                entry += 3
                                line += PADDED_PX * 4
                        else:
                            for _ in range(side):
                                for dx in range(side):
                                    add_ink(sums, line + 4 * dx, ink_table, ink_start, stamps[entry + dx] * strength)
                                entry += side
                                line += PADDED_PX * 4
                    else:
                        x0 = max(-reach_here, -pixel_x)
                        x1 = min(reach_here, tile_width - 1 - pixel_x)
                        y0 = max(-reach_here, -pixel_y)
                        y1 = min(reach_here, tile_height - 1 - pixel_y)
                        for dy in range(y0, y1 + 1):
                            away_y = (np.float32(dy) + half_px) - within_y
                            squared_y = away_y * away_y
                            line = ((pixel_y + dy + PAD_PX) * PADDED_PX + pixel_x + PAD_PX) * 4
                            for dx in range(x0, x1 + 1):
                                away_x = (np.float32(dx) + half_px) - within_x
                                distance = np.sqrt(squared_y + away_x * away_x)
                                step = min(int(distance * steps_per_px), last_step)
                                add_ink(sums, line + 4 * dx, ink_table, ink_start, profiles[size, step] * strength)
        if is_empty:
            for y in range(tile_top, tile_top + tile_height):
                for x in range(tile_left, tile_left + tile_width):
                    picture[y, x] = empty_pixel
            continue
        for y in range(tile_height):
            place = ((y + PAD_PX) * PADDED_PX + PAD_PX) * 4
            for x in range(tile_width):
                depth = sums[place + 3]
                if depth > 0:
                    opacity = opacities[min(int(depth * depth_scale), DEPTH_STEPS - 1)]
                    share = opacity / depth
                    clear = one - opacity
                    red = sums[place] * share + ground_red * clear
                    green = sums[place + 1] * share + ground_green * clear
                    blue = sums[place + 2] * share + ground_blue * clear
                    picture[tile_top + y, tile_left + x] = (
                        np.uint32(0xFF000000)
                        | np.uint32(encode[int(red * light_steps + half_px)]) << np.uint32(16)
                        | np.uint32(encode[int(green * light_steps + half_px)]) << np.uint32(8)
                        | np.uint32(encode[int(blue * light_steps + half_px)])
                    )
                else:
                    picture[tile_top + y, tile_left + x] = empty_pixel
                place += 4
