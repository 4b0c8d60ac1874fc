"""What is said of a stage when it has ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Stage = Literal["load", "extract", "embed", "first_layout", "neighbours", "layout", "topics"]
STAGES: tuple[Stage, ...] = ("load", "extract", "embed", "first_layout", "neighbours", "layout")


@dataclass(frozen=True)
class StageReport:
    """A stage that has ended: how long it took, what it counted, whether its result was there already, and its key.

    `notes` say what a person should know at once, such as that the texts are in another language than expected.
    """

    stage: Stage
    seconds: float
    counts: Mapping[str, int]
    reused: bool
    key: str
    notes: tuple[str, ...] = ()
