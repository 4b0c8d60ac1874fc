"""One saved project for each schema; all of them must open for ever."""

import shutil
from pathlib import Path

import pytest

from phrase_explorer.domain.term_key import TermKey
from phrase_explorer.project.migrations import SCHEMA_VERSION
from phrase_explorer.project.project import Project

SAVED = Path(__file__).parents[1] / "data" / "projects"


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
def test_a_project_saved_by_each_version_opens_with_all_it_held(version, tmp_path):
    folder = shutil.copytree(SAVED / f"schema_{version}.phrasemap", tmp_path / "saved.phrasemap")

    with Project.open(folder) as project:
        analysis = project.require_analysis()
        assert analysis.vocabulary.terms == ("war", "public debt", "debt", "national debt", "peace")
        assert analysis.vocabulary.mentions_of(1).tolist() == [[1, 0, 4, 15], [1, 1, 20, 33]]
        assert analysis.term_embeddings.vectors.shape == (5, 3)
        assert analysis.layout.method == "umap"
        assert project.corpus.document(1).metadata == {"date": "1793-03-04"}
        assert project.annotations.hidden == {TermKey("war", "word")}
        assert project.annotations.tags == {TermKey("debt", "word"): frozenset({"money"})}
        assert project.annotations.notes == {TermKey("peace", "word"): "see 1793"}
