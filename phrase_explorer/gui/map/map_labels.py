"""The labels of a map: a few hundred at once, the rest worked out in the background, with no label ever moving."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import BoolArray, FloatArray, Int32Array, UInt8Array
from phrase_explorer.gui.map.label_fonts import LabelFonts
from phrase_explorer.gui.map.map_scene import MapScene
from phrase_explorer.layouts.dot_style import LARGEST_BASE_RADIUS_PX, N_SIZE_CLASSES
from phrase_explorer.layouts.label_placement import LabelBoxes, PlacedLabels, least_scales

GAP_PX = 3.0
AIR_BESIDE_PX = 9.0
AIR_ABOVE_PX = 5.0
FIRST_LABELS = 300

LeastScales = Callable[[LabelBoxes], np.ndarray]


@dataclass(frozen=True, eq=False)
class LabelRequest:
    """What the placement needs, free of Qt: which rows, most important first, and how large each label is."""

    rows: Int32Array
    boxes: LabelBoxes


def largest_radii() -> FloatArray:
    """Give the radius in pixels that a dot of each size class has when it is largest, of shape (N_SIZE_CLASSES,)."""
    relative = np.arange(N_SIZE_CLASSES) / (N_SIZE_CLASSES - 1)
    return (LARGEST_BASE_RADIUS_PX * (0.72 + 1.5 * relative)).astype(np.float32)


@dataclass(frozen=True, eq=False)
class LabelFacts:
    """The arrays of a scene that matter to labels, taken at one moment so that the scene may change meanwhile."""

    positions: FloatArray
    importance: FloatArray
    labels: Sequence[str]
    sizes: UInt8Array
    font_classes: UInt8Array
    may_show: BoolArray

    @classmethod
    def of(cls, scene: MapScene) -> "LabelFacts":
        """Take them from a scene."""
        return cls(scene.positions, scene.importance, scene.labels, scene.sizes, scene.font_classes, scene.is_full())

    def request(self, fonts: LabelFonts, *, most: int | None = None) -> LabelRequest:
        """Rank and measure the labels, most important first; the first `most` alone if given."""
        ranked = np.argsort(-self.importance, kind="stable").astype(np.int32)
        rows = ranked[self.may_show[ranked]][:most]
        sizes = self.sizes[rows]
        classes = self.font_classes[rows]
        widths = fonts.widths(self.labels, rows, classes)
        radii = largest_radii()[sizes]
        boxes = LabelBoxes(
            self.positions[rows],
            -(radii + AIR_BESIDE_PX / 2).astype(np.float32),
            (radii + GAP_PX + widths + AIR_BESIDE_PX / 2).astype(np.float32),
            (np.maximum(fonts.heights[classes], 2 * radii) + AIR_ABOVE_PX).astype(np.float32),
        )
        return LabelRequest(rows, boxes)


def place(request: LabelRequest, solve: LeastScales = least_scales) -> PlacedLabels:
    """Work out at which scale each label appears."""
    return PlacedLabels(request.rows, request.boxes, solve(request.boxes))
