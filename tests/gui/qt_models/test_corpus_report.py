from pathlib import Path

from phrase_explorer.domain.document import SkippedItem
from phrase_explorer.gui.qt_models.corpus_report import MAX_LISTED, corpus_report, skipped_as_table
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.project_info import project_info


def test_it_says_what_was_read_skipped_and_left_out(project_folder: Path):
    with Project.open(project_folder, read_only=True) as project:
        sections = {section.title: section.lines for section in corpus_report(project_info(project))}

    assert sections["Read"][0].what == "documents"
    assert sections["Read"][0].figure == "4"
    assert sections["Skipped while reading (1)"][0].what == "notes.bin"
    assert sections["Skipped while reading (1)"][0].explanation == "It is not text."
    assert sections["Left out of the terms"][0].figure == "2"
    assert sections["Left out of the terms"][0].what == "answer, people"
    assert sections["Columns"][0].what == "date"


def test_a_long_list_is_cut_and_says_so(project_folder: Path):
    from dataclasses import replace

    with Project.open(project_folder, read_only=True) as project:
        info = project_info(project)
    items = tuple(SkippedItem(f"{number}.bin", "", "It is not text.") for number in range(MAX_LISTED + 7))

    (skipped,) = [section for section in corpus_report(replace(info, skipped=items)) if "Skipped" in section.title]

    assert len(skipped.lines) == MAX_LISTED + 1
    assert skipped.lines[-1].what == "and 7 more"


def test_the_list_of_what_was_skipped_can_be_taken_out_whole():
    assert (
        skipped_as_table([SkippedItem("a.csv", "row\t3", "no\ntext")])
        == "source\tplace\treason\na.csv\trow 3\tno text\n"
    )
