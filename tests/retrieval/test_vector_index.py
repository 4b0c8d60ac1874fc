import threading

import numpy as np
import pytest

from phrase_explorer.foundation.errors import Cancelled
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.retrieval.vector_index import VectorIndex

THREE = np.array([[1, 0], [0, 1], [0.6, 0.8]], dtype=np.float32)


def clustered_rows(n_rows, n_dims=16, seed=0):
    random = np.random.default_rng(seed)
    centres = random.normal(size=(40, n_dims))
    vectors = centres[random.integers(0, 40, n_rows)] + 0.7 * random.normal(size=(n_rows, n_dims))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def test_rows_come_nearest_first_with_their_cosines():
    rows, scores = VectorIndex.build(THREE).search(np.array([[0, 1]], dtype=np.float32), 3)

    assert rows.tolist() == [[1, 2, 0]]
    np.testing.assert_allclose(scores, [[1, 0.8, 0]], atol=1e-6)


def test_k_larger_than_the_index_gives_what_there_is():
    rows, scores = VectorIndex.build(THREE).search(THREE[:1], 100)

    assert rows.shape == scores.shape == (1, 3)
    assert rows.min() >= 0


def test_an_empty_index_finds_nothing():
    rows, scores = VectorIndex.build(np.zeros((0, 2), np.float32)).search(THREE, 5)

    assert rows.shape == scores.shape == (3, 0)


@pytest.mark.parametrize("bad_value", [np.nan, np.inf])
def test_a_query_that_is_not_a_number_is_refused(bad_value):
    index = VectorIndex.build(THREE)

    with pytest.raises(ValueError, match="finite"):
        index.search(np.array([[bad_value, 0]], dtype=np.float32), 1)


def test_a_query_of_another_length_is_refused():
    with pytest.raises(ValueError, match=r"\(n, 2\)"):
        VectorIndex.build(THREE).search(np.ones((1, 3), np.float32), 1)


def test_the_graph_finds_nearly_all_that_exact_search_finds():
    vectors = clustered_rows(4_000)

    exact, _ = VectorIndex.build(vectors).search(vectors[:200], 10)
    found, _ = VectorIndex.build(vectors, largest_exact=100).search(vectors[:200], 10)

    recall = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(exact.tolist(), found.tolist(), strict=True)])
    assert recall >= 0.95


def test_the_graph_never_runs_short():
    vectors = clustered_rows(400)

    rows, scores = VectorIndex.build(vectors, largest_exact=100).search(vectors[:5], 400)

    assert [sorted(row) for row in rows.tolist()] == [list(range(400))] * 5
    assert (np.diff(scores, axis=1) <= 0).all()


def test_the_graph_gives_the_same_answer_each_time_it_is_built():
    vectors = clustered_rows(2_000)

    first, _ = VectorIndex.build(vectors, largest_exact=100).search(vectors, 10)
    second, _ = VectorIndex.build(vectors, largest_exact=100).search(vectors, 10)

    np.testing.assert_array_equal(first, second)


def test_building_the_graph_can_be_cancelled():
    cancel = threading.Event()
    cancel.set()

    with pytest.raises(Cancelled):
        VectorIndex.build(clustered_rows(400), largest_exact=100, progress=Progress(cancel_event=cancel))
