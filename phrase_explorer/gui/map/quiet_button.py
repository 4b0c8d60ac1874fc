"""A button that frames itself only for who came to it by the keyboard; a click leaves no frame behind."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class QuietButton(QAbstractButton):
    """Base of the buttons that float over the map."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._came_by_keyboard = False

    @property
    def has_frame(self) -> bool:
        """Whether the keyboard stands here."""
        return self._came_by_keyboard and self.hasFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Note how the focus came."""
        self._came_by_keyboard = event.reason() in KEYBOARD_REASONS
        super().focusInEvent(event)
