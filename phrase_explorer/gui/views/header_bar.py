"""The bar at the top: what is open, the search box, what the map shows and in which colours, undo and redo."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from phrase_explorer.gui.actions.action_set import ActionSet
from phrase_explorer.gui.controls import ChoiceButton, ElidedLabel, IconButton, action_button
from phrase_explorer.gui.session import COLUMN_PREFIX, Colouring
from phrase_explorer.gui.theme import Theme
from phrase_explorer.gui.views.search_box import SearchBox

HEIGHT_PX = 44
SEARCH_WIDTH_PX = 380
CONTROL_HEIGHT_PX = 28
COLOURINGS: tuple[tuple[Colouring, str], ...] = (
    ("kind", "kind"),
    ("topic", "topic"),
    ("frequency", "frequency"),
    ("spread", "number of documents"),
    ("tag", "tag"),
    ("plain", "none"),
)


class HeaderBar(QWidget):
    """Title, search and the few choices that hold for the whole window.

    Signals
    -------
    colouring_chosen(Colouring)
    """

    colouring_chosen = Signal(object)

    def __init__(self, actions: ActionSet, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT_PX)
        self.menu_button = IconButton("menu", "Menu", theme, self)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setMenu(_menu(actions, self.menu_button))
        self._title = ElidedLabel("Phrase Explorer", "title", self)
        self._facts = ElidedLabel("", "secondary", self)
        self._facts.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.search = SearchBox(theme, self)
        self.search.setMinimumWidth(200)
        self.search.setMaximumWidth(SEARCH_WIDTH_PX)
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.colour_button = ChoiceButton(
            COLOURINGS, "What colour means on the map", self, role="control", prefix="Colour: "
        )
        self.colour_button.chosen.connect(self.colouring_chosen)
        self._kinds = QFrame(self)
        self._project_controls = [self.search, self._kinds, self.colour_button]
        self._undo = action_button(actions["undo"], "control", self)
        self._redo = action_button(actions["redo"], "control", self)
        self._lay_out(actions)
        self.show_project("", "")

    def offer_columns(self, columns: list[str]) -> None:
        """Offer metadata columns as colours, beside those that every corpus has."""
        own: list[tuple[Colouring, str]] = [(f"{COLUMN_PREFIX}{name}", name) for name in columns]
        self.colour_button.set_choices([*COLOURINGS[:-1], *own, COLOURINGS[-1]])

    def show_project(self, title: str, facts: str) -> None:
        """Name what is open; without a title only the program is named."""
        self._title.setText(title or "Phrase Explorer")
        self._facts.setText(facts)
        for text in (self._title, self._facts):
            text.updateGeometry()
        for control in (*self._project_controls, self._undo, self._redo):
            control.setVisible(bool(title))

    @property
    def title(self) -> str:
        """What it names as open."""
        return self._title.text()

    @property
    def facts(self) -> str:
        """The counts beside the title."""
        return self._facts.text()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self.menu_button.set_theme(theme)
        self.search.set_theme(theme)

    def _lay_out(self, actions: ActionSet) -> None:
        self._kinds.setProperty("role", "segments")
        segments = QHBoxLayout(self._kinds)
        segments.setContentsMargins(1, 1, 1, 1)
        segments.setSpacing(1)
        for name in ("show_all_kinds", "show_phrases", "show_words"):
            segments.addWidget(action_button(actions[name], "segment", self._kinds, shows_text=True))
        left = QHBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.menu_button)
        left.addWidget(self._title)
        left.addWidget(self._facts, 1)
        right = QHBoxLayout()
        right.setSpacing(8)
        right.addStretch(1)
        for control in (self._kinds, self.colour_button, self._undo, self._redo):
            control.setFixedHeight(CONTROL_HEIGHT_PX)
            right.addWidget(control)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 12, 0)
        row.setSpacing(16)
        row.addLayout(left, 10)
        row.addWidget(self.search, 8)
        row.addLayout(right, 10)


def _menu(actions: ActionSet, parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    for name in ("File", "Edit", "Terms", "View", "Help"):
        actions.fill(menu.addMenu(name), name)
    return menu
