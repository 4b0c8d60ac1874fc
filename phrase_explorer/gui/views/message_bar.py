"""Inline messages under the header: what went wrong and what to do next, never a dialog, never a traceback."""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from phrase_explorer.gui.controls import IconButton, label, push_button
from phrase_explorer.gui.icons import icon_pixmap
from phrase_explorer.gui.theme import Theme

Tone = Literal["error", "warning", "note"]
ICONS: dict[Tone, str] = {"error": "warning", "warning": "warning", "note": "note-info"}


class MessageBar(QFrame):
    """One sentence, until it is closed or another takes its place."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone: Tone = "note"
        self._details = ""
        self.setObjectName("messageBar")
        self._icon = QLabel(self)
        self._text = label("", "message", self, wraps=True)
        self._text.setObjectName("messageText")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._copy = push_button("Copy details", "quiet", self, self.copy_details)
        self._close = IconButton("close", "Dismiss this message", theme, self)
        self._close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(8)
        for widget, stretch in ((self._icon, 0), (self._text, 1), (self._copy, 0), (self._close, 0)):
            row.addWidget(widget, stretch)
        self.hide()

    @property
    def text(self) -> str:
        """What is being said; empty when nothing is."""
        return self._text.text() if not self.isHidden() else ""

    def say(self, sentence: str, tone: Tone = "note", *, details: str = "") -> None:
        """Show a sentence; `details` can be copied for a report."""
        self._tone, self._details = tone, details
        self._text.setText(sentence)
        self.setAccessibleName(sentence)
        self.setProperty("tone", tone)
        self._copy.setText("Copy details")
        self._copy.setVisible(bool(details))
        self.set_theme(self._theme)
        self.show()

    def dismiss(self) -> None:
        """Say nothing any more."""
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme
        colours = {"error": theme.error, "warning": theme.warning, "note": theme.accent}
        self._icon.setPixmap(icon_pixmap(ICONS[self._tone], colours[self._tone], scale=self.devicePixelRatioF()))
        self._close.set_theme(theme)
        for widget in (self, self._text):
            widget.style().unpolish(widget)
            widget.style().polish(widget)

    def copy_details(self) -> None:
        """Put the sentence and its details on the clipboard, for a report."""
        QGuiApplication.clipboard().setText(f"{self._text.text()}\n\n{self._details}")
        self._copy.setText("Copied")
