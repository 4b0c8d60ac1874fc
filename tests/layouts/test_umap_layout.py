import numpy as np
import pytest

from phrase_explorer.layouts.layout_options import LayoutOptions
from phrase_explorer.layouts.pca_layout import pca_layout
from phrase_explorer.layouts.umap_layout import umap_layout

FEW_EPOCHS = LayoutOptions(n_epochs=30)


def clustered_rows(n_rows, *, n_clusters=4, n_dims=16, seed=0):
    random = np.random.default_rng(seed)
    clusters = random.integers(0, n_clusters, n_rows)
    vectors = random.normal(size=(n_clusters, n_dims))[clusters] + 0.15 * random.normal(size=(n_rows, n_dims))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32), clusters


@pytest.mark.parametrize("n_rows", [0, 1, 2, 3, 10])
def test_few_terms_have_a_simple_layout(n_rows):
    layout = umap_layout(clustered_rows(n_rows)[0], None, FEW_EPOCHS)

    assert layout.method == "simple"
    assert len(np.unique(layout.positions, axis=0)) == n_rows


@pytest.mark.parametrize("n_rows", [12, 14, 15, 16, 40])
def test_hardly_more_terms_than_neighbours_have_a_layout(n_rows):
    layout = umap_layout(clustered_rows(n_rows)[0], None, FEW_EPOCHS)

    assert layout.method == "umap"
    assert np.isfinite(layout.positions).all()


def test_five_thousand_identical_vectors_are_one_point():
    vectors = np.tile(clustered_rows(1)[0], (5_000, 1))

    layout = umap_layout(vectors, None, FEW_EPOCHS)

    assert layout.method == "simple"
    np.testing.assert_array_equal(layout.positions, np.zeros((5_000, 2)))


def test_copies_of_a_vector_stand_at_one_point_and_change_nothing_else():
    vectors, _ = clustered_rows(60)
    with_copies = np.concatenate([vectors, vectors[:5], vectors[:5]])

    layout = umap_layout(with_copies, None, FEW_EPOCHS)

    np.testing.assert_array_equal(layout.positions[60:65], layout.positions[:5])
    np.testing.assert_allclose(
        np.unique(layout.positions, axis=0), np.unique(umap_layout(vectors, None, FEW_EPOCHS).positions, axis=0)
    )


def test_the_same_seed_gives_the_same_map_and_another_seed_another():
    vectors, _ = clustered_rows(100)

    first = umap_layout(vectors, None, LayoutOptions(seed=1, n_epochs=30)).positions
    again = umap_layout(vectors, None, LayoutOptions(seed=1, n_epochs=30)).positions
    other = umap_layout(vectors, None, LayoutOptions(seed=2, n_epochs=30)).positions

    np.testing.assert_array_equal(first, again)
    assert not np.allclose(first, other)


def test_clusters_stand_apart():
    vectors, clusters = clustered_rows(400)

    positions = umap_layout(vectors, None, LayoutOptions()).positions

    distances = np.linalg.norm(positions[:, None] - positions[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    assert (clusters[distances.argmin(axis=1)] == clusters).mean() > 0.98


def test_the_map_is_turned_towards_the_first_layout():
    vectors, _ = clustered_rows(300, n_clusters=3)

    first = pca_layout(vectors).positions
    positions = umap_layout(vectors, None, LayoutOptions()).positions

    assert np.corrcoef(first[:, 0], positions[:, 0])[0, 1] > 0.5
    assert np.corrcoef(first[:, 1], positions[:, 1])[0, 1] > 0.5


def test_given_neighbours_are_used():
    vectors, _ = clustered_rows(50)
    similarities = vectors @ vectors.T
    np.fill_diagonal(similarities, 2)
    rows = np.argsort(-similarities, axis=1, kind="stable")[:, :20].astype(np.int32)
    distances = (1 - np.take_along_axis(similarities, rows, axis=1)).clip(0).astype(np.float32)
    distances[:, 0] = 0

    given = umap_layout(vectors, (rows, distances), FEW_EPOCHS)
    own = umap_layout(vectors, None, FEW_EPOCHS)

    np.testing.assert_allclose(given.positions, own.positions, atol=1e-3)


def test_separate_islands_of_neighbours_all_stay_on_the_map():
    vectors = np.zeros((60, 60), dtype=np.float32)
    for island in range(3):
        block = slice(20 * island, 20 * island + 20)
        vectors[block, block] = np.eye(20) + 0.5
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)

    positions = umap_layout(vectors, None, LayoutOptions(n_neighbors=10)).positions

    assert np.isfinite(positions).all()
    assert np.abs(positions).max() < 3


def test_epochs_are_reported_and_the_report_may_stop_the_work():
    class StopHereError(Exception):
        pass

    def stop(done, total):
        raise StopHereError(f"{done} of {total}")

    with pytest.raises(StopHereError, match="of 30"):
        umap_layout(clustered_rows(50)[0], None, FEW_EPOCHS, on_epochs=stop)
