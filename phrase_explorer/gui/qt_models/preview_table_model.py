"""The first records of a file, as the import dialog shows them."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from phrase_explorer.readers.corpus_preview import CorpusPreview

ModelIndex = QModelIndex | QPersistentModelIndex


class PreviewTableModel(QAbstractTableModel):
    """Rows and columns of a `CorpusPreview`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._preview: CorpusPreview | None = None

    def show_preview(self, preview: CorpusPreview) -> None:
        """Show other records."""
        self.beginResetModel()
        self._preview = preview
        self.endResetModel()

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own signature
        """Give the number of records."""
        return 0 if parent.isValid() or self._preview is None else len(self._preview.rows)

    def columnCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own signature
        """Give the number of columns."""
        return 0 if parent.isValid() or self._preview is None else len(self._preview.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name the columns.  Any: Qt takes any value here."""
        if (
            self._preview is not None
            and role == Qt.ItemDataRole.DisplayRole
            and orientation == Qt.Orientation.Horizontal
        ):
            return self._preview.columns[section].name
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Give a value as text.  Any: Qt takes any value here."""
        if self._preview is not None and index.isValid() and role == Qt.ItemDataRole.DisplayRole:
            return " ".join(self._preview.rows[index.row()][index.column()].split())
        return None
