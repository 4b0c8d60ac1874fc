import csv
import json

import pytest

from phrase_explorer.domain.term_key import TermKey
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.commands import HideTerms, SetNote, TagTerms
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.export_project import export_provenance, export_terms_csv, without_formula
from tests.project_builder import KEYS, build_project


def test_the_table_has_counts_and_positions(project, tmp_path):
    n_terms = export_terms_csv(project, tmp_path / "terms.csv")

    rows = _rows(tmp_path / "terms.csv")
    assert n_terms == len(rows) == 5
    assert rows[1]["term"] == "public debt"
    assert [rows[1][name] for name in ("kind", "count", "documents", "x", "y")] == ["phrase", "2", "2", "1", "0"]


def test_what_the_user_said_is_in_the_table(tmp_path):
    with Project.open(build_project(tmp_path / "p.phrasemap")) as project:
        project.history.do(HideTerms([TermKey("war", "word")]))
        project.history.do(TagTerms([TermKey("debt", "word")], "=money"))
        project.history.do(SetNote(TermKey("debt", "word"), "+1"))

        export_terms_csv(project, tmp_path / "terms.csv")
        export_terms_csv(project, tmp_path / "all.csv", include_hidden=True)

    rows = {row["term"]: row for row in _rows(tmp_path / "terms.csv")}
    assert "war" not in rows
    assert (rows["debt"]["tags"], rows["debt"]["note"]) == ("'=money", "'+1")
    every = {row["term"]: row for row in _rows(tmp_path / "all.csv")}
    assert every["war"]["hidden"] == "1"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_spreadsheet_never_runs_a_term(text):
    assert without_formula(text) == f"'{text}"


def test_plain_text_stays_as_it_is():
    assert without_formula("public debt - 1=1") == "public debt - 1=1"


def test_excel_gets_its_mark_only_when_asked(project, tmp_path):
    export_terms_csv(project, tmp_path / "a.csv")
    export_terms_csv(project, tmp_path / "b.csv", byte_order_mark=True)

    assert (tmp_path / "a.csv").read_bytes().startswith(b"term,")
    assert (tmp_path / "b.csv").read_bytes().startswith(b"\xef\xbb\xbfterm,")


def test_a_place_that_cannot_be_written_is_a_sentence(project, tmp_path):
    with pytest.raises(UserFacingError, match="cannot be written"):
        export_terms_csv(project, tmp_path / "no such folder" / "terms.csv")
    with pytest.raises(UserFacingError, match="is a folder"):
        export_terms_csv(project, tmp_path)


def test_provenance_names_keys_models_and_versions(project, tmp_path):
    export_provenance(project, tmp_path / "provenance.json")

    facts = json.loads((tmp_path / "provenance.json").read_text())
    assert facts["stages"] == KEYS
    assert facts["models"]["encoder"]["name"] == "by hand"
    assert facts["corpus"]["documents"] == 4
    assert "numpy" in facts["packages"]


def _rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
