"""The term table's rows: a view of the vocabulary in the order and with the filter that the user chose.

Nothing is copied: a row of the table is an entry of `shown_rows`, an index into the vocabulary.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from phrase_explorer.domain.vocabulary import TERM_KINDS
from phrase_explorer.foundation.array_types import Int32Array
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.term_listing import TERM_COLUMNS, PatternError, TermColumn
from phrase_explorer.gui.theme import Theme

COLUMN_TITLES: dict[TermColumn, str] = {"term": "term", "kind": "kind", "count": "count", "documents": "docs"}
COLUMN_TIPS: dict[TermColumn, str] = {
    "term": "The most frequent spelling of the term",
    "kind": "Word or phrase",
    "count": "How often it is mentioned",
    "documents": "In how many documents it is mentioned",
}
NUMBER_COLUMNS: frozenset[TermColumn] = frozenset({"count", "documents"})
SWATCH_COLUMN = len(TERM_COLUMNS)
SWATCH_ROLE = Qt.ItemDataRole.UserRole

ModelIndex = QModelIndex | QPersistentModelIndex


class TermTableModel(QAbstractTableModel):
    """Terms with their kind, counts and the colour that they have on the map."""

    def __init__(self, session: ProjectSession, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._swatches: list[QColor] = []
        self.swatch_rows: npt.NDArray[np.uint16] = np.zeros(0, dtype=np.uint16)
        self.column: TermColumn = "count"
        self.is_descending = True
        self.shown_rows: Int32Array = np.zeros(0, dtype=np.int32)
        self.problem = ""

    def refresh(self) -> None:
        """List again what the session's filter lets through."""
        self.beginResetModel()
        listing, term_filter = self._session.listing, self._session.term_filter
        self.problem = ""
        if listing is None:
            self.shown_rows = np.zeros(0, dtype=np.int32)
        else:
            tagged = self._session.tagged(term_filter.tag) if term_filter.tag is not None else None
            try:
                self.shown_rows = listing.rows(
                    term_filter,
                    column=self.column,
                    descending=self.is_descending,
                    hidden=self._session.hidden,
                    tagged=tagged,
                )
            except PatternError as error:
                self.problem = str(error)
        self.endResetModel()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme
        self._all_changed()

    def set_swatches(self, colour_rows: npt.NDArray[np.uint16], palette: tuple[str, ...]) -> None:
        """Show each term's colour on the map: `colour_rows` of shape (n_terms,) index `palette`."""
        self.swatch_rows = colour_rows
        self._swatches = [QColor(colour) for colour in palette]
        self._all_changed()

    def table_rows_of(self, term_rows: Int32Array) -> Int32Array:
        """Give the table rows that show these terms, ascending; terms that are filtered out have none."""
        if not len(term_rows) or not len(self.shown_rows):
            return np.zeros(0, dtype=np.int32)
        return np.flatnonzero(np.isin(self.shown_rows, term_rows)).astype(np.int32)

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own signature
        """Give the number of terms that are listed."""
        return 0 if parent.isValid() else len(self.shown_rows)

    def columnCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own signature
        """Give the number of columns, the swatch last."""
        return 0 if parent.isValid() else len(TERM_COLUMNS) + 1

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; the swatch sorts nothing."""
        if column < len(TERM_COLUMNS):
            self.column = TERM_COLUMNS[column]
            self.is_descending = order == Qt.SortOrder.DescendingOrder
            self.refresh()

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name the columns.  Any: Qt takes any value here."""
        if orientation != Qt.Orientation.Horizontal or section >= len(TERM_COLUMNS):
            return None
        column = TERM_COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMN_TITLES[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return COLUMN_TIPS[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Say what a cell shows.  Any: Qt takes any value here."""
        vocabulary = self._session.vocabulary
        if vocabulary is None or not index.isValid() or index.row() >= len(self.shown_rows):
            return None
        row = int(self.shown_rows[index.row()])
        if index.column() == SWATCH_COLUMN:
            return self._swatch(row) if role == SWATCH_ROLE else None
        column = TERM_COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(column, row)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.ForegroundRole:
                is_quiet = column == "kind" or bool(self._session.hidden[row])
                return QColor(self._theme.secondary) if is_quiet else None
            case Qt.ItemDataRole.FontRole if self._session.hidden[row]:
                font = QFont()
                font.setItalic(True)
                return font
            case Qt.ItemDataRole.ToolTipRole if column == "term":
                return self._tip(row)
            case Qt.ItemDataRole.AccessibleTextRole if column == "term":
                count, documents = int(vocabulary.counts[row]), int(vocabulary.document_counts[row])
                return f"{vocabulary.terms[row]}, {vocabulary.kind_of(row)}, {count} times in {documents} documents"
        return None

    def _text(self, column: TermColumn, row: int) -> str:
        vocabulary = self._session.vocabulary
        assert vocabulary is not None
        match column:
            case "term":
                return vocabulary.terms[row]
            case "kind":
                return TERM_KINDS[int(vocabulary.kinds[row])]
            case "count":
                return f"{int(vocabulary.counts[row]):,}"
            case "documents":
                return f"{int(vocabulary.document_counts[row]):,}"

    def _tip(self, row: int) -> str:
        vocabulary = self._session.vocabulary
        assert vocabulary is not None
        lines = [vocabulary.terms[row]]
        tags, note = self._session.tags_of(row), self._session.note_on(row)
        if tags:
            lines.append("Tags: " + ", ".join(tags))
        if note:
            lines.append(note)
        return "\n".join(lines)

    def _swatch(self, row: int) -> QColor | None:
        return self._swatches[int(self.swatch_rows[row])] if row < len(self.swatch_rows) else None

    def _all_changed(self) -> None:
        if len(self.shown_rows):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.shown_rows) - 1, self.columnCount() - 1))


def _alignment(column: TermColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in NUMBER_COLUMNS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
