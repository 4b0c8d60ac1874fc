"""The topics as a list for the panel: one row a visible topic, renamed in place."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from phrase_explorer.domain.topic_model import NATURAL_BALANCE, Topic, TopicTerm

if TYPE_CHECKING:
    from phrase_explorer.domain.topic_model import TopicModel

TOPIC_ROLE = Qt.ItemDataRole.UserRole
TERMS_ROLE = Qt.ItemDataRole.UserRole + 1
SHOWN_TERMS = 6


class TopicListModel(QAbstractListModel):
    """Rows are the visible topics in their order.

    Signals
    -------
    rename_wanted(key, name)
        The person typed a name.
    """

    rename_wanted = Signal(str, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._topics: tuple[Topic, ...] = ()
        self._terms: list[tuple[TopicTerm, ...]] = []
        self.balance = NATURAL_BALANCE
        self.is_editable = True

    def show_model(self, model: "TopicModel | None") -> None:
        """Show other topics."""
        self.beginResetModel()
        self._topics = model.visible_topics if model is not None else ()
        self._list_terms()
        self.endResetModel()

    def set_balance(self, balance: float) -> None:
        """List more words (towards 0) or more phrases (towards 1)."""
        self.balance = balance
        self._list_terms()
        if self._topics:
            self.dataChanged.emit(self.index(0), self.index(len(self._topics) - 1), [TERMS_ROLE])

    def topic(self, row: int) -> Topic:
        """Give the topic of a row."""
        return self._topics[row]

    def terms(self, row: int) -> tuple[TopicTerm, ...]:
        """Give the terms that a row lists."""
        return self._terms[row]

    def row_of(self, key: str) -> int:
        """Give the row of a topic, -1 if it is not shown."""
        return next((row for row, topic in enumerate(self._topics) if topic.key == key), -1)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        """How many topics are shown."""
        return 0 if parent.isValid() else len(self._topics)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Give a topic, its terms, or its name."""
        if not index.isValid():
            return None
        topic = self._topics[index.row()]
        if role == TOPIC_ROLE:
            return topic
        if role == TERMS_ROLE:
            return self._terms[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return topic.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            terms = ", ".join(term.text for term in self._terms[index.row()])
            return f"{topic.name}, {topic.share:.0%} of the corpus: {terms}"
        return None

    def setData(
        self, index: QModelIndex | QPersistentModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Ask for a new name; it comes back with the next model."""
        if role != Qt.ItemDataRole.EditRole or str(value).strip() == self._topics[index.row()].name:
            return False
        self.rename_wanted.emit(self._topics[index.row()].key, str(value))
        return True

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Let topics be selected, and renamed where the project may be written."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self.is_editable and index.isValid() else flags

    def _list_terms(self) -> None:
        self._terms = [topic.top_terms(SHOWN_TERMS, self.balance) for topic in self._topics]
