import json
import logging
import subprocess
import sys

import numpy as np
import pytest

from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.domain.layout import Layout
from phrase_explorer.domain.term_key import TermKey, term_key
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.commands import HideTerms, SetNote
from phrase_explorer.project.migrations import ProjectSchemaError, migrate
from phrase_explorer.project.project import Project
from phrase_explorer.project.project_file import NotAProjectError
from phrase_explorer.project.project_lock import ProjectInUseError
from phrase_explorer.storage.noun_arrays import embeddings_to_arrays, layout_to_arrays, vocabulary_to_arrays
from tests.builders import build_vocabulary, unit_vectors


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "speeches.phrasemap"


def test_a_second_writer_is_refused_with_the_process_named(folder):
    with Project.create(folder), pytest.raises(ProjectInUseError, match=r"process \d+ on "):
        Project.open(folder)


def test_reading_needs_no_lock(folder):
    with Project.create(folder) as writer:
        writer.history.do(SetNote(TermKey("war", "word"), "look here"))

        with Project.open(folder, read_only=True) as reader:
            assert reader.annotations.notes == {TermKey("war", "word"): "look here"}


def test_a_writer_that_was_killed_does_not_block_the_next(folder):
    program = (
        "import os, signal; from pathlib import Path; from phrase_explorer.project.project import Project;"
        f"Project.create(Path({str(folder)!r})); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", program], check=False)
    assert killed.returncode == -9

    with Project.open(folder) as project:
        assert not project.read_only


def test_what_was_said_is_there_after_reopening(folder):
    with Project.create(folder) as project:
        project.history.do(HideTerms([TermKey("war", "word")]))

    with Project.open(folder) as project:
        assert project.annotations.hidden == {TermKey("war", "word")}


def test_hidden_terms_stay_hidden_after_reanalysis(folder):
    with Project.create(folder) as project:
        _commit_vocabulary(project, build_vocabulary(["War", "peace"]), "a" * 32)
        project.history.do(HideTerms([term_key(project.require_analysis().vocabulary, 0)]))

        _commit_vocabulary(project, build_vocabulary(["debt", "peace", "war"]), "b" * 32)

        assert project.annotations.hidden_mask(project.require_analysis().vocabulary).tolist() == [False, False, True]


def test_an_analysis_shows_the_first_layout_until_the_final_one_is_there(folder):
    with Project.create(folder) as project:
        _commit_vocabulary(project, build_vocabulary(["war", "peace"]), "a" * 32)
        _commit(project, "first_layout", layout_to_arrays(Layout(np.zeros((2, 2), np.float32), "pca"), {}))
        first = project.require_analysis().layout
        _commit(project, "layout", layout_to_arrays(Layout(np.ones((2, 2), np.float32), "umap"), {}))

        assert first is not None
        assert first.method == "pca"
        assert project.require_analysis().layout.method == "umap"


def test_a_corrupt_artifact_counts_as_missing_and_is_logged(folder, caplog):
    caplog.set_level(logging.WARNING)
    with Project.create(folder) as project:
        _commit_vocabulary(project, build_vocabulary(["war", "peace"]), "a" * 32)
        _commit(project, "embed", embeddings_to_arrays(Embeddings(unit_vectors(2), "e"), {}))
    (folder / "artifacts" / "embed" / ("0" * 32) / "vectors.npy").write_bytes(b"no numbers")

    with Project.open(folder) as project:
        assert project.require_analysis().term_embeddings is None

    assert [record.getMessage().count("stage embed is corrupt") for record in caplog.records] == [1]


def test_a_folder_that_is_no_project_is_refused_and_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")

    with pytest.raises(NotAProjectError, match="choose a new name"):
        Project.open_or_create(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_opening_what_is_not_there_says_how_to_make_it(tmp_path):
    with pytest.raises(NotAProjectError, match="phrase-explorer analyse"):
        Project.open(tmp_path / "none.phrasemap")


def test_a_newer_schema_is_refused_and_left_as_it_is(folder):
    Project.create(folder).close()
    path = folder / "project.json"
    newer = json.dumps({**json.loads(path.read_text()), "schema_version": 2, "app_version": "9.0"})
    path.write_text(newer)

    with pytest.raises(ProjectSchemaError, match=r"newer Phrase Explorer \(version 9.0, schema 2\)"):
        Project.open(folder)

    assert path.read_text() == newer


def test_migrations_run_in_order_over_a_copy():
    old = {"schema_version": 1, "parameters": {"min": 2}}
    steps = {1: lambda content: {"options": content["parameters"]}, 2: lambda content: {**content, "added": True}}

    new = migrate(old, current=3, migrations=steps)

    assert new == {"schema_version": 3, "options": {"min": 2}, "added": True}
    assert old == {"schema_version": 1, "parameters": {"min": 2}}


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"schema_version": "one"}', '{"schema_version": true}'])
def test_a_damaged_project_file_is_one_plain_sentence(folder, content):
    Project.create(folder).close()
    (folder / "project.json").write_text(content)

    with pytest.raises(UserFacingError):
        Project.open(folder)


@pytest.mark.parametrize("name", ["../elsewhere.sqlite", "/etc/passwd", ""])
def test_a_project_never_leads_out_of_its_folder(folder, name):
    Project.create(folder).close()
    path = folder / "project.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "stages": {"extract": name or "../x"}}))

    with pytest.raises(NotAProjectError):
        Project.open(folder)


def _commit_vocabulary(project, vocabulary, key):
    _commit(project, "extract", vocabulary_to_arrays(vocabulary, {}), key)


def _commit(project, stage, content, key="0" * 32):
    project.store.write(stage, key, content)
    project.commit(project.state.with_stage(stage, key))
    project.reload()
