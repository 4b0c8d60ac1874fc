import pytest
from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtTest import QAbstractItemModelTester

from phrase_explorer.gui.qt_models.concordance_model import ConcordanceModel, lines_as_table
from phrase_explorer.workflows.concordance import ConcordanceLine


def line(number: int) -> ConcordanceLine:
    return ConcordanceLine(0, "1801", "First", number, number + 3, "no\tmore ", "war", " here\n")


@pytest.fixture
def model(owner: QObject) -> ConcordanceModel:
    concordance_model = ConcordanceModel(owner)
    QAbstractItemModelTester(concordance_model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    return concordance_model


def test_more_lines_are_asked_for_once_and_then_added(model: ConcordanceModel):
    asked = []
    model.more_wanted.connect(lambda: asked.append(1))
    model.show_lines([line(0), line(1)], n_total=3)

    model.fetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    model.append_lines([line(2)])

    assert asked == [1]
    assert model.rowCount() == 3
    assert not model.canFetchMore(QModelIndex())


def test_an_empty_page_ends_the_list(model: ConcordanceModel):
    model.show_lines([line(0)], n_total=9)

    model.append_lines([])

    assert not model.canFetchMore(QModelIndex())


def test_a_line_is_read_as_one_line(model: ConcordanceModel):
    model.show_lines([line(0)], n_total=1)

    assert model.index(0, 0).data() == "no more war here"


def test_copied_lines_are_a_table_whatever_is_in_the_text():
    assert lines_as_table([line(0)]) == (
        "document\ttitle\tstart\tend\tleft\tmatch\tright\n1801\tFirst\t0\t3\tno more\twar\there\n"
    )
