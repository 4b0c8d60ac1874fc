"""The points that the map benchmarks draw: clusters of uneven size and density, as a layout of real terms has."""

from dataclasses import dataclass

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, Int32Array

N_CATEGORIES = 20
N_CLUSTERS = 200
WINDOW_PX = (1000, 750)


@dataclass(frozen=True, eq=False)
class BenchmarkPoints:
    """Positions, counts (most are rare), categories and labels of a synthetic vocabulary."""

    positions: FloatArray
    counts: Int32Array
    categories: Int32Array
    labels: list[str]


def make_points(n_points: int, seed: int = 0) -> BenchmarkPoints:
    """Draw `n_points` points; the same for the same seed."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(0, 4, (N_CLUSTERS, 2))
    widths = rng.uniform(0.1, 1.2, N_CLUSTERS)
    weights = rng.dirichlet(np.ones(N_CLUSTERS))
    clusters = rng.choice(N_CLUSTERS, n_points, p=weights)
    positions = centres[clusters] + rng.normal(0, 1, (n_points, 2)) * widths[clusters, None]
    counts = np.minimum(rng.zipf(1.8, n_points), 100_000)
    labels = [f"{WORDS[row % len(WORDS)]} {WORDS[row // 7 % len(WORDS)]} {row}" for row in range(n_points)]
    return BenchmarkPoints(
        positions.astype(np.float32), counts.astype(np.int32), (clusters % N_CATEGORIES).astype(np.int32), labels
    )


WORDS = (
    "public",
    "debt",
    "union",
    "peace",
    "treasury",
    "citizens",
    "war",
    "constitution",
    "law",
    "commerce",
    "liberty",
)
