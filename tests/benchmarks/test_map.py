import json
import subprocess
import sys

import numpy as np
import pytest

from benchmarks.map import ray_casting
from benchmarks.map_points import make_points
from phrase_explorer.layouts.point_grid import PointGrid

NAMES = ["frame_100000", "pick_100000", "frame_500000", "frame_1000000", "lasso_1000000", "bytes_per_point"]


def test_the_same_seed_gives_the_same_points():
    one, other = make_points(500), make_points(500)

    np.testing.assert_array_equal(one.positions, other.positions)
    assert one.labels == other.labels


def test_both_lassos_select_the_same_points():
    points = make_points(3000)
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    polygon = (np.stack([np.cos(angles), np.sin(angles)], axis=1) * (3 + np.sin(7 * angles))[:, None]).astype(
        np.float32
    )

    np.testing.assert_array_equal(
        ray_casting(points.positions, polygon), PointGrid.build(points.positions).rows_in_polygon(polygon)
    )


@pytest.mark.slow
def test_every_measure_is_printed(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.map", "--quick", "--json", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )

    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line["name"] for line in lines] == NAMES
    assert all(line["ours"] > 0 and line["peer"] > 0 for line in lines)
