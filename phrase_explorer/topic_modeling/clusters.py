"""Spherical k-means: groups of directions, and their centres as unit vectors (Dhillon and Modha 2001)."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from phrase_explorer.foundation.array_types import FloatArray, Int32Array

SAMPLE_ROWS = 20_000


@dataclass(frozen=True, eq=False)
class Clusters:
    """Unit centres (n_clusters, n_dims) float32, and the cluster of each row (n_rows,) int32."""

    centres: FloatArray
    labels: Int32Array


def spherical_kmeans(
    vectors: FloatArray, n_clusters: int, *, seed: int, n_iterations: int = 25, n_starts: int = 3
) -> Clusters:
    """Group unit vectors by direction; the best of a few starts, each a k-means++ draw.

    Parameters
    ----------
    vectors : ndarray of shape (n_rows, n_dims), dtype=float32
        Unit length; there are at least `n_clusters` rows.
    """
    random = np.random.default_rng(seed)
    sample = vectors
    if len(vectors) > SAMPLE_ROWS:
        sample = vectors[np.sort(random.choice(len(vectors), SAMPLE_ROWS, replace=False))]
    best_centres, best_fit = None, -np.inf
    for _ in range(n_starts):
        centres = _improve(sample, _draw_centres(sample, n_clusters, random), n_iterations)
        fit = float((sample @ centres.T).max(axis=1).mean())
        if fit > best_fit:
            best_centres, best_fit = centres, fit
    assert best_centres is not None
    centres = _improve(vectors, best_centres, 3) if len(sample) < len(vectors) else best_centres
    return Clusters(centres, np.argmax(vectors @ centres.T, axis=1).astype(np.int32))


def _draw_centres(vectors: FloatArray, n_clusters: int, random: np.random.Generator) -> FloatArray:
    rows = [int(random.integers(len(vectors)))]
    distance = 1.0 - vectors @ vectors[rows[0]]
    for _ in range(1, n_clusters):
        weights = np.clip(distance, 0.0, None).astype(np.float64)
        total = weights.sum()
        row = int(random.choice(len(vectors), p=weights / total)) if total > 0 else int(random.integers(len(vectors)))
        rows.append(row)
        distance = np.minimum(distance, 1.0 - vectors @ vectors[row])
    return vectors[rows].copy()


def _improve(vectors: FloatArray, centres: FloatArray, n_iterations: int) -> FloatArray:
    previous = None
    for _ in range(n_iterations):
        scores = vectors @ centres.T  # (n_rows, n_clusters)
        labels = np.argmax(scores, axis=1)
        if previous is not None and np.array_equal(labels, previous):
            break
        previous = labels
        members = sp.csr_matrix(
            (np.ones(len(labels), dtype=np.float32), (labels, np.arange(len(labels)))),
            shape=(len(centres), len(labels)),
        )
        sums = members @ vectors  # (n_clusters, n_dims)
        norms = np.linalg.norm(sums, axis=1, keepdims=True)
        empty = norms[:, 0] < 1e-6
        if empty.any():  # an empty cluster moves to the row that its own centre fits worst
            worst = np.argsort(scores.max(axis=1))[: int(empty.sum())]
            sums[empty] = vectors[worst]
            norms = np.linalg.norm(sums, axis=1, keepdims=True)
        centres = (sums / np.maximum(norms, 1e-12)).astype(np.float32)
    return centres
