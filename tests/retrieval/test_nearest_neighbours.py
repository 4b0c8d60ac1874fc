import numpy as np

from phrase_explorer.retrieval.nearest_neighbours import nearest_neighbours


def unit_rows(n_rows, n_dims=8, seed=0):
    vectors = np.random.default_rng(seed).normal(size=(n_rows, n_dims))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def test_neighbours_agree_with_comparing_all_with_all():
    vectors = unit_rows(200)

    rows, distances = nearest_neighbours(vectors, 7)

    all_distances = 1 - vectors.astype(np.float64) @ vectors.T
    np.fill_diagonal(all_distances, -1)
    expected = np.argsort(all_distances, axis=1)[:, :7]
    np.testing.assert_array_equal(rows, expected)
    np.testing.assert_allclose(distances[:, 1:], np.take_along_axis(all_distances, expected, axis=1)[:, 1:], atol=1e-6)
    assert (distances[:, 0] == 0).all()


def test_copies_of_a_vector_take_one_place():
    vectors = np.array([[1, 0], [1, 0], [0.6, 0.8], [0, 1], [0, 1]], dtype=np.float32)

    rows, distances = nearest_neighbours(vectors, 3)

    assert rows.tolist() == [[0, 2, 3], [1, 2, 3], [2, 3, 0], [3, 2, 0], [4, 2, 0]]
    np.testing.assert_allclose(distances[1], [0, 0.4, 1], atol=1e-6)


def test_k_is_cut_to_the_number_of_distinct_vectors():
    vectors = np.tile(unit_rows(1), (50, 1))

    rows, distances = nearest_neighbours(vectors, 15)

    assert rows.shape == distances.shape == (50, 1)
    np.testing.assert_array_equal(rows[:, 0], np.arange(50))


def test_no_vectors_have_no_neighbours():
    rows, distances = nearest_neighbours(np.zeros((0, 8), np.float32), 15)

    assert rows.shape == distances.shape == (0, 0)
