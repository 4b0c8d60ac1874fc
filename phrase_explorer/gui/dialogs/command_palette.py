"""Do anything by its name: type some of it, choose, Enter."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

WIDTH_PX, HEIGHT_PX = 480, 360


class CommandPalette(QFrame):
    """A list of the actions that can be done now, over the window."""

    def __init__(self, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName("Commands")
        self._actions = [action for action in actions if action.isEnabled()]
        self.edit = QLineEdit(self)
        self.edit.setPlaceholderText("What do you want to do?")
        self.edit.setAccessibleName("Name of the command")
        self.edit.textChanged.connect(self._narrow)
        self.edit.installEventFilter(self)
        self.list = QTreeWidget(self)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setColumnCount(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(self._do)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.edit)
        column.addWidget(self.list, 1)
        self._narrow("")

    def open_over(self, window: QWidget) -> None:
        """Show the palette at the top of a window, ready to type."""
        width = min(WIDTH_PX, window.width() - 40)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.setGeometry(corner.x() + (window.width() - width) // 2, corner.y() + 52, width, HEIGHT_PX)
        self.list.setColumnWidth(0, width - 140)
        self.show()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)

    @property
    def offered(self) -> list[str]:
        """The names that are listed."""
        return [item.text(0) for item in self._items()]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with the arrow keys while typing; Enter does it."""
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self._move(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                current = self.list.currentItem()
                if current is not None:
                    self._do(current)
                return True
        return super().eventFilter(watched, event)

    def _items(self) -> list[QTreeWidgetItem]:
        items = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [item for item in items if item is not None]

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        self.list.clear()
        for number, action in enumerate(self._actions):
            name = action.text().replace("&&", "&")
            if all(word in name.casefold() for word in words):
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QTreeWidgetItem([name, keys])
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                item.setForeground(1, self.palette().placeholderText())
                item.setData(0, Qt.ItemDataRole.UserRole, number)
                self.list.addTopLevelItem(item)
        self._move(1)

    def _move(self, step: int) -> None:
        items = self._items()
        if items:
            current = self.list.currentItem()
            row = (items.index(current) + step) % len(items) if current in items else 0
            self.list.setCurrentItem(items[row])

    def _do(self, item: QTreeWidgetItem, _column: int = 0) -> None:
        action = self._actions[int(item.data(0, Qt.ItemDataRole.UserRole))]
        self.close()
        action.trigger()
