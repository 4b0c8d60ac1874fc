"""The list of terms on the left: sorted and filtered at once, its selected rows are the selection of every view."""

from itertools import pairwise
from typing import TYPE_CHECKING, cast

import numpy as np
from PySide6.QtCore import QByteArray, QItemSelection, QItemSelectionModel, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from phrase_explorer.domain.selection import Selection
from phrase_explorer.domain.vocabulary import TermKind
from phrase_explorer.foundation.array_types import Int32Array
from phrase_explorer.gui.controls import ChoiceButton, ElidedLabel, label
from phrase_explorer.gui.qt_models.term_table_model import SWATCH_COLUMN, TermTableModel
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.term_listing import TERM_COLUMNS, ShownTerms, TermFilter, is_between_slashes
from phrase_explorer.gui.theme import TABLE_ROW_PX, Theme
from phrase_explorer.gui.views.swatch_delegate import SwatchDelegate

if TYPE_CHECKING:
    from phrase_explorer.project.changes import Changes

DEBOUNCE_MS = 150
KINDS = ((None, "all"), ("phrase", "phrases"), ("word", "words"))
MIN_COUNTS = (1, 2, 3, 5, 10, 20, 50, 100, 1_000)
TERM, KIND, COUNT, DOCUMENTS = range(len(TERM_COLUMNS))
NUMBER_WIDTH_PX, KIND_WIDTH_PX, SWATCH_WIDTH_PX = 57, 64, 28


class TermPanel(QWidget):
    """Heading with filters, the table, and how many terms are listed.

    Signals
    -------
    activated(row)
        The person wants to see this term on the map.
    """

    activated = Signal(int)

    def __init__(self, session: ProjectSession, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._is_following = False
        self._term_actions: list[QAction] = []
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.model = TermTableModel(session, theme, self)
        self.table = QTableView(self)
        self.kind_button = ChoiceButton(KINDS, "Kinds of terms to list", self)
        self.count_button = ChoiceButton(
            [(count, f"≥ {count:,}") for count in MIN_COUNTS], "Least number of mentions", self
        )
        self.shown_button = ChoiceButton(_shown_choices(session), "Terms to list", self)
        self.filter_edit = QLineEdit(self)
        self._footer = ElidedLabel("", "small", self)
        self._debounce = QTimer(self)
        self._debounce.setSingleShot(True)
        self._debounce.setInterval(DEBOUNCE_MS)
        self._set_up_filter()
        self._set_up_table()
        self._lay_out()
        session.project_opened.connect(self._refresh_all)
        session.project_closed.connect(self._refresh_all)
        session.changed.connect(self._follow_changes)
        session.filter_changed.connect(self._follow_filter)
        session.selection_changed.connect(self._follow_selection)
        self._refresh_all()

    @property
    def summary(self) -> str:
        """What it says below the table."""
        return self._footer.text()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme
        self.model.set_theme(theme)

    def choose_kind(self, kind: TermKind | None) -> None:
        """List words only, phrases only, or both."""
        self.kind_button.set_value(kind)
        self._apply_filter()

    def choose_shown(self, shown: object) -> None:
        """List terms that are shown, hidden ones, all, or those with a tag: ("tag", name)."""
        self.shown_button.set_value(shown)
        self._apply_filter()

    def set_term_actions(self, actions: list[QAction]) -> None:
        """Offer actions on the selected terms in the table's menu."""
        self._term_actions = actions

    def header_state(self) -> QByteArray:
        """Give the columns' widths and which are shown, to be restored at the next start."""
        return self.table.horizontalHeader().saveState()

    def restore_header_state(self, state: QByteArray) -> None:
        """Restore what `header_state` gave."""
        self.table.horizontalHeader().restoreState(state)

    def _set_up_filter(self) -> None:
        self.filter_edit.setPlaceholderText("Filter, or /pattern/")
        self.filter_edit.setClearButtonEnabled(True)
        self.filter_edit.setAccessibleName("Filter terms by text, or by a pattern between slashes")
        self.filter_edit.textChanged.connect(self._debounce.start)
        self._debounce.timeout.connect(self._apply_filter)
        for button in (self.kind_button, self.count_button, self.shown_button):
            button.chosen.connect(lambda _value: self._apply_filter())

    def _set_up_table(self) -> None:
        table, header = self.table, self.table.horizontalHeader()
        table.setModel(self.model)
        table.setItemDelegateForColumn(SWATCH_COLUMN, SwatchDelegate(table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setCornerButtonEnabled(False)
        table.setTabKeyNavigation(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setAccessibleName("Terms")
        table.verticalHeader().hide()
        table.verticalHeader().setMinimumSectionSize(TABLE_ROW_PX)
        table.verticalHeader().setDefaultSectionSize(TABLE_ROW_PX)
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setMinimumSectionSize(SWATCH_WIDTH_PX)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(TERM, QHeaderView.ResizeMode.Stretch)
        widths = {
            KIND: KIND_WIDTH_PX,
            COUNT: NUMBER_WIDTH_PX,
            DOCUMENTS: NUMBER_WIDTH_PX,
            SWATCH_COLUMN: SWATCH_WIDTH_PX,
        }
        for column, width in widths.items():
            header.resizeSection(column, width)
        table.setColumnHidden(KIND, True)
        header.setSortIndicatorShown(False)
        header.sectionClicked.connect(self._sort_by)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._choose_columns)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._show_term_menu)
        table.selectionModel().selectionChanged.connect(self._give_selection)
        table.doubleClicked.connect(lambda index: self.activated.emit(int(self.model.shown_rows[index.row()])))

    def _lay_out(self) -> None:
        heading = QHBoxLayout()
        heading.setContentsMargins(12, 6, 4, 4)
        heading.setSpacing(0)
        heading.addWidget(label("Terms", "heading", self))
        heading.addStretch(1)
        for button in (self.kind_button, self.count_button, self.shown_button):
            heading.addWidget(button)
        filter_row = QHBoxLayout()
        filter_row.setContentsMargins(10, 0, 10, 6)
        filter_row.addWidget(self.filter_edit)
        footer = QHBoxLayout()
        footer.setContentsMargins(12, 3, 12, 4)
        footer.addWidget(self._footer)
        footer.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(heading)
        column.addLayout(filter_row)
        column.addWidget(self.table, 1)
        column.addLayout(footer)
        order = (self.kind_button, self.count_button, self.shown_button, self.filter_edit, self.table)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _apply_filter(self) -> None:
        self._debounce.stop()
        text = self.filter_edit.text()
        is_pattern = is_between_slashes(text)
        shown, tag = self.shown_button.value, None
        if isinstance(shown, tuple):
            shown, tag = "visible", shown[1]
        self._session.set_filter(
            TermFilter(
                text=text[1:-1] if is_pattern else text,
                is_pattern=is_pattern,
                kind=cast("TermKind | None", self.kind_button.value),
                min_count=int(str(self.count_button.value)),
                shown=cast("ShownTerms", shown),
                tag=tag,
            ),
            self,
        )

    def _follow_filter(self, term_filter: TermFilter, initiator: object) -> None:
        if initiator is not self:
            self.kind_button.set_value(term_filter.kind)
            self.count_button.set_value(term_filter.min_count)
            self.shown_button.set_value(term_filter.shown if term_filter.tag is None else ("tag", term_filter.tag))
        self._refresh()

    def _follow_changes(self, changes: "Changes", _initiator: object) -> None:
        if changes.tags or changes.hidden_terms:
            self.shown_button.set_choices(_shown_choices(self._session))
        if changes.tags or changes.hidden_terms or changes.notes:
            self._refresh()

    def _refresh_all(self) -> None:
        has_terms = self._session.vocabulary is not None
        term_filter = self._session.term_filter
        self.shown_button.set_choices(_shown_choices(self._session))
        self.kind_button.set_value(term_filter.kind)
        self.count_button.set_value(term_filter.min_count)
        if not term_filter.text and self.filter_edit.text():
            self.filter_edit.clear()
            self._debounce.stop()
        for widget in (self.kind_button, self.count_button, self.shown_button, self.filter_edit):
            widget.setEnabled(has_terms)
        self._refresh()

    def _refresh(self) -> None:
        bar = self.table.verticalScrollBar()
        offset = bar.value()
        self._is_following = True
        self.model.refresh()
        self._is_following = False
        self._show_selection(self._session.selection, scroll=False)
        bar.setValue(offset)
        self._say()

    def _say(self) -> None:
        vocabulary = self._session.vocabulary
        if vocabulary is None:
            text = ""
        elif self.model.problem:
            text = self.model.problem
        else:
            n_listed, n_selected = len(self.model.shown_rows), self._session.selection.n_terms
            text = f"{n_listed:,} of {vocabulary.n_terms:,} terms"
            if n_selected > 1:
                text += f" · {n_selected:,} selected"
        self._footer.setText(text)
        self._footer.updateGeometry()

    def _sort_by(self, column: int) -> None:
        if column >= len(TERM_COLUMNS):
            return
        is_same = TERM_COLUMNS[column] == self.model.column
        descending = not self.model.is_descending if is_same else column != TERM
        self._is_following = True
        self.model.sort(column, Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder)
        self._is_following = False
        self._show_selection(self._session.selection, scroll=True)

    def _give_selection(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        if self._is_following:
            return
        rows = self._selected_term_rows()
        current = self.table.selectionModel().currentIndex()
        anchor = None
        if current.isValid() and current.row() < len(self.model.shown_rows):
            anchor = int(self.model.shown_rows[current.row()])
        self._session.select(Selection(rows, anchor, self._session.selection.document), self)
        self._say()

    def _selected_term_rows(self) -> Int32Array:
        ranges = self.table.selectionModel().selection().toList()
        table_rows = [np.arange(part.top(), part.bottom() + 1) for part in ranges]
        return self.model.shown_rows[np.concatenate(table_rows)] if table_rows else np.zeros(0, dtype=np.int32)

    def _follow_selection(self, selection: Selection, initiator: object) -> None:
        if initiator is not self:
            self._show_selection(selection, scroll=True)
        self._say()

    def _show_selection(self, selection: Selection, *, scroll: bool) -> None:
        table_rows = self.model.table_rows_of(selection.term_rows)
        chosen = QItemSelection()
        for first, last in _runs(table_rows):
            chosen.select(self.model.index(first, 0), self.model.index(last, self.model.columnCount() - 1))
        flags = QItemSelectionModel.SelectionFlag
        self._is_following = True
        self.table.selectionModel().select(chosen, flags.ClearAndSelect | flags.Rows)
        anchor_rows = self.model.table_rows_of(
            np.array([] if selection.anchor is None else [selection.anchor], np.int32)
        )
        if len(anchor_rows):
            index = self.model.index(int(anchor_rows[0]), 0)
            self.table.selectionModel().setCurrentIndex(index, flags.NoUpdate)
            if scroll:
                is_seen = self.table.viewport().rect().contains(self.table.visualRect(index))
                hints = QAbstractItemView.ScrollHint
                self.table.scrollTo(index, hints.EnsureVisible if is_seen else hints.PositionAtCenter)
        self._is_following = False

    def _choose_columns(self, place: QPoint) -> None:
        menu = QMenu(self)
        for column in (KIND, COUNT, DOCUMENTS):
            action = menu.addAction(str(self.model.headerData(column, Qt.Orientation.Horizontal)))
            action.setCheckable(True)
            action.setChecked(not self.table.isColumnHidden(column))
            action.toggled.connect(lambda shown, column=column: self.table.setColumnHidden(column, not shown))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.table.horizontalHeader().mapToGlobal(place))

    def _show_term_menu(self, place: QPoint) -> None:
        if self._session.selection.n_terms and self._term_actions:
            menu = QMenu(self)
            menu.addActions(self._term_actions)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(self.table.viewport().mapToGlobal(place))


def _shown_choices(session: ProjectSession) -> list[tuple[object, str]]:
    choices: list[tuple[object, str]] = [("visible", "shown"), ("hidden", "hidden"), ("all", "shown + hidden")]
    return choices + [(("tag", tag), f"#{tag}") for tag in session.tags()]


def _runs(rows: Int32Array) -> list[tuple[int, int]]:
    """Give the first and last of each run of consecutive numbers in an ascending array."""
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.diff(rows) != 1)
    firsts = rows[np.concatenate([[0], breaks + 1])]
    lasts = rows[np.concatenate([breaks, [len(rows) - 1]])]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))
