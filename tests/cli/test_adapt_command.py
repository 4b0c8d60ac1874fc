import shutil
from pathlib import Path

from phrase_explorer.adaptation.adaptation_check import AdaptationCheck
from phrase_explorer.adaptation.neighbour_changes import NeighbourChange
from phrase_explorer.cli.commands import adapt as command
from phrase_explorer.workflows.adapt import Adaptation


def refused() -> Adaptation:
    check = AdaptationCheck(50, 0.4, 0.3, 0.8, 0.8)
    return Adaptation(False, None, check, (NeighbourChange("senate", ("house",), ("congress",)),), 900, 0.4, 12.0)


def test_adapt_gives_the_neighbours_and_the_check_as_json(run_program, project_folder, tmp_path, monkeypatch):
    project = tmp_path / "copy.phrasemap"
    shutil.copytree(project_folder, project)
    monkeypatch.setattr(command, "adapt_project", lambda *_arguments, **_options: refused())

    outcome = run_program("adapt", project, "--json")

    neighbours, summary = outcome.json_lines
    assert outcome.code == 0
    assert neighbours == {"term": "senate", "before": ["house"], "after": ["congress"]}
    assert (summary["accepted"], summary["terms"], summary["check"]["context_before"]) == (False, 900, 0.4)


def test_going_back_without_an_adaptation_is_explained(run_program, project_folder, tmp_path):
    project = tmp_path / "copy.phrasemap"
    shutil.copytree(project_folder, project)

    outcome = run_program("adapt", project, "--undo")

    assert outcome.code == 1
    assert "was not adapted" in outcome.err


def test_a_project_that_is_not_there_is_one_sentence(run_program, tmp_path: Path):
    outcome = run_program("adapt", tmp_path / "none.phrasemap")

    assert outcome.code != 0
    assert len(outcome.err.strip().splitlines()) == 1
