"""Points to a picture: every dot adds its colour to the pixels that it covers, and overlapping colours are averaged.

Each pixel sums optical depth (how much ink lies over it) and depth-weighted colour in linear light. Its final colour is
the mean colour at opacity ``1 - exp(-depth)`` over the background: the picture does not depend on the order of drawing,
a pixel that two categories share is their mixture, and one dot, ten dots and ten thousand dots are one formula.

This module is the plain numpy form and the meaning of the picture. `raster_kernel` is the same sums compiled, for a
million points; both give the same pixels.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from phrase_explorer.foundation.array_types import FloatArray, Int32Array, UInt8Array
from phrase_explorer.layouts.dot_style import N_SIZE_CLASSES, DotStyle
from phrase_explorer.layouts.point_grid import PointGrid
from phrase_explorer.layouts.view_window import ViewWindow

UInt16Array = npt.NDArray[np.uint16]
UInt32Array = npt.NDArray[np.uint32]

HIDDEN_INK = 65535
STEPS_PER_PX = 16
STAMP_PHASES = 4
LARGEST_STAMPED_RADIUS_PX = 3.0
DEPTH_STEPS = 4096
DEEPEST = 9.0
LIGHT_STEPS = 4095
ENTRIES_AT_ONCE = 2_000_000


@dataclass(frozen=True, eq=False)
class PaintedPoints:
    """Points with what each looks like, in the order of the grid.

    Parameters
    ----------
    sizes : ndarray of shape (n_points,), dtype=uint8
        Size class of each point.
    inks : ndarray of shape (n_points,), dtype=uint16
        Row of `ink_table`, or `HIDDEN_INK` for a point that is not drawn.
    ink_table : ndarray of shape (n_inks, 4), dtype=float32
        Linear red, green, blue (0..1) and strength (a factor on the optical depth; 0.2 is a faint point).
    """

    grid: PointGrid
    sizes: UInt8Array
    inks: UInt16Array
    ink_table: FloatArray


@dataclass(frozen=True, eq=False)
class DotTables:
    """What a dot of each size class adds to the pixels around it; made once a frame, shared by both forms.

    Parameters
    ----------
    sides : ndarray of shape (N_SIZE_CLASSES,), dtype=int32
        A dot touches a square of so many pixels a side: centred on the pixel that holds its centre when odd, on the nearest
        corner of pixels when even.
    profiles : ndarray of shape (N_SIZE_CLASSES, n_steps), dtype=float32
        Optical depth at the distance ``step / STEPS_PER_PX`` from the centre; the last step is 0.
    stamp_starts : ndarray of shape (N_SIZE_CLASSES,), dtype=int32
        Where the stamps of a class begin in `stamps`; -1 for a class too large to be stamped.
    stamps : ndarray, dtype=float32
        For each stamped class, ``STAMP_PHASES**2`` squares of ``side**2`` depths, phases along y then x.
    """

    sides: Int32Array
    profiles: FloatArray
    stamp_starts: Int32Array
    stamps: FloatArray

    @property
    def reach(self) -> int:
        """How many pixels the largest dot reaches from the pixel of its centre."""
        return int(self.sides.max()) // 2 + 1


def render_points(
    points: PaintedPoints, view: ViewWindow, style: DotStyle, background: tuple[float, float, float]
) -> UInt32Array:
    """Draw points over an even background.

    Parameters
    ----------
    view
        In device pixels.
    background
        Linear red, green, blue.

    Returns
    -------
    ndarray of shape (height, width), dtype=uint32
        Opaque pixels 0xffRRGGBB in sRGB.
    """
    width, height = int(view.width_px), int(view.height_px)
    tables = dot_tables(style)
    sums = np.zeros((4, height * width), np.float32)
    slots = points.grid.slots_in_rect(view.rect.grown((tables.reach + 1) / view.scale))
    slots = slots[points.inks[slots] != HIDDEN_INK]
    entries_per_point = int(tables.sides.max()) ** 2
    step = max(ENTRIES_AT_ONCE // entries_per_point, 1)
    for start in range(0, len(slots), step):
        _add_dots(sums, points, slots[start : start + step], view=view, tables=tables, width=width, height=height)
    return _develop(sums, background).reshape(height, width)


def dot_tables(style: DotStyle) -> DotTables:
    """Make the profile of each size class, and the stamps of the small ones."""
    largest = float(style.radii.max())
    n_steps = int((largest + 1.5) * STEPS_PER_PX) + 2
    distances = np.arange(n_steps, dtype=np.float32) / STEPS_PER_PX
    radii = style.radii[:, None]
    inside = np.clip(radii + 0.5 - distances, 0, 1)  # (N_SIZE_CLASSES, n_steps)
    in_rim = np.clip(distances - (radii - style.rim_width) + 0.5, 0, 1)
    opacities = style.fill_opacities[:, None] * (1 - in_rim) + style.rim_opacities[:, None] * in_rim
    profiles = -np.log1p(-np.minimum(opacities * inside, 0.995)).astype(np.float32)
    profiles[:, -1] = 0
    sides = np.ceil(2 * style.radii + 1 - 1e-6).astype(np.int32)
    starts = np.full(N_SIZE_CLASSES, -1, np.int32)
    stamps: list[FloatArray] = []
    n_filled = 0
    for size in range(N_SIZE_CLASSES):
        if style.radii[size] > LARGEST_STAMPED_RADIUS_PX:
            continue
        starts[size] = n_filled
        stamp = _stamps(profiles[size], int(sides[size]))
        stamps.append(stamp)
        n_filled += len(stamp)
    flat = np.concatenate(stamps) if stamps else np.zeros(1, np.float32)
    return DotTables(sides, np.ascontiguousarray(profiles), starts, flat)


def depth_table() -> FloatArray:
    """Give the opacity of each step of optical depth, of shape (DEPTH_STEPS,)."""
    opacities: FloatArray = (1 - np.exp(-np.arange(DEPTH_STEPS) * (DEEPEST / DEPTH_STEPS))).astype(np.float32)
    return opacities


def light_table() -> UInt8Array:
    """Give the sRGB byte of each step of linear light, of shape (LIGHT_STEPS + 1,) (IEC 61966-2-1)."""
    linear = np.arange(LIGHT_STEPS + 1) / LIGHT_STEPS
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055)
    return np.round(encoded * 255).astype(np.uint8)


def to_linear(colours: npt.NDArray[np.uint8]) -> FloatArray:
    """Give the linear light (0..1) of sRGB bytes, same shape."""
    encoded = np.asarray(colours, np.float64) / 255
    light: FloatArray = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4).astype(
        np.float32
    )
    return light


def pixel_offsets(view: ViewWindow, sides: Int32Array) -> tuple[FloatArray, FloatArray]:
    """Give what to add to scaled single-precision distances from the centre of a view, for each size class, x and y.

    A dot of even side is centred on a corner of pixels, hence its half pixel. What the centre loses in single precision is
    made good here, so that dots stay in place however far one zooms in.
    """
    shifts = 0.5 * (1 - sides % 2)
    lost_x = float(np.float32(view.centre_x)) - view.centre_x
    lost_y = view.centre_y - float(np.float32(view.centre_y))
    return (
        (view.width_px / 2 + lost_x * view.scale - shifts).astype(np.float32),
        (view.height_px / 2 + lost_y * view.scale - shifts).astype(np.float32),
    )


def packed_background(background: tuple[float, float, float], encode: UInt8Array) -> int:
    """Give the pixel 0xffRRGGBB of a linear colour by a `light_table`."""
    red, green, blue = (int(encode[int(c * LIGHT_STEPS + 0.5)]) for c in background)
    return 0xFF000000 | red << 16 | green << 8 | blue


def _stamps(profile: FloatArray, side: int) -> FloatArray:
    stamps: FloatArray = profile[np.minimum(_stamp_steps(side), len(profile) - 1)]
    return stamps


@lru_cache
def _stamp_steps(side: int) -> Int32Array:
    """Give the step of the profile at each pixel of a stamp, for all phases along y, then along x; flat."""
    middle = np.float32(0.5 * (side % 2))
    offsets = np.arange(side, dtype=np.float32) - np.float32((side - 1) // 2)
    phases = (np.arange(STAMP_PHASES, dtype=np.float32) + np.float32(0.5)) / np.float32(STAMP_PHASES)
    away = offsets[None, :] - (phases[:, None] - middle)  # (STAMP_PHASES, side)
    squared = away * away
    distances = np.sqrt(squared[:, None, :, None] + squared[None, :, None, :])  # (phase y, phase x, side y, side x)
    steps: Int32Array = (distances * np.float32(STEPS_PER_PX)).astype(np.int32).ravel()
    return steps


def _add_dots(
    sums: FloatArray, points: PaintedPoints, slots: npt.NDArray[np.int64], *, view: ViewWindow, tables: DotTables,
    width: int, height: int,
) -> None:  # fmt: skip
    """Add a run of points to the sums; entries follow the order of the points, as in the compiled form."""
    sizes = points.sizes[slots]
    sides = tables.sides[sizes]
    offsets_x, offsets_y = pixel_offsets(view, tables.sides)
    scale = np.float32(view.scale)
    x_px = (points.grid.xs[slots] - np.float32(view.centre_x)) * scale + offsets_x[sizes]
    y_px = (np.float32(view.centre_y) - points.grid.ys[slots]) * scale + offsets_y[sizes]
    pixel_x, pixel_y = np.floor(x_px).astype(np.int32), np.floor(y_px).astype(np.int32)
    within_x, within_y = x_px - np.floor(x_px), y_px - np.floor(y_px)
    stamped = tables.stamp_starts[sizes] >= 0
    within_x = np.where(stamped, _phase_centre(within_x), within_x)
    within_y = np.where(stamped, _phase_centre(within_y), within_y)

    n_entries = sides.astype(np.int64) ** 2
    point = np.repeat(np.arange(len(slots)), n_entries)
    entry = np.arange(len(point)) - np.repeat(np.cumsum(n_entries) - n_entries, n_entries)
    offset_y, offset_x = np.divmod(entry.astype(np.int32), sides[point])
    offset_x -= (sides[point] - 1) // 2
    offset_y -= (sides[point] - 1) // 2
    x, y = pixel_x[point] + offset_x, pixel_y[point] + offset_y
    on_screen = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    point, pixels = point[on_screen], (y * width + x)[on_screen]
    offset_x, offset_y = offset_x[on_screen], offset_y[on_screen]

    middle = (0.5 * (sides[point] % 2)).astype(np.float32)
    away_x = offset_x.astype(np.float32) - (within_x[point] - middle)
    away_y = offset_y.astype(np.float32) - (within_y[point] - middle)
    distances = np.sqrt(away_y * away_y + away_x * away_x)
    steps = np.minimum((distances * np.float32(STEPS_PER_PX)).astype(np.int32), tables.profiles.shape[1] - 1)
    inks = points.ink_table[points.inks[slots]]  # (n_slots, 4)
    depths = tables.profiles[sizes[point], steps] * inks[point, 3]
    for channel in range(3):
        np.add.at(sums[channel], pixels, depths * inks[point, channel])
    np.add.at(sums[3], pixels, depths)


def _phase_centre(within: FloatArray) -> FloatArray:
    phase = np.floor(within * np.float32(STAMP_PHASES)).clip(max=STAMP_PHASES - 1)
    centre: FloatArray = (phase + np.float32(0.5)) / np.float32(STAMP_PHASES)
    return centre


def _develop(sums: FloatArray, background: tuple[float, float, float]) -> UInt32Array:
    """Turn sums of shape (4, n_pixels) into packed pixels."""
    encode = light_table()
    picture = np.full(sums.shape[1], packed_background(background, encode), np.uint32)
    touched = np.flatnonzero(sums[3] > 0)
    depth = sums[3, touched]
    steps = np.minimum((depth * np.float32(DEPTH_STEPS / DEEPEST)).astype(np.int32), DEPTH_STEPS - 1)
    opacity = depth_table()[steps]
    share, clear = opacity / depth, np.float32(1) - opacity
    packed = np.full(len(touched), 0xFF000000, np.uint32)
    for channel, shift in ((0, 16), (1, 8), (2, 0)):
        ground = np.float32(background[channel])
        light = sums[channel, touched] * share + ground * clear
        packed |= (
            encode[(light * np.float32(LIGHT_STEPS) + np.float32(0.5)).astype(np.int32)].astype(np.uint32) << shift
        )
    picture[touched] = packed
    return picture
