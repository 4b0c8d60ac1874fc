"""Which labels can stand on the map at which zoom, decided once in map space so that panning cannot change it.

Every label gets one number: the least scale at which it is shown, and it is shown at every larger scale. A label is as
large on screen at every zoom, so two labels that touch when zoomed out come apart at a scale that can be worked out from
their places alone; a label must wait for the scale at which it has come apart from all more important labels that are
already there. Labels appear one by one on zooming in, vanish in the opposite order on zooming out, and never flicker.
This is the active-range form of Been, Daiches and Yap, "Dynamic Map Labeling" (IEEE TVCG 2006, sections 2-3), with one
range ``[least scale, infinity)`` for each label.

The numpy form is for a few thousand labels and is the meaning; `label_kernel` is the same, compiled, for a million.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from phrase_explorer.foundation.array_types import FloatArray, Int32Array, read_only
from phrase_explorer.layouts.point_grid import PointGrid
from phrase_explorer.layouts.view_window import Rect, ViewWindow

Float64Array = npt.NDArray[np.float64]
NEVER = np.inf


@dataclass(frozen=True, eq=False)
class LabelBoxes:
    """The room that labels need, most important label first.

    Parameters
    ----------
    positions : ndarray of shape (n_labels, 2), dtype=float32
        The labelled points in map units.
    lefts, rights : ndarray of shape (n_labels,), dtype=float32
        Pixels from the point to the left and right end of the label; `lefts` is zero or less.
    heights : ndarray of shape (n_labels,), dtype=float32
        Pixels, centred on the point.
    """

    positions: FloatArray
    lefts: FloatArray
    rights: FloatArray
    heights: FloatArray

    def first(self, n_labels: int) -> "LabelBoxes":
        """Give the most important labels alone; their least scales are the same as among all."""
        return LabelBoxes(
            self.positions[:n_labels], self.lefts[:n_labels], self.rights[:n_labels], self.heights[:n_labels]
        )


def rank_labels(counts: npt.ArrayLike, are_phrases: npt.ArrayLike, *, phrase_advantage: float) -> Int32Array:
    """Give the rows of all labels, most important first: by frequency, a phrase counting `phrase_advantage` times.

    A phrase says more than a word and is rarer; infinity puts every phrase before every word. Ties keep the lower row.
    """
    if np.isinf(phrase_advantage):
        return np.lexsort((-np.asarray(counts, np.float64), ~np.asarray(are_phrases, np.bool_))).astype(np.int32)
    importance = label_importance(counts, are_phrases, phrase_advantage=phrase_advantage)
    return np.argsort(-importance, kind="stable").astype(np.int32)


def label_importance(counts: npt.ArrayLike, are_phrases: npt.ArrayLike, *, phrase_advantage: float) -> FloatArray:
    """Give the frequency of each label, that of a phrase times `phrase_advantage`, of shape (n_labels,)."""
    advantage = np.where(np.asarray(are_phrases, np.bool_), phrase_advantage, 1.0)
    importance: FloatArray = (np.asarray(counts, np.float64) * advantage).astype(np.float32)
    return importance


def least_scales(boxes: LabelBoxes) -> Float64Array:
    """Give the least scale (pixels per map unit) of each label, infinity for one that never has room.

    At any scale no two labels whose least scale is at or below it overlap.
    """
    n_labels = len(boxes.positions)
    scales = np.zeros(n_labels, np.float64)
    xs, ys = boxes.positions[:, 0].astype(np.float64), boxes.positions[:, 1].astype(np.float64)
    lefts, rights, heights = (a.astype(np.float64) for a in (boxes.lefts, boxes.rights, boxes.heights))
    with np.errstate(divide="ignore", invalid="ignore"):
        for label in range(1, n_labels):
            before = slice(0, label)
            apart = separation_scales(
                xs[before] - xs[label], ys[before] - ys[label],
                rights[label] - lefts[before], rights[before] - lefts[label], (heights[before] + heights[label]) / 2,
            )  # fmt: skip
            conflicts = apart[scales[before] < apart]
            scales[label] = conflicts.max() if len(conflicts) else 0.0
    return scales


def separation_scales(
    dx: Float64Array, dy: Float64Array, room_right: Float64Array, room_left: Float64Array, room_vertical: Float64Array
) -> Float64Array:
    """Give the scale from which two labels are apart: side by side or one above the other, whichever comes first.

    Parameters
    ----------
    dx, dy
        From the point of this label to that of the other, map units.
    room_right, room_left, room_vertical
        Pixels that must lie between the points when the other is to the right, to the left, above or below.
    """
    beside = np.where(dx > 0, room_right / dx, np.where(dx < 0, room_left / -dx, np.inf))
    stacked = np.where(dy != 0, room_vertical / np.abs(dy), np.inf)
    return np.minimum(beside, stacked)


class PlacedLabels:
    """Labels with their least scales, ready to be looked up by view.

    Labels that appear within one doubling of the scale share a grid, so that a view asks a dozen grids for a slice each.
    """

    def __init__(self, rows: Int32Array, boxes: LabelBoxes, scales: Float64Array) -> None:
        self.n_labels = len(rows)
        self._groups: list[tuple[float, FloatArray, PointGrid]] = []  # least scale, scales, grid whose rows are ranks
        self._reach_left_px = float(-boxes.lefts.min()) if len(rows) else 0.0
        self._reach_right_px = float(boxes.rights.max()) if len(rows) else 0.0
        self._reach_vertical_px = float(boxes.heights.max()) / 2 if len(rows) else 0.0
        shown = np.isfinite(scales)
        octaves = np.full(len(rows), np.iinfo(np.int32).max, np.int32)
        positive = shown & (scales > 0)
        octaves[shown] = -(2**20)
        octaves[positive] = np.floor(np.log2(scales[positive])).astype(np.int32)
        for octave in np.unique(octaves[shown]):
            ranks = np.flatnonzero(octaves == octave).astype(np.int32)
            grid = PointGrid.build(boxes.positions[ranks])
            in_order = read_only(ranks[grid.rows])
            self._groups.append(
                (
                    float(scales[ranks].min()),
                    read_only(scales[in_order].astype(np.float32)),
                    replace(grid, rows=in_order),
                )
            )
        self._rows = read_only(rows)

    def visible(self, view: ViewWindow) -> Int32Array:
        """Give the original rows of the labels that touch a view, most important first."""
        scale = view.scale
        seen = view.rect
        around = Rect(
            seen.left - self._reach_right_px / scale,
            seen.bottom - self._reach_vertical_px / scale,
            seen.right + self._reach_left_px / scale,
            seen.top + self._reach_vertical_px / scale,
        )
        found: list[Int32Array] = []
        for least, scales, grid in self._groups:
            if least > scale:
                continue
            slots = grid.slots_in_rect(around)
            found.append(grid.rows[slots[scales[slots] <= scale]])
        if not found:
            return np.zeros(0, np.int32)
        return self._rows[np.sort(np.concatenate(found))]
