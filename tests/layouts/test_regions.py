import numpy as np

from phrase_explorer.layouts.regions import find_regions


def cloud(x: float, y: float, n_points: int, seed: int) -> np.ndarray:
    return (np.random.default_rng(seed).normal(0, 0.2, (n_points, 2)) + np.array([x, y])).astype(np.float32)


def test_a_group_is_named_where_most_of_it_lives():
    positions = np.concatenate([cloud(0, 0, 60, 1), cloud(10, 0, 100, 2), cloud(0, 9, 15, 3)])
    groups = np.repeat([0, 1, 0], [60, 100, 15])

    regions = find_regions(positions, groups, 2)

    assert [region.group for region in regions] == [1, 0]
    assert abs(regions[0].x - 10) < 0.3
    assert abs(regions[1].x) < 0.3
    assert abs(regions[1].y) < 0.3


def test_a_group_that_lives_everywhere_has_no_name():
    rng = np.random.default_rng(0)
    positions = rng.uniform(0, 10, (500, 2)).astype(np.float32)

    assert find_regions(positions, np.zeros(500, int), 1) == []


def test_small_groups_and_points_without_a_group_have_no_name():
    positions = np.concatenate([cloud(0, 0, 5, 1), cloud(5, 5, 50, 2)])

    assert find_regions(positions, np.repeat([0, -1], [5, 50]), 1) == []


def test_nothing_and_one_spot_have_no_regions():
    assert find_regions(np.zeros((0, 2), np.float32), np.zeros(0, int), 3) == []
    assert find_regions(np.ones((40, 2), np.float32), np.zeros(40, int), 1) == []
