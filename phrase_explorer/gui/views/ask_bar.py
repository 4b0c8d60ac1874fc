"""One question on one line, in the window itself: a tag's name, a note. Enter answers, Escape leaves."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QFrame, QHBoxLayout, QLineEdit, QWidget

from phrase_explorer.gui.controls import ElidedLabel, label, push_button


class AskBar(QFrame):
    """Asks, and calls back with the answer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setProperty("tone", "note")
        self._answer: Callable[[str], object] | None = None
        self._before: QWidget | None = None
        self._question = ElidedLabel("", "heading", self)
        self.edit = QLineEdit(self)
        self.edit.returnPressed.connect(self._finish)
        self._done = push_button("Done", "primary", self, self._finish)
        self._leave = push_button("Leave", "plain", self, self.leave)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(8)
        row.addWidget(self._question)
        row.addWidget(self.edit, 1)
        row.addWidget(label("Enter to save, Esc to leave", "small", self))
        row.addWidget(self._done)
        row.addWidget(self._leave)
        self.hide()

    def ask(
        self, question: str, answer: Callable[[str], object], *, initial: str = "", known: Sequence[str] = ()
    ) -> None:
        """Ask; `known` answers are offered while typing. An unanswered question before is left."""
        if self.isHidden():
            self._before = self.window().focusWidget()
        self._answer = answer
        self._question.setText(question)
        self._question.updateGeometry()
        self.edit.setAccessibleName(question)
        self.edit.setText(initial)
        completer = QCompleter(list(known), self.edit)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.edit.setCompleter(completer)
        self.show()
        self.edit.selectAll()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Leave the question without an answer."""
        self._answer = None
        self.hide()
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
            self._before = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def _finish(self) -> None:
        answer, text = self._answer, self.edit.text()
        self.leave()
        if answer is not None:
            answer(text)
