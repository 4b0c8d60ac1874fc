import warnings

import numpy as np
import pytest

from phrase_explorer.layouts.fuzzy_graph import fuzzy_graph


def test_memberships_of_a_hand_worked_row():
    # Row 0 has neighbours at 1 and 2 (rho = 1): its memberships are 1 and exp(-(2 - 1) / sigma), and sum to log2(3).
    neighbours = np.array([[0, 1, 2], [1, 0, 2], [2, 1, 0]])
    distances = np.array([[0, 1, 2], [0, 1, 1], [0, 1, 2]], dtype=np.float32)

    graph = fuzzy_graph(neighbours, distances).toarray()

    far = np.log2(3) - 1
    assert graph[0, 1] == pytest.approx(1)  # certain from both ends
    assert graph[0, 2] == pytest.approx(far + far - far * far, abs=1e-4)  # uncertain from both ends
    assert graph[1, 2] == pytest.approx(1)
    np.testing.assert_array_equal(graph, graph.T)
    np.testing.assert_array_equal(np.diag(graph), 0)


@pytest.mark.slow
def test_weights_are_those_of_umap_learn():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # umap-learn warns of its own dependencies
        umap_ = pytest.importorskip("umap.umap_")
    vectors = np.random.default_rng(0).normal(size=(200, 5)).astype(np.float32)
    all_distances = np.linalg.norm(vectors[:, None] - vectors[None], axis=2)
    neighbours = np.argsort(all_distances, axis=1)[:, :15]
    distances = np.take_along_axis(all_distances, neighbours, axis=1).astype(np.float32)

    graph = fuzzy_graph(neighbours, distances)

    expected, _, _ = umap_.fuzzy_simplicial_set(
        vectors, 15, np.random.RandomState(0), "euclidean", knn_indices=neighbours, knn_dists=distances
    )
    np.testing.assert_allclose(graph.toarray(), expected.toarray(), atol=1e-4)
