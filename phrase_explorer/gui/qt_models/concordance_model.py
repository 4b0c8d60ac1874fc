"""Concordance lines as a list that grows while the reader scrolls."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

if TYPE_CHECKING:
    from phrase_explorer.workflows.concordance import ConcordanceLine


ModelIndex = QModelIndex | QPersistentModelIndex
LINE_ROLE = Qt.ItemDataRole.UserRole


class ConcordanceModel(QAbstractListModel):
    """Lines of one term, one page after the other.

    Signals
    -------
    more_wanted()
        The view has come to the end of what is loaded, and there is more.
    """

    more_wanted = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: list[ConcordanceLine] = []
        self.n_total = 0
        self._is_waiting = False

    def clear(self) -> None:
        """Show no lines."""
        self.show_lines((), 0)

    def show_lines(self, lines: "Sequence[ConcordanceLine]", n_total: int) -> None:
        """Show the first page of `n_total` lines."""
        self.beginResetModel()
        self.lines, self.n_total, self._is_waiting = list(lines), n_total, False
        self.endResetModel()

    def append_lines(self, lines: "Sequence[ConcordanceLine]") -> None:
        """Add the next page; an empty one means that there is no more."""
        self._is_waiting = False
        if not lines:
            self.n_total = len(self.lines)
            return
        self.beginInsertRows(QModelIndex(), len(self.lines), len(self.lines) + len(lines) - 1)
        self.lines.extend(lines)
        self.endInsertRows()

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own signature
        """Give the number of lines loaded so far."""
        return 0 if parent.isValid() else len(self.lines)

    def canFetchMore(self, parent: ModelIndex) -> bool:
        """Say whether there are lines that are not loaded yet."""
        return not parent.isValid() and not self._is_waiting and len(self.lines) < self.n_total

    def fetchMore(self, parent: ModelIndex) -> None:
        """Ask for the next page."""
        if self.canFetchMore(parent):
            self._is_waiting = True
            self.more_wanted.emit()

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Give a line, whole or as plain text.  Any: Qt takes any value here."""
        if not index.isValid() or index.row() >= len(self.lines):
            return None
        line = self.lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line_text(line)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{line.title}: {line_text(line)}"
        return None


def line_text(line: "ConcordanceLine") -> str:
    """Give a line as one piece of plain text on one line."""
    return " ".join(f"{line.left}{line.match}{line.right}".split())


def lines_as_table(lines: "Sequence[ConcordanceLine]") -> str:
    """Give lines as tab-separated text with a heading, for the clipboard and for a file."""
    rows = [("document", "title", "start", "end", "left", "match", "right")]
    rows += [
        (line.key, line.title, str(line.start), str(line.end), line.left, line.match, line.right) for line in lines
    ]
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)
