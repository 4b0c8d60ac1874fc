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
PAD_PX = int(np.ceil(2 * LARGEST_STAMPED_RADIUS_PX + 1))
"""Stamps may spill over the edge of their tile by this much, which saves clipping them."""
PADDED_PX = TILE_PX + 2 * PAD_PX


@intrinsic  # type: ignore[untyped-decorator]
def add_ink(  # noqa: PLR0917
    typing_context: Any, sums: Any, start: Any, inks: Any, ink_start: Any, depths: Any, entry: Any, strength: Any
) -> Any:
    """Add ``depths[entry] * strength * inks[ink_start : ink_start + 4]`` to four sums from `start` on, as one vector.

    Written by hand because numba neither joins four floats to a vector nor leaves out its test for negative indices here;
    together that is half of the time of a frame. Any: numba's types and llvmlite's values have no stubs.
    """
    del typing_context, start, ink_start, entry
    signature = types.void(sums, types.intp, inks, types.intp, depths, types.intp, types.float32)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = ir.VectorType(ir.FloatType(), 4)

        def pointer_to(argument: int) -> Any:
            data = context.make_array(signature.args[argument])(context, builder, arguments[argument]).data
            return builder.gep(data, [arguments[argument + 1]])

        def load_four(pointer: Any) -> Any:
            value = builder.load(pointer)
            value.align = 4
            return value

        sums_pointer = builder.bitcast(pointer_to(0), vector.as_pointer())
        ink = load_four(builder.bitcast(pointer_to(2), vector.as_pointer()))
        depth = builder.fmul(builder.load(pointer_to(4)), arguments[6])
        four_depths = ir.Constant(vector, ir.Undefined)
        for lane in range(4):
            four_depths = builder.insert_element(four_depths, depth, ir.Constant(ir.IntType(32), lane))
        total = builder.fadd(load_four(sums_pointer), builder.fmul(four_depths, ink))
        builder.store(total, sums_pointer).align = 4
        return context.get_dummy_value()

    del strength
    return signature, generate


@numba.njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)
def render_tiles(  # type: ignore[no-untyped-def]  # noqa: ANN201, PLR0917
    xs, ys, sizes, inks, cell_starts, n_cell_columns, n_cell_rows,  # noqa: ANN001
    left, bottom, cell_size, centre_x, centre_y, scale, width_px, height_px,  # noqa: ANN001
    offsets_x, offsets_y, ink_table, strengths, sides, profiles, stamp_starts, stamps, reach,  # noqa: ANN001
    background, opacities, encode, empty_pixel,  # noqa: ANN001
    picture, first_tile, tile_step,  # noqa: ANN001
):  # fmt: skip
    """Draw every `tile_step`-th tile from `first_tile` on; `ink_table` is flat: red, green, blue and 1 for each ink."""
    height, width = picture.shape
    n_tiles_across = (width + TILE_PX - 1) // TILE_PX
    n_tiles_down = (height + TILE_PX - 1) // TILE_PX
    one = np.float32(1)
    half_px = np.float32(0.5)
    steps_per_px = np.float32(STEPS_PER_PX)
    phases = np.float32(STAMP_PHASES)
    last_phase = np.int32(STAMP_PHASES - 1)
    light_steps = np.float32(LIGHT_STEPS)
    depth_scale = np.float32(DEPTH_STEPS / DEEPEST)
    ground_red, ground_green, ground_blue = background[0], background[1], background[2]
    n_steps = profiles.shape[1]
    flat_profiles = profiles.ravel()
    half_width, half_height = width_px / 2, height_px / 2
    middle_x, middle_y, pixels_per_unit = np.float32(centre_x), np.float32(centre_y), np.float32(scale)
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
        if first_column > last_column:
            last_row = first_row - 1
        corner_x, corner_y = np.int32(tile_left), np.int32(tile_top)
        wide, tall = np.int32(tile_width), np.int32(tile_height)
        for row in range(first_row, last_row + 1):
            run_start = cell_starts[row * n_cell_columns + first_column]
            run_stop = cell_starts[row * n_cell_columns + last_column + 1]
            if run_start == run_stop:
                continue
            if is_empty:
                is_empty = False
                sums[:] = 0
            run_xs, run_ys = xs[run_start:run_stop], ys[run_start:run_stop]
            run_sizes, run_inks = sizes[run_start:run_stop], inks[run_start:run_stop]
            for index in range(len(run_xs)):
                size = run_sizes[index]
                x_px = (run_xs[index] - middle_x) * pixels_per_unit + offsets_x[size]
                y_px = (middle_y - run_ys[index]) * pixels_per_unit + offsets_y[size]
                floor_x = np.floor(x_px)
                floor_y = np.floor(y_px)
                side = sides[size]
                # The square of pixels that the dot touches, from the corner of the tile.
                before = (side - np.int32(1)) >> np.int32(1)
                square_x = np.int32(floor_x) - corner_x - before
                square_y = np.int32(floor_y) - corner_y - before
                ink = run_inks[index]
                if (
                    square_x + side <= 0
                    or square_y + side <= 0
                    or square_x >= wide
                    or square_y >= tall
                    or ink == HIDDEN_INK
                ):
                    continue
                within_x = x_px - floor_x
                within_y = y_px - floor_y
                ink_start = np.int64(ink) * 4
                strength = strengths[ink]
                stamp = stamp_starts[size]
                if stamp >= 0:
                    phase_x = min(np.int32(within_x * phases), last_phase)
                    phase_y = min(np.int32(within_y * phases), last_phase)
                    entry = np.int64(stamp + (phase_y * np.int32(STAMP_PHASES) + phase_x) * side * side)
                    place = np.int64(
                        ((square_y + np.int32(PAD_PX)) * np.int32(PADDED_PX) + square_x + np.int32(PAD_PX))
                        * np.int32(4)
                    )
                    if side == 2:
                        add_ink(sums, place, ink_table, ink_start, stamps, entry, strength)
                        add_ink(sums, place + 4, ink_table, ink_start, stamps, entry + 1, strength)
                        place += PADDED_PX * 4
                        add_ink(sums, place, ink_table, ink_start, stamps, entry + 2, strength)
                        add_ink(sums, place + 4, ink_table, ink_start, stamps, entry + 3, strength)
                    elif side == 3:
                        for _ in range(3):
                            add_ink(sums, place, ink_table, ink_start, stamps, entry, strength)
                            add_ink(sums, place + 4, ink_table, ink_start, stamps, entry + 1, strength)
                            add_ink(sums, place + 8, ink_table, ink_start, stamps, entry + 2, strength)
                            entry += 3
                            place += PADDED_PX * 4
                    else:
                        for _ in range(side):
                            for dx in range(side):
                                add_ink(sums, place + 4 * dx, ink_table, ink_start, stamps, entry + dx, strength)
                            entry += side
                            place += PADDED_PX * 4
                    continue
                centre_x_px = within_x - (half_px if side & 1 else np.float32(0))
                centre_y_px = within_y - (half_px if side & 1 else np.float32(0))
                profile = np.int64(size) * n_steps
                for y in range(max(square_y, 0), min(square_y + side, tile_height)):
                    away_y = np.float32(y - square_y - before) - centre_y_px
                    squared_y = away_y * away_y
                    line = (y + PAD_PX) * PADDED_PX + PAD_PX
                    for x in range(max(square_x, 0), min(square_x + side, tile_width)):
                        away_x = np.float32(x - square_x - before) - centre_x_px
                        distance = np.sqrt(squared_y + away_x * away_x)
                        step = min(np.int64(distance * steps_per_px), n_steps - 1)
                        add_ink(sums, (line + x) * 4, ink_table, ink_start, flat_profiles, profile + step, strength)
        if is_empty:
            for y in range(tile_top, tile_top + tile_height):
                for x in range(tile_left, tile_left + tile_width):
                    picture[y, x] = empty_pixel
            continue
        for y in range(tile_height):
            pixel = ((y + PAD_PX) * PADDED_PX + PAD_PX) * 4
            for x in range(tile_width):
                depth = sums[pixel + 3]
                if depth > 0:
                    opacity = opacities[min(int(depth * depth_scale), DEPTH_STEPS - 1)]
                    share = opacity / depth
                    clear = one - opacity
                    red = sums[pixel] * share + ground_red * clear
                    green = sums[pixel + 1] * share + ground_green * clear
                    blue = sums[pixel + 2] * share + ground_blue * clear
                    picture[tile_top + y, tile_left + x] = (
                        np.uint32(0xFF000000)
                        | np.uint32(encode[int(red * light_steps + half_px)]) << np.uint32(16)
                        | np.uint32(encode[int(green * light_steps + half_px)]) << np.uint32(8)
                        | np.uint32(encode[int(blue * light_steps + half_px)])
                    )
                else:
                    picture[tile_top + y, tile_left + x] = empty_pixel
                pixel += 4
