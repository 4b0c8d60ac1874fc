import pytest

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.project_info import project_info


def test_info_counts_documents_terms_and_what_was_left_out(project):
    facts = project_info(project).to_json()

    assert (facts["documents"], facts["terms"], facts["word_terms"], facts["phrase_terms"]) == (4, 5, 3, 2)
    assert facts["skipped"] == [{"source": "notes.bin", "place": "", "reason": "It is not text."}]
    assert facts["dropped"][0]["examples"] == ["answer", "people"]
    assert list(facts["stages"]) == ["extract", "embed", "first_layout", "layout"]
    assert facts["columns"] == [{"name": "date", "kind": "date"}]


def test_an_empty_project_holds_nothing(tmp_path):
    with Project.create(tmp_path / "p.phrasemap") as project:
        facts = project_info(project).to_json()

    assert (facts["documents"], facts["words"], facts["terms"], facts["stages"]) == (0, 0, 0, {})


def test_documents_that_were_lost_are_said_to_be_missing_with_the_command_that_reads_them_again(project):
    (project.folder / str(project.state.corpus_file)).unlink()

    with pytest.raises(UserFacingError, match="are missing; read them again with: phrase-explorer analyse '"):
        project_info(project)
