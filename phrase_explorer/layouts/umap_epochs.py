"""The optimisation of UMAP (McInnes, Healy and Melville 2018, algorithm 5) as one compiled loop that is kept on disk.

umap-learn compiles its loop anew in each process, which takes ten to twenty seconds; this one is compiled once a machine and
then loads in a fraction of a second. It does the same work: edges are drawn in proportion to their weight, each draw pulls the
two ends together and pushes its head away from random points, and the step falls linearly to zero.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from phrase_explorer.foundation.array_types import FloatArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

PUSHES_PER_DRAW = 5  # negative samples
EDGES_AT_ONCE = 2_000_000  # a call of the compiled loop goes over about this many edges before it reports
LARGEST_STEP = np.float32(4)
SOFTENING = np.float32(0.001)


@dataclass(frozen=True)
class Attraction:
    """The curve 1 / (1 + a d^(2b)) that turns a distance on the map into a membership."""

    a: float
    b: float


def fit_attraction(min_dist: float, spread: float = 1.0) -> Attraction:
    """Fit the curve to one that is 1 up to `min_dist` and falls exponentially beyond it (section 3.2 of the paper)."""
    from scipy.optimize import curve_fit

    def curve(distance: npt.NDArray[np.float64], a: float, b: float) -> npt.NDArray[np.float64]:
        membership: npt.NDArray[np.float64] = 1 / (1 + a * distance ** (2 * b))
        return membership

    distances = np.linspace(0, 3 * spread, 300)
    wanted = np.where(distances < min_dist, 1.0, np.exp(-(distances - min_dist) / spread))
    a, b = curve_fit(curve, distances, wanted)[0]
    return Attraction(float(a), float(b))


def optimise_positions(
    graph: "csr_array",
    positions: FloatArray,
    attraction: Attraction,
    *,
    n_epochs: int,
    seed: int,
    n_pushes: int = PUSHES_PER_DRAW,
    edges_at_once: int = EDGES_AT_ONCE,
    on_epochs: Callable[[int], None] | None = None,
) -> FloatArray:
    """Move positions until near neighbours of the graph stand near.

    Parameters
    ----------
    graph : csr_array of shape (n_rows, n_rows)
        Symmetric membership weights.
    positions : ndarray of shape (n_rows, 2), dtype=float32
        Where the points start, some ten units wide.
    n_pushes
        How many random points each draw pushes its head away from.
    edges_at_once
        Edges gone over between two reports.
    on_epochs
        Called now and then with the number of epochs done; it may raise to stop.

    Returns
    -------
    ndarray of shape (n_rows, 2), dtype=float32
    """
    moved: FloatArray = np.array(positions, dtype=np.float32, order="C")
    edges = graph.tocoo()
    kept = edges.data >= edges.data.max() / n_epochs if edges.nnz else np.zeros(0, dtype=bool)
    heads, tails = edges.coords[0][kept].astype(np.int32), edges.coords[1][kept].astype(np.int32)
    if len(heads) == 0:
        return moved
    epochs_per_draw = (edges.data[kept].max() / edges.data[kept]).astype(np.float32)
    next_draw = epochs_per_draw.copy()
    epochs_per_push = epochs_per_draw / np.float32(n_pushes) if n_pushes else np.full_like(epochs_per_draw, np.inf)
    next_push = epochs_per_push.copy()
    random_states = np.random.default_rng(seed).integers(1, 2**63, size=len(moved), dtype=np.uint64)
    run_epochs = compiled_epochs()
    epochs_at_once = max(1, edges_at_once // len(heads))
    for first in range(0, n_epochs, epochs_at_once):
        stop = min(first + epochs_at_once, n_epochs)
        run_epochs(
            moved, heads, tails, epochs_per_draw, next_draw, epochs_per_push, next_push, random_states,
            np.float32(attraction.a), np.float32(attraction.b), first, stop, n_epochs,
        )  # fmt: skip
        if on_epochs is not None:
            on_epochs(stop)
    return moved


@cache
def compiled_epochs() -> Callable[..., None]:
    """Compile the loop, or load it from numba's cache on disk."""
    import numba

    compiled: Callable[..., None] = numba.njit(fastmath=True, cache=True, nogil=True, error_model="numpy")(_run_epochs)
    return compiled


def _run_epochs(  # noqa: PLR0917 - compiled code takes its arguments by position
    positions: FloatArray,
    heads: npt.NDArray[np.int32],
    tails: npt.NDArray[np.int32],
    epochs_per_draw: FloatArray,
    next_draw: FloatArray,
    epochs_per_push: FloatArray,
    next_push: FloatArray,
    random_states: npt.NDArray[np.uint64],
    a: Any,  # Any: float32 scalars of numba
    b: Any,
    first: int,
    stop: int,
    n_epochs: int,
) -> None:
    """Run epochs `first` to `stop` (exclusive) of `n_epochs` in place."""
    n_rows = positions.shape[0]
    one = np.float32(1)
    for epoch in range(first, stop):
        step = np.float32(1 - max(epoch - 1, 0) / n_epochs)
        for edge in range(heads.shape[0]):
            if next_draw[edge] > epoch:
                continue
            head, tail = heads[edge], tails[edge]
            head_x, head_y = positions[head, 0], positions[head, 1]
            difference_x, difference_y = head_x - positions[tail, 0], head_y - positions[tail, 1]
            squared = difference_x * difference_x + difference_y * difference_y
            if squared > 0:
                power = squared**b
                pull = np.float32(-2) * a * b * power / (squared * (a * power + one))
                move_x = min(max(pull * difference_x, -LARGEST_STEP), LARGEST_STEP) * step
                move_y = min(max(pull * difference_y, -LARGEST_STEP), LARGEST_STEP) * step
                head_x += move_x
                head_y += move_y
                positions[tail, 0] -= move_x
                positions[tail, 1] -= move_y
            next_draw[edge] += epochs_per_draw[edge]

            n_pushes = 0
            if next_push[edge] <= epoch:
                n_pushes = int((np.float32(epoch) - next_push[edge]) / epochs_per_push[edge])
                next_push[edge] += np.float32(n_pushes) * epochs_per_push[edge]
            state = random_states[head]
            for _ in range(n_pushes):
                state ^= state << np.uint64(13)
                state ^= state >> np.uint64(7)
                state ^= state << np.uint64(17)
                other = np.int64(state >> np.uint64(33)) % n_rows
                if other == head:
                    continue
                difference_x, difference_y = head_x - positions[other, 0], head_y - positions[other, 1]
                squared = difference_x * difference_x + difference_y * difference_y
                if squared > 0:
                    push = np.float32(2) * b / ((SOFTENING + squared) * (a * squared**b + one))
                    head_x += min(max(push * difference_x, -LARGEST_STEP), LARGEST_STEP) * step
                    head_y += min(max(push * difference_y, -LARGEST_STEP), LARGEST_STEP) * step
            random_states[head] = state
            positions[head, 0] = head_x
            positions[head, 1] = head_y
