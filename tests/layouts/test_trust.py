import numpy as np
import pytest

from phrase_explorer.layouts.trust import NEAR_FACTOR, measure_trust


def line(n_points: int) -> np.ndarray:
    return np.stack([np.arange(n_points), np.zeros(n_points)], axis=1).astype(np.float32)


def test_neighbours_that_stand_beside_a_point_are_near_and_others_far():
    positions = line(50)
    neighbours = np.tile(np.array([0, 1, 49], np.int32), (50, 1))

    trust = measure_trust(positions, neighbours, k=2)

    # Point 0 is its own first neighbour, so that 1 and 49 count: one beside it, one at the other end.
    assert trust.are_near[0].tolist() == [True, False]
    assert trust.shares[0] == 0.5
    assert trust.far_neighbours(0).tolist() == [49]
    assert trust.sentence(0) == "1 of its 2 nearest in meaning are near it here"


def test_the_point_itself_does_not_count_whether_it_is_listed_or_not():
    positions = line(30)
    nearest = np.array([[row, (row + 1) % 30, (row + 2) % 30] for row in range(30)], np.int32)

    with_self = measure_trust(positions, nearest, k=2)
    without_self = measure_trust(positions, nearest[:, 1:], k=2)

    np.testing.assert_array_equal(with_self.neighbours, without_self.neighbours)
    np.testing.assert_array_equal(with_self.are_near, without_self.are_near)


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_sorting_all_distances(seed: int):
    rng = np.random.default_rng(seed)
    positions = rng.normal(0, 1, (200, 2)).astype(np.float32)
    neighbours = np.stack([rng.choice(np.delete(np.arange(200), row), 5, replace=False) for row in range(200)])

    trust = measure_trust(positions, neighbours.astype(np.int32), k=5)

    distances = np.linalg.norm(positions[:, None].astype(float) - positions[None], axis=2)
    ranks = distances.argsort(axis=1).argsort(axis=1)
    expected = np.take_along_axis(ranks, neighbours, axis=1) <= NEAR_FACTOR * 5
    np.testing.assert_array_equal(trust.are_near, expected)


def test_a_perfect_map_keeps_all_neighbours():
    positions = np.random.default_rng(0).normal(0, 1, (300, 2)).astype(np.float32)
    distances = np.linalg.norm(positions[:, None] - positions[None], axis=2)

    trust = measure_trust(positions, distances.argsort(axis=1)[:, :11].astype(np.int32))

    assert (trust.shares == 1).all()
    assert trust.sentence(3) == "all its 10 nearest in meaning are near it here"


@pytest.mark.parametrize("n_points", [0, 1, 2])
def test_too_few_points_have_nothing_to_lose(n_points: int):
    neighbours = np.arange(n_points, dtype=np.int32)[:, None]

    trust = measure_trust(line(n_points), neighbours)

    assert trust.shares.tolist() == [1.0] * n_points
    assert trust.far_neighbours(0).tolist() == [] if n_points else True
