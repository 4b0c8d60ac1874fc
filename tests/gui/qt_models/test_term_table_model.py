import numpy as np
import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QAbstractItemModelTester

from phrase_explorer.domain.term_key import term_key
from phrase_explorer.gui.qt_models.term_table_model import SWATCH_COLUMN, SWATCH_ROLE, TermTableModel
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.term_listing import TermFilter
from phrase_explorer.gui.theme import LIGHT
from phrase_explorer.project.commands import HideTerms


@pytest.fixture
def model(session: ProjectSession, owner: QObject) -> TermTableModel:
    table_model = TermTableModel(session, LIGHT, owner)
    table_model.refresh()
    return table_model


def shown(model: TermTableModel, column: int = 0) -> list[str]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_it_keeps_qts_rules_for_models(model: TermTableModel):
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)

    model.sort(0, Qt.SortOrder.AscendingOrder)


def test_counts_stand_beside_terms_most_frequent_first(model: TermTableModel):
    assert shown(model) == ["debt", "war", "public debt", "national debt", "peace"]
    assert shown(model, 2) == ["4", "4", "2", "1", "1"]
    assert shown(model, 3) == ["3", "4", "2", "1", "1"]


def test_sorting_by_term_is_alphabetical(model: TermTableModel):
    model.sort(0, Qt.SortOrder.AscendingOrder)

    assert shown(model) == ["debt", "national debt", "peace", "public debt", "war"]


def test_hidden_terms_leave_the_list(model: TermTableModel, session: ProjectSession):
    assert session.vocabulary is not None
    session.execute(HideTerms([term_key(session.vocabulary, 0)]))

    model.refresh()

    assert "war" not in shown(model)


def test_a_bad_pattern_keeps_the_list_and_says_why(model: TermTableModel, session: ProjectSession):
    session.set_filter(TermFilter(text="(", is_pattern=True))

    model.refresh()

    assert model.rowCount() == 5
    assert "not a complete pattern" in model.problem


def test_rows_of_terms_are_found_in_the_table(model: TermTableModel):
    assert model.table_rows_of(np.array([0, 4], np.int32)).tolist() == [1, 4]


def test_a_swatch_has_the_terms_colour_on_the_map(model: TermTableModel):
    model.set_swatches(np.array([0, 1, 0, 1, 0], np.uint16), ("#111111", "#222222"))

    colours = [model.index(row, SWATCH_COLUMN).data(SWATCH_ROLE).name() for row in range(3)]

    assert colours == ["#111111", "#111111", "#222222"]


def test_a_screen_reader_hears_the_whole_row(model: TermTableModel):
    heard = model.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)

    assert heard == "public debt, phrase, 2 times in 2 documents"
