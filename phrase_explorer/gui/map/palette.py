"""Colours that mean something on the map: categories, and continuous values from low to high."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from phrase_explorer.foundation.array_types import UInt8Array, read_only

PaletteKind = Literal["single", "categorical", "continuous", "diverging"]
CONTINUOUS_STEPS = 255

# Sixteen evenly spaced colours of each scale; between them colours are interpolated.
CIVIDIS = (
    "#00204c", "#002a66", "#07346e", "#263e6c", "#39486b", "#49536b", "#575d6d", "#656870",
    "#737374", "#817e77", "#928a77", "#a49775", "#b6a471", "#cab36a", "#e0c35e", "#ffe945",
)  # fmt: skip
VIRIDIS = (
    "#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e", "#2a788e", "#23888e",
    "#1f988b", "#22a884", "#35b779", "#54c568", "#7ad151", "#a5db36", "#d2e21b", "#fde725",
)  # fmt: skip
DIVERGING = (
    "#2166ac", "#3c84bc", "#64a3cc", "#92c0dc", "#bcd7e7", "#dde4e8", "#e2e2e0",
    "#eadfd8", "#f3cdb8", "#f1ac8b", "#df7f63", "#c9503f", "#b2182b",
)  # fmt: skip
"""Nuñez, Anderton and Renslow (2018) for cividis; van der Walt and Smith (2015) for viridis; ColorBrewer for diverging."""


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours that `colour_rows` point into; row 0 is for what has no value.

    Parameters
    ----------
    colours : ndarray of shape (n_colours, 3), dtype=uint8
        sRGB. Row 0 is the blank.
    names
        What each row stands for ("" where it stands for nothing of its own, as inside a continuous scale).
    title
        What the colours show: "Topic", "Year".
    low, high
        The ends of a continuous scale, as they are written in the legend.
    names_regions
        Whether a part of the map where one colour prevails may be called by its name.
    """

    kind: PaletteKind
    colours: UInt8Array
    names: tuple[str, ...]
    title: str = ""
    low: str = ""
    high: str = ""
    names_regions: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", read_only(self.colours))


def categorical_palette(
    names: Sequence[str], colours: Sequence[str], *, title: str = "", blank: str = "#a8a8a8", blank_name: str = "none"
) -> Palette:
    """Give a palette for categories: row *i* + 1 is `names[i]`, row 0 the points that have none.

    More names than colours go round again; the caller keeps to the twenty largest and "other".
    """
    hues = [blank] + [colours[i % len(colours)] for i in range(len(names))]
    return Palette("categorical", _bytes(hues), (blank_name, *names), title)


def single_palette(colour: str) -> Palette:
    """Give the palette in which all points have one colour."""
    return Palette("single", _bytes([colour]), ("",))


def continuous_palette(
    anchors: Sequence[str] = CIVIDIS,
    *,
    title: str = "",
    low: str = "",
    high: str = "",
    blank: str = "#a8a8a8",
    kind: PaletteKind = "continuous",
) -> Palette:
    """Give a scale of `CONTINUOUS_STEPS` colours in rows 1 and up, with the blank in row 0."""
    stops = _bytes(anchors).astype(np.float64)
    at = np.linspace(0, len(stops) - 1, CONTINUOUS_STEPS)
    steps = np.stack([np.interp(at, np.arange(len(stops)), stops[:, channel]) for channel in range(3)], axis=1)
    colours = np.concatenate([_bytes([blank]), np.round(steps).astype(np.uint8)])
    return Palette(kind, colours, ("none", *[""] * CONTINUOUS_STEPS), title, low, high)


def colour_rows_of(values: np.ndarray, low: float | None = None, high: float | None = None) -> np.ndarray:
    """Give the row of a continuous palette for each value; 0 for what is not a number.

    Parameters
    ----------
    values : ndarray of shape (n_points,), dtype=float
    low, high
        Ends of the scale; the smallest and largest finite value by default. Values beyond are clipped.
    """
    numbers = np.asarray(values, np.float64)
    finite = np.isfinite(numbers)
    rows = np.zeros(len(numbers), np.uint16)
    if not finite.any():
        return rows
    start = float(numbers[finite].min()) if low is None else low
    stop = float(numbers[finite].max()) if high is None else high
    span = stop - start if stop > start else 1.0
    shares = np.clip((numbers[finite] - start) / span, 0, 1)
    rows[finite] = 1 + np.round(shares * (CONTINUOUS_STEPS - 1)).astype(np.uint16)
    return rows


def _bytes(colours: Sequence[str]) -> UInt8Array:
    return np.array([[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in colours], np.uint8).reshape(-1, 3)
