import csv

import pytest

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.project.project import Project
from phrase_explorer.workflows import topics as workflow
from phrase_explorer.workflows.topics import TopicParameters, fit_project_topics
from tests.workflows.test_topics import build_themed_project, in_process  # noqa: F401


@pytest.fixture
def fitted_project(tmp_path, in_process):  # noqa: F811
    folder = build_themed_project(tmp_path / "themed.phrasemap")
    with Project.open(folder) as project:
        fit_project_topics(project, TopicParameters(3), progress=Progress())
    return folder


def test_topics_gives_one_json_line_a_topic(run_program, fitted_project):
    outcome = run_program("topics", fitted_project, "--json", "--terms", "6")

    assert outcome.code == 0
    assert len(outcome.json_lines) == 3
    first = outcome.json_lines[0]
    assert {"topic", "name", "share", "words", "phrases", "npmi"} <= first.keys()
    assert len(first["words"]) + len(first["phrases"]) <= 6
    assert sum(line["share"] for line in outcome.json_lines) == pytest.approx(1.0, abs=0.01)


def test_the_balance_chooses_between_words_and_phrases(run_program, fitted_project):
    words = run_program("topics", fitted_project, "--json", "--balance", "0").json_lines
    phrases = run_program("topics", fitted_project, "--json", "--balance", "1").json_lines

    assert all(line["words"] and not line["phrases"] for line in words)
    assert all(line["phrases"] and not line["words"] for line in phrases)


def test_another_number_of_topics_is_fitted_when_asked_for(run_program, fitted_project):
    assert len(run_program("topics", fitted_project, "--k", "4", "--json").json_lines) == 4
    assert len(run_program("topics", fitted_project, "--json").json_lines) == 4


def test_shown_topics_are_not_fitted_again(run_program, fitted_project, monkeypatch):
    monkeypatch.setattr(workflow, "Workers", None)

    assert "3 topics" in run_program("topics", fitted_project).out


def test_tables_are_written_on_request(run_program, fitted_project, tmp_path):
    outcome = run_program("topics", fitted_project, "-o", tmp_path / "topics.csv")

    assert outcome.code == 0
    rows = list(csv.reader((tmp_path / "topics-documents.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[0][:3] == ["document", "main_topic", "entropy"]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--k", "0"), "1 or more, not 0"),
        (("--balance", "3"), "between 0"),
        (("--seed-terms", "absent.txt"), "cannot be read"),
    ],
)
def test_wrong_use_is_one_sentence(run_program, fitted_project, flags, said):
    outcome = run_program("topics", fitted_project, *flags)

    assert outcome.code in (1, 2)
    assert said in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1


def test_a_project_without_vectors_is_told_to_analyse(run_program, tmp_path):
    with Project.create(tmp_path / "empty.phrasemap"):
        pass

    outcome = run_program("topics", tmp_path / "empty.phrasemap")

    assert outcome.code == 1
    assert "has not been analysed yet" in outcome.err


def test_export_writes_the_topics_too(run_program, fitted_project, tmp_path):
    outcome = run_program("export", fitted_project, "--to", "topics", "-o", tmp_path / "topics.parquet")

    assert outcome.code == 0
    assert (tmp_path / "topics-documents.parquet").exists()


def test_export_of_topics_that_are_not_there_says_how_to_find_them(run_program, tmp_path):
    folder = build_themed_project(tmp_path / "plain.phrasemap")

    outcome = run_program("export", folder, "--to", "topics", "-o", tmp_path / "topics.json")

    assert outcome.code == 1
    assert "has no topics yet; run: phrase-explorer topics" in outcome.err
