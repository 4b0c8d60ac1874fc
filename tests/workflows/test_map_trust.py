import numpy as np

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.project.project import Project
from phrase_explorer.storage.array_folder import ArrayFolder
from phrase_explorer.workflows.map_trust import measure_map_trust
from tests.project_builder import build_project

KEY = "5" * 32


def test_a_project_without_neighbours_says_nothing(project):
    assert measure_map_trust(project, progress=Progress()) is None


def test_trust_has_one_row_for_each_term(tmp_path):
    folder = build_project(tmp_path / "speeches.phrasemap")
    with Project.open(folder) as project:
        rows = np.array([[0, 1], [1, 0], [2, 0], [3, 1], [4, 0]], np.int32)
        project.store.write("neighbours", KEY, ArrayFolder({"rows": rows}, {}, {"noun": "neighbours"}))
        project.commit(project.state.with_stage("neighbours", KEY))

        trust = measure_map_trust(project, progress=Progress())

    assert trust is not None
    assert trust.neighbours.tolist() == [[1], [0], [0], [1], [0]]
    assert trust.shares.shape == (5,)
