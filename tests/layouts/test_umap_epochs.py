import warnings

import numpy as np
import pytest
from scipy.sparse import csr_array

from phrase_explorer.layouts.umap_epochs import Attraction, fit_attraction, optimise_positions


def test_the_curve_for_the_default_distance_is_the_known_one():
    # umap-learn's documented values for min_dist 0.1 and spread 1.
    attraction = fit_attraction(0.1)

    assert attraction.a == pytest.approx(1.577, abs=1e-3)
    assert attraction.b == pytest.approx(0.8951, abs=1e-3)


def test_one_pull_moves_both_ends_by_the_gradient():
    # Two points at distance 2, a = b = 1: the gradient is -2 d / (1 + d^2) = -0.8 for each of the two directed edges; the
    # first is drawn in epoch 1 at full step, and epoch 1 of 2 is the only one in which they are drawn.
    graph = csr_array(np.array([[0, 1], [1, 0]], dtype=np.float32))
    start = np.array([[0, 0], [2, 0]], dtype=np.float32)

    moved = optimise_positions(graph, start, Attraction(1, 1), n_epochs=2, seed=0, n_pushes=0)

    first = 2 - 2 * 0.8
    second = first - 2 * (2 * first / (1 + first**2))
    assert moved[1, 0] - moved[0, 0] == pytest.approx(second, abs=1e-5)
    np.testing.assert_allclose(moved.sum(axis=0), [2, 0], atol=1e-5)


def test_points_without_edges_stay():
    start = np.array([[0, 0], [1, 1], [5, 5]], dtype=np.float32)

    moved = optimise_positions(csr_array((3, 3), dtype=np.float32), start, Attraction(1, 1), n_epochs=5, seed=0)

    np.testing.assert_array_equal(moved, start)


def test_reporting_in_between_does_not_change_the_result():
    random = np.random.default_rng(0)
    weights = random.random((30, 30)).astype(np.float32)
    graph = csr_array(np.triu(weights, 1) + np.triu(weights, 1).T)
    start = random.normal(size=(30, 2)).astype(np.float32)
    done: list[int] = []

    often = optimise_positions(
        graph, start, Attraction(1.6, 0.9), n_epochs=10, seed=3, on_epochs=done.append, edges_at_once=1
    )
    once = optimise_positions(graph, start, Attraction(1.6, 0.9), n_epochs=10, seed=3)

    assert done == list(range(1, 11))
    np.testing.assert_array_equal(often, once)


@pytest.mark.slow
def test_neighbourhoods_are_kept_as_well_as_umap_learn_keeps_them():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # umap-learn warns of its own dependencies
        umap = pytest.importorskip("umap")
    from sklearn.manifold import trustworthiness

    from phrase_explorer.layouts.layout_options import LayoutOptions
    from phrase_explorer.layouts.umap_layout import umap_layout

    random = np.random.default_rng(0)
    vectors = random.normal(size=(20, 24))[random.integers(0, 20, 1_500)] + 0.6 * random.normal(size=(1_500, 24))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)

    ours = umap_layout(vectors, None, LayoutOptions()).positions

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = umap.UMAP(metric="cosine", random_state=42).fit_transform(vectors)
    ours_kept, peer_kept = (trustworthiness(vectors, p, n_neighbors=15, metric="cosine") for p in (ours, peer))
    assert ours_kept > peer_kept - 0.01
