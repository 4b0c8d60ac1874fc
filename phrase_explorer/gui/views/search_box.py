"""The search box: type, and after a moment the terms nearest in meaning, those with these words, or the text are found."""

from typing import cast

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from phrase_explorer.gui.actions.find_terms import SearchMode
from phrase_explorer.gui.controls import ChoiceButton
from phrase_explorer.gui.icons import icon_pixmap
from phrase_explorer.gui.theme import Theme

DEBOUNCE_MS = 250
MODES: tuple[tuple[SearchMode, str], ...] = (("meaning", "meaning"), ("exact", "exact words"), ("text", "in the text"))
PLACEHOLDERS: dict[SearchMode, str] = {
    "meaning": "Search by meaning",
    "exact": "Search for words as written",
    "text": "Find any text, or /pattern/",
}


class SearchBox(QLineEdit):
    """A line for the text, and a menu for how it is meant.

    Signals
    -------
    search_changed(text, mode)
        The person has paused, pressed Enter, cleared the text or changed the mode.
    """

    search_changed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.mode_button = ChoiceButton(MODES, "How to search", self)
        self.mode_button.setCursor(Qt.CursorShape.ArrowCursor)
        self._icon = QAction(self)
        self._last: tuple[str, SearchMode] = ("", "meaning")
        self._debounce = QTimer(self)
        self._debounce.setSingleShot(True)
        self._debounce.setInterval(DEBOUNCE_MS)
        self.addAction(self._icon, QLineEdit.ActionPosition.LeadingPosition)
        self.setAccessibleName("Search terms")
        self.setFixedHeight(28)
        self.set_theme(theme)
        self._fit()
        self.textChanged.connect(self._debounce.start)
        self._debounce.timeout.connect(self._search)
        self.returnPressed.connect(lambda: self._search(again=True))
        self.mode_button.chosen.connect(self._change_mode)
        self._name_mode()

    @property
    def mode(self) -> SearchMode:
        """How the text is meant."""
        return cast("SearchMode", self.mode_button.value)

    def choose_mode(self, mode: SearchMode) -> None:
        """Search by meaning, or for words as written."""
        self.mode_button.set_value(mode)
        self._change_mode(mode)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        icon = QIcon()
        for scale in (1, 2, 3):
            icon.addPixmap(icon_pixmap("search", theme.secondary, scale=scale))
        self._icon.setIcon(icon)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the menu at the right end, inside the frame."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear with Escape."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._search()
            return
        super().keyPressEvent(event)

    def _fit(self) -> None:
        hint = self.mode_button.sizeHint()
        self.mode_button.setGeometry(
            self.width() - hint.width() - 4, (self.height() - hint.height()) // 2, hint.width(), hint.height()
        )
        self.setTextMargins(0, 0, hint.width() + 2, 0)

    def _change_mode(self, _mode: object) -> None:
        self._name_mode()
        self._fit()
        self._search()

    def _name_mode(self) -> None:
        self.setPlaceholderText(PLACEHOLDERS[self.mode])

    def _search(self, *, again: bool = False) -> None:
        self._debounce.stop()
        asked = (self.text().strip(), self.mode)
        if asked != self._last or again:
            self._last = asked
            self.search_changed.emit(*asked)
