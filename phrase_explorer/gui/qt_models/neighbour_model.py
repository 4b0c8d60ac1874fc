"""Terms that a search or a look at the neighbours found, best first, with their scores."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from phrase_explorer.workflows.search import TermHit


ModelIndex = QModelIndex | QPersistentModelIndex
HIT_ROLE = Qt.ItemDataRole.UserRole


class NeighbourModel(QAbstractListModel):
    """Hits in the order in which they came."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.hits: list[TermHit] = []

    def show_hits(self, hits: "Sequence[TermHit]") -> None:
        """Show these hits in place of the ones before."""
        self.beginResetModel()
        self.hits = list(hits)
        self.endResetModel()

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own signature
        """Give the number of hits."""
        return 0 if parent.isValid() else len(self.hits)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Give a hit, whole or in words.  Any: Qt takes any value here."""
        if not index.isValid() or index.row() >= len(self.hits):
            return None
        hit = self.hits[index.row()]
        if role == HIT_ROLE:
            return hit
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.term
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{hit.term}: {hit.kind}, similarity {hit.score:.2f}, {hit.count:,} times in {hit.documents:,} documents"
        return None
