"""What is on the map: points with their terms, colours, and which of them are hidden or dimmed. No Qt, no pixels."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int32Array, UInt8Array
from phrase_explorer.gui.map.palette import Palette, single_palette
from phrase_explorer.layouts.density_raster import HIDDEN_INK, PaintedPoints, UInt16Array, to_linear
from phrase_explorer.layouts.dot_style import Crowding, size_classes
from phrase_explorer.layouts.label_placement import label_importance
from phrase_explorer.layouts.point_grid import PointGrid
from phrase_explorer.layouts.regions import Region, find_regions

PHRASE_ADVANTAGE = 30.0
"""A phrase counts as a word that is so many times as frequent: it says more, and is rarer."""
SIZE_CLASSES_OF_FONT = (5, 9, 12)
"""Size classes (0..15) of the importance from which a label is set in the second, third and fourth font."""
MOST_POINTS_FOR_REGIONS = 100_000
DIM_STRENGTH = 0.22
DIM_TOWARDS_GREY = 0.75


class MapScene:
    """The points of one map. Every array that comes in is indexed by row; what goes out to the raster is in cell order."""

    def __init__(
        self, positions: FloatArray, counts: npt.ArrayLike, labels: Sequence[str], are_phrases: npt.ArrayLike
    ) -> None:
        frequencies = np.asarray(counts)
        n_points = len(positions)
        if not len(frequencies) == len(labels) == n_points:
            raise ValueError(
                f"{n_points} positions need as many counts and labels, got {len(frequencies)}, {len(labels)}"
            )
        self.counts: npt.NDArray[np.int32] | FloatArray = frequencies
        self.labels = labels
        self.sizes: UInt8Array = size_classes(np.asarray(frequencies, np.float32))
        self.are_phrases: BoolArray = np.asarray(are_phrases, np.bool_)
        self.importance: FloatArray = label_importance(frequencies, self.are_phrases, phrase_advantage=PHRASE_ADVANTAGE)
        self.font_classes: UInt8Array = font_classes(size_classes(self.importance))
        self.palette: Palette = single_palette("#4477aa")
        self.colour_rows: UInt16Array = np.zeros(n_points, np.uint16)
        self.hidden: BoolArray | None = None
        self.dimmed: BoolArray | None = None
        self.categories_off: frozenset[int] = frozenset()
        self.focus: BoolArray | None = None
        self._place(positions)

    @property
    def n_points(self) -> int:
        """How many points there are, hidden ones included."""
        return self.grid.n_points

    def _place(self, positions: FloatArray) -> None:
        self.positions = np.ascontiguousarray(positions, np.float32)
        self.grid = PointGrid.build(self.positions)
        self.crowding = Crowding.of(self.grid)
        self._sizes_in_cells = self.sizes[self.grid.rows]
        self._painted: PaintedPoints | None = None
        self._regions: list[Region] | None = None

    def move(self, positions: FloatArray) -> None:
        """Put the points elsewhere."""
        if len(positions) != self.n_points:
            raise ValueError(f"the map has {self.n_points} points, got {len(positions)} positions")
        self._place(positions)

    def colour(self, colour_rows: npt.ArrayLike, palette: Palette) -> None:
        """Give each point a row of a palette; a row that the palette does not have becomes the blank."""
        rows = np.asarray(colour_rows)
        if len(rows) != self.n_points:
            raise ValueError(f"the map has {self.n_points} points, got {len(rows)} colour rows")
        self.colour_rows = np.where((rows < 0) | (rows >= len(palette.colours)), 0, rows).astype(np.uint16)
        self.palette = palette
        self._regions = None
        self.categories_off = frozenset()
        self._painted = None

    def hide(self, hidden: BoolArray | None) -> None:
        """Take points off the map, None to show all."""
        self.hidden = self._mask(hidden)
        self._painted = None

    def dim(self, dimmed: BoolArray | None) -> None:
        """Step points back to a faint grey, None to dim none."""
        self.dimmed = self._mask(dimmed)
        self._painted = None

    def focus_on(self, rows: Int32Array) -> None:
        """Step back all but some points, when there are too many of them to ring; no rows: none step back."""
        if len(rows) == 0:
            if self.focus is not None:
                self.focus, self._painted = None, None
            return
        self.focus = np.zeros(self.n_points, np.bool_)
        self.focus[rows] = True
        self._painted = None

    def switch_categories_off(self, palette_rows: frozenset[int]) -> None:
        """Take the points of some palette rows off the map."""
        self.categories_off = palette_rows
        self._painted = None

    def is_shown(self) -> BoolArray:
        """Say for each row whether the point is on the map at all, of shape (n_points,)."""
        shown = np.ones(self.n_points, np.bool_) if self.hidden is None else ~self.hidden
        if self.categories_off:
            shown &= ~np.isin(self.colour_rows, np.fromiter(self.categories_off, np.int64))
        return shown

    def is_full(self) -> BoolArray:
        """Say for each row whether the point is shown and not dimmed: those that may have a label."""
        shown = self.is_shown()
        return shown if self.dimmed is None else shown & ~self.dimmed

    def is_shown_at(self, rows: Int32Array) -> BoolArray:
        """Say for some rows whether the point is on the map, of shape (n_rows,)."""
        shown = np.ones(len(rows), np.bool_) if self.hidden is None else ~self.hidden[rows]
        if self.categories_off:
            shown &= ~np.isin(self.colour_rows[rows], np.fromiter(self.categories_off, np.int64))
        return shown

    def is_full_at(self, rows: Int32Array) -> BoolArray:
        """Say for some rows whether the point is shown and not dimmed, of shape (n_rows,)."""
        shown = self.is_shown_at(rows)
        return shown if self.dimmed is None else shown & ~self.dimmed[rows]

    def regions(self) -> list[Region]:
        """Give the named categories that have a place of their own, by palette row; of very many points a sample decides."""
        if self.palette.kind != "categorical":
            return []
        if self._regions is None:
            step = max(self.n_points // MOST_POINTS_FOR_REGIONS, 1)
            found = find_regions(self.positions[::step], self.colour_rows[::step], len(self.palette.colours))
            names = self.palette.names if self.palette.names_regions else ("",) * len(self.palette.names)
            self._regions = [r for r in found if r.group > 0 and names[r.group]]
        return [r for r in self._regions if r.group not in self.categories_off]

    def category_counts(self) -> Int32Array:
        """Give the points of each palette row that are not hidden, of shape (n_colours,)."""
        rows = self.colour_rows if self.hidden is None else self.colour_rows[~self.hidden]
        return np.bincount(rows, minlength=len(self.palette.colours)).astype(np.int32)

    def painted(self) -> PaintedPoints:
        """Give the points as the raster draws them."""
        if self._painted is None:
            n_colours = len(self.palette.colours)
            inks = self.colour_rows[self.grid.rows]
            stepped_back = self.dimmed
            if self.focus is not None:
                stepped_back = ~self.focus if self.dimmed is None else self.dimmed | ~self.focus
            if stepped_back is not None:
                inks[stepped_back[self.grid.rows]] += np.uint16(n_colours)
            if self.hidden is not None or self.categories_off:
                inks[~self.is_shown()[self.grid.rows]] = HIDDEN_INK
            self._painted = PaintedPoints(self.grid, self._sizes_in_cells, inks, _ink_table(self.palette))
        return self._painted

    def _mask(self, mask: BoolArray | None) -> BoolArray | None:
        if mask is None:
            return None
        values = np.asarray(mask, np.bool_)
        if len(values) != self.n_points:
            raise ValueError(f"the map has {self.n_points} points, got a mask of {len(values)}")
        return values.copy() if values.any() else None


def _ink_table(palette: Palette) -> FloatArray:
    """Give the inks of a palette, then the same dimmed."""
    light = to_linear(palette.colours)
    grey = np.full_like(light, 0.3)
    dim = light + (grey - light) * np.float32(DIM_TOWARDS_GREY)
    full = np.concatenate([light, np.ones((len(light), 1), np.float32)], axis=1)
    faint = np.concatenate([dim, np.full((len(light), 1), DIM_STRENGTH, np.float32)], axis=1)
    return np.concatenate([full, faint]).astype(np.float32)


def font_classes(sizes: UInt8Array) -> UInt8Array:
    """Give the font class (0..3) of each size class of the importance."""
    return np.searchsorted(SIZE_CLASSES_OF_FONT, sizes, side="right").astype(np.uint8)
