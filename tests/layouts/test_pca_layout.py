import numpy as np
import pytest

from phrase_explorer.layouts.pca_layout import pca_layout, principal_positions


def random_rows(n_rows, n_dims=12, seed=0):
    return np.random.default_rng(seed).normal(size=(n_rows, n_dims)).astype(np.float32)


def test_positions_agree_with_scikit_learn_up_to_sign():
    decomposition = pytest.importorskip("sklearn.decomposition")
    vectors = random_rows(300) * np.linspace(3, 1, 12, dtype=np.float32)

    positions = principal_positions(vectors)

    expected = decomposition.PCA(2).fit_transform(vectors)
    np.testing.assert_allclose(np.abs(positions), np.abs(expected), atol=1e-4)


@pytest.mark.parametrize(("n_rows", "method"), [(0, "simple"), (1, "simple"), (2, "simple"), (3, "pca"), (10, "pca")])
def test_few_vectors_have_a_layout(n_rows, method):
    layout = pca_layout(random_rows(n_rows))

    assert layout.positions.shape == (n_rows, 2)
    assert layout.method == method
    assert len(np.unique(layout.positions, axis=0)) == n_rows


def test_identical_vectors_stand_at_one_point():
    layout = pca_layout(np.tile(random_rows(1), (50, 1)))

    np.testing.assert_array_equal(layout.positions, np.zeros((50, 2)))


def test_most_points_lie_between_minus_one_and_one_despite_an_outlier():
    vectors = random_rows(1_000)
    vectors[0] *= 1_000

    positions = pca_layout(vectors).positions

    assert np.quantile(np.abs(positions), 0.98) <= 1
    assert np.abs(positions[1:, 1]).max() > 0.5


def test_the_layout_is_the_same_each_time():
    vectors = random_rows(100)

    np.testing.assert_array_equal(pca_layout(vectors).positions, pca_layout(vectors.copy()).positions)


def test_vectors_of_one_dimension_stand_on_a_line():
    positions = pca_layout(np.array([[0.0], [1.0], [3.0]], dtype=np.float32)).positions

    np.testing.assert_array_equal(positions[:, 1], 0)
    assert positions[0, 0] < positions[1, 0] < positions[2, 0]
