"""The least scales of `label_placement`, compiled, for a million labels: the same numbers, by looking only at neighbours.

Labels are taken in order of importance. For every doubling of the scale there is a grid of the labels that are shown by
then, with cells of about a label's size on screen. A label starts at the largest scale and goes down grid by grid until
it meets a conflict; the scale at which that conflict ends is its least scale. Most labels are unimportant and meet one
early, so the work is a few look-ups each. numba is imported only when `compile_label_kernel` is called.
"""

import math
from collections.abc import Callable

import numpy as np

from phrase_explorer.layouts.label_placement import Float64Array, LabelBoxes

N_OCTAVES = 20
SMALLEST_MAP_PX = 6.0
CELL_WIDTH_PX = 96.0
CELL_HEIGHT_PX = 24.0


def compile_label_kernel() -> Callable[[LabelBoxes], Float64Array]:
    """Import numba and give a function that does what `least_scales` does."""
    import numba

    kernel = numba.njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)(_least_scales)

    def solve(boxes: LabelBoxes) -> Float64Array:
        n_labels = len(boxes.positions)
        if n_labels < 2:
            return np.zeros(n_labels, np.float64)
        n_buckets = 1 << max(math.ceil(math.log2(n_labels)), 10)
        scales: Float64Array = kernel(
            np.ascontiguousarray(boxes.positions[:, 0], np.float64), np.ascontiguousarray(boxes.positions[:, 1], np.float64),
            boxes.lefts.astype(np.float64), boxes.rights.astype(np.float64), boxes.heights.astype(np.float64),
            _base_scale(boxes), N_OCTAVES, n_buckets,
        )  # fmt: skip
        return scales

    return solve


def _base_scale(boxes: LabelBoxes) -> float:
    """Give the scale at which the whole map is smaller than one label, so that all labels are in conflict there."""
    extents = np.ptp(boxes.positions, axis=0)
    longest = float(extents.max())
    return SMALLEST_MAP_PX / longest if longest > 0 else 1.0


def _least_scales(  # type: ignore[no-untyped-def]  # noqa: ANN202, PLR0917
    xs, ys, lefts, rights, heights, base_scale, n_octaves, n_buckets,  # noqa: ANN001
):  # fmt: skip
    """Typed by numba from its arguments."""
    n_labels = len(xs)
    scales = np.zeros(n_labels, np.float64)
    heads = np.full((n_octaves, n_buckets), -1, np.int32)
    capacity = max(4 * n_labels, 1024)
    entry_label = np.empty(capacity, np.int32)
    entry_next = np.empty(capacity, np.int32)
    n_entries = 0
    widest_left = -lefts.min()
    widest_right = rights.max()
    tallest = heights.max()
    mask = n_buckets - 1
    for label in range(n_labels):
        x = xs[label]
        y = ys[label]
        least = 0.0
        for octave in range(n_octaves - 1, -1, -1):
            # This grid answers for scales from `scale` to twice that; conflicts that end below are found further down.
            scale = base_scale * 2.0**octave
            cell_width = CELL_WIDTH_PX / scale
            cell_height = CELL_HEIGHT_PX / scale
            reach_left = (widest_right - lefts[label]) / scale
            reach_right = (rights[label] + widest_left) / scale
            reach_vertical = (tallest + heights[label]) / 2 / scale
            first_column = int(np.floor((x - reach_left) / cell_width))
            last_column = int(np.floor((x + reach_right) / cell_width))
            first_row = int(np.floor((y - reach_vertical) / cell_height))
            last_row = int(np.floor((y + reach_vertical) / cell_height))
            for row in range(first_row, last_row + 1):
                for column in range(first_column, last_column + 1):
                    entry = heads[octave, ((row * 73856093) ^ (column * 19349663)) & mask]
                    while entry >= 0:
                        other = entry_label[entry]
                        entry = entry_next[entry]
                        dx = xs[other] - x
                        dy = ys[other] - y
                        if dx > 0:
                            apart = (rights[label] - lefts[other]) / dx
                        elif dx < 0:
                            apart = (rights[other] - lefts[label]) / -dx
                        else:
                            apart = np.inf
                        if dy != 0:
                            apart = min(apart, (heights[other] + heights[label]) / 2 / abs(dy))
                        if apart > scales[other] and apart > least:
                            least = apart
            if least >= scale:
                break
        scales[label] = least
        if least == np.inf:
            continue
        # From the grid of its own octave on, the label is in the way of less important ones.
        for octave in range(n_octaves):
            if base_scale * 2.0 ** (octave + 1) <= least:
                continue
            scale = base_scale * 2.0**octave
            column = int(np.floor(x / (CELL_WIDTH_PX / scale)))
            row = int(np.floor(y / (CELL_HEIGHT_PX / scale)))
            bucket = ((row * 73856093) ^ (column * 19349663)) & mask
            if n_entries == capacity:
                larger_label = np.empty(2 * capacity, np.int32)
                larger_next = np.empty(2 * capacity, np.int32)
                larger_label[:capacity] = entry_label
                larger_next[:capacity] = entry_next
                entry_label = larger_label
                entry_next = larger_next
                capacity *= 2
            entry_label[n_entries] = label
            entry_next[n_entries] = heads[octave, bucket]
            heads[octave, bucket] = n_entries
            n_entries += 1
    return scales
