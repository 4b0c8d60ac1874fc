"""What stands out on the map for the moment."""

from dataclasses import dataclass, field

import numpy as np

from phrase_explorer.foundation.array_types import Int32Array


def _no_rows() -> Int32Array:
    return np.zeros(0, np.int32)


@dataclass(frozen=True, eq=False)
class MapMarks:
    """Rows that are marked.

    Parameters
    ----------
    selected, highlighted
        Rows of the selection and of what a search found.
    anchor
        The row that the keyboard stands on, -1 for none.
    far_neighbours
        True neighbours of the anchor that ended up far away.
    """

    selected: Int32Array = field(default_factory=_no_rows)
    highlighted: Int32Array = field(default_factory=_no_rows)
    anchor: int = -1
    far_neighbours: Int32Array = field(default_factory=_no_rows)
