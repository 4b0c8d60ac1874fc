"""The one protocol behind which all sources of training pairs stand."""

import random
from collections.abc import Iterator
from typing import Protocol

from training.data.triplets import Triplet


class PairGenerator(Protocol):
    """Something that gives anchors with texts of the same meaning.

    `resources` are the paths, inside the data folder, of all that it reads; they are held against the licence allow-list.
    """

    name: str
    resources: tuple[str, ...]

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give triplets; the same seed gives the same triplets. `negative` may be left empty."""
        ...
