"""The documents that are most about a topic: title, share and the passage that says it best; a click opens it in the reader."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from phrase_explorer.gui.theme import SMALL_FONT_PX, Theme

if TYPE_CHECKING:
    from phrase_explorer.workflows.topics import TopicDocument

DOCUMENT_ROLE = Qt.ItemDataRole.UserRole
ROW_PX, LINE_PX, MARGIN_PX, SHARE_PX = 40, 18, 12, 40

Index = QModelIndex | QPersistentModelIndex


class TopicDocumentModel(QAbstractListModel):
    """One row a document."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.documents: list[TopicDocument] = []

    def show_documents(self, documents: "list[TopicDocument]") -> None:
        """Show other documents."""
        self.beginResetModel()
        self.documents = documents
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        """How many documents are listed."""
        return 0 if parent.isValid() else len(self.documents)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Give a document, or its title."""
        if not index.isValid():
            return None
        document = self.documents[index.row()]
        if role == DOCUMENT_ROLE:
            return document
        if role == Qt.ItemDataRole.DisplayRole:
            return document.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return document.passage
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{document.title}, {document.share:.0%}: {document.passage}"
        return None


class TopicDocuments(QListView):
    """Lists documents.

    Signals
    -------
    chosen(TopicDocument)
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.document_model = TopicDocumentModel(self)
        self._delegate = _DocumentDelegate(theme, self)
        self.setModel(self.document_model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Documents of the topic")
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_documents(self, documents: object) -> None:
        """Show a list of `TopicDocument`."""
        assert isinstance(documents, list)
        self.document_model.show_documents(documents)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._delegate.theme = theme
        self.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.data(DOCUMENT_ROLE))


class _DocumentDelegate(QStyledItemDelegate):
    """Paints a title with its share, and the passage under it."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(0, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        document: TopicDocument = index.data(DOCUMENT_ROLE)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(self.theme.selected))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(self.theme.hover))
        inner = rect.adjusted(MARGIN_PX, 2, -MARGIN_PX, -2)
        title = QRect(inner.left(), inner.top(), inner.width() - SHARE_PX, LINE_PX)
        _draw_elided(painter, option.font, title, document.title, QColor(self.theme.ink))
        small = QFont(option.font)
        small.setPixelSize(SMALL_FONT_PX)
        share = QRect(inner.right() - SHARE_PX, inner.top(), SHARE_PX, LINE_PX)
        painter.setFont(small)
        painter.setPen(QColor(self.theme.secondary))
        painter.drawText(
            share, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), f"{document.share:.0%}"
        )
        passage = QRect(inner.left(), inner.top() + LINE_PX, inner.width(), LINE_PX)
        _draw_elided(painter, small, passage, f"…{document.passage}", QColor(self.theme.secondary))
        painter.restore()


def _draw_elided(painter: QPainter, font: QFont, rect: QRect, text: str, colour: QColor) -> None:
    painter.setFont(font)
    painter.setPen(colour)
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
