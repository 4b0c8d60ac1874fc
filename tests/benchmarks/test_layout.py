import numpy as np
import pytest

from benchmarks import layout
from benchmarks.measure import DEFAULT_DATA_FOLDER


def test_a_map_that_is_the_vectors_keeps_every_neighbour():
    positions = np.array([[0, 0], [1, 0], [3, 0], [7, 0]], dtype=np.float32)
    neighbours = np.array([[0, 1], [1, 0], [2, 1], [3, 2]])

    assert layout.neighbours_kept(positions, positions, neighbours) == 1


def test_a_shuffled_map_keeps_few():
    positions = np.array([[0, 0], [7, 0], [1, 0], [8, 0]], dtype=np.float32)
    neighbours = np.array([[0, 1], [1, 0], [2, 3], [3, 2]])

    assert layout.neighbours_kept(positions, positions, neighbours) == 0


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.skipif(not DEFAULT_DATA_FOLDER.is_dir(), reason="needs the texts of ../shared/data")
def test_a_quick_run_prints_its_four_measures(capsys):
    layout.main(["--quick", "--json"])

    assert len(capsys.readouterr().out.splitlines()) == 4
