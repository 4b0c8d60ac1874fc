"""What a person can choose about the map."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LayoutOptions:
    """Options of a UMAP layout; they enter its key.

    Parameters
    ----------
    n_neighbors
        How many neighbours, itself included, hold each point in place: few show detail, many show the whole.
    min_dist
        How close together points may come: 0 packs them, 1 spreads them.
    seed
        The same seed gives the same map; None gives another one each time.
    n_epochs
        Rounds of optimisation; None chooses by the number of points.
    """

    n_neighbors: int = 15
    min_dist: float = 0.1
    seed: int | None = 42
    n_epochs: int | None = None
