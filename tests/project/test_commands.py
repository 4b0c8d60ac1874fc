import pytest

from phrase_explorer.domain.term_key import TermKey
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.changes import Changes
from phrase_explorer.project.commands import HideTerms, RestoreTerms, SaveSelection, SetNote, TagTerms, UntagTerms
from phrase_explorer.project.project import Project

WAR = TermKey("war", "word")
DEBT = TermKey("public debt", "phrase")


@pytest.fixture
def project(tmp_path):
    with Project.create(tmp_path / "p.phrasemap") as project:
        yield project


@pytest.mark.parametrize(
    "command",
    [
        HideTerms([WAR]),
        TagTerms([WAR, DEBT], "conflict"),
        SetNote(DEBT, "rises after 1917"),
        SaveSelection("money", [DEBT]),
    ],
    ids=lambda command: type(command).__name__,
)
def test_undo_gives_back_what_was_there_and_redo_does_it_again(project, command):
    before = _said(project)

    project.history.do(command)
    done = _said(project)
    project.history.undo()
    undone = _said(project)
    project.history.redo()

    assert done != before
    assert undone == before
    assert _said(project) == done


def test_undoing_a_hide_leaves_what_was_hidden_before_it(project):
    project.history.do(HideTerms([WAR]))

    project.history.do(HideTerms([WAR, DEBT]))
    project.history.undo()

    assert project.annotations.hidden == {WAR}


def test_a_command_that_changes_nothing_leaves_no_step_to_undo(project):
    changes = project.history.do(RestoreTerms([WAR]))

    assert changes == Changes()
    assert project.history.undo_label is None


def test_a_new_command_forgets_what_could_be_redone(project):
    project.history.do(HideTerms([WAR]))
    project.history.undo()

    project.history.do(HideTerms([DEBT]))

    assert project.history.redo_label is None
    assert project.history.undo_label == "Hide “public debt”"


def test_a_changed_note_comes_back_as_it_was(project):
    project.history.do(SetNote(WAR, "first"))
    project.history.do(SetNote(WAR, "second"))

    project.history.undo()

    assert project.annotations.notes[WAR] == "first"


def test_untagging_touches_only_terms_that_had_the_tag(project):
    project.history.do(TagTerms([WAR], "conflict"))
    project.history.do(UntagTerms([WAR, DEBT], "conflict"))

    project.history.undo()

    assert project.annotations.tags == {WAR: frozenset({"conflict"})}


def test_the_label_counts_many_terms(project):
    command = HideTerms(TermKey(f"t{row}", "word") for row in range(1234))

    assert command.label == "Hide 1,234 terms"


def test_a_project_open_for_reading_refuses_commands(project):
    with Project.open(project.folder, read_only=True) as reader, pytest.raises(UserFacingError, match="reading only"):
        reader.history.do(HideTerms([WAR]))


def _said(project):
    said = project.annotations
    return said.hidden, dict(said.tags), dict(said.notes), dict(said.saved_selections)
