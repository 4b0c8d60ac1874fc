"""The few small controls that all views are made of: labels with a role, quiet buttons, choice buttons, elided labels.

A role is a dynamic property that the style sheet knows ("heading", "secondary", "quiet", ...).
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from phrase_explorer.gui.icons import ICON_PX, themed_icon
from phrase_explorer.gui.theme import Theme

Choices = Sequence[tuple[object, str]]
CHEVRON = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"


def label(text: str, role: str, parent: QWidget, *, wraps: bool = False) -> QLabel:
    """Make a label of plain text; whatever it shows is never read as markup."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setWordWrap(wraps)
    return made


def push_button(text: str, role: str, parent: QWidget, on_click: Callable[[], object] | None = None) -> QPushButton:
    """Make a push button; role is "primary", "quiet", "link" or "plain"."""
    made = QPushButton(text, parent)
    made.setProperty("role", role)
    made.setAutoDefault(False)
    if on_click is not None:
        made.clicked.connect(lambda _checked: on_click())
    return made


def action_button(action: QAction, role: str, parent: QWidget, *, shows_text: bool = False) -> QToolButton:
    """Make a button of an action; it takes over its icon, tip and state."""
    made = QToolButton(parent)
    made.setProperty("role", role)
    made.setDefaultAction(action)
    made.setIconSize(QSize(ICON_PX, ICON_PX))
    style = Qt.ToolButtonStyle.ToolButtonTextOnly if shows_text else Qt.ToolButtonStyle.ToolButtonIconOnly
    made.setToolButtonStyle(style)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.setAccessibleName(action.text().replace("&", ""))
    return made


def rule(parent: QWidget) -> QFrame:
    """Make a thin line across a panel."""
    made = QFrame(parent)
    made.setProperty("role", "rule")
    return made


class IconButton(QToolButton):
    """A button that shows only an icon; its name is what a screen reader says and what the tip shows."""

    def __init__(self, icon_name: str, name: str, theme: Theme, parent: QWidget, *, role: str = "quiet") -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self.setProperty("role", role)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setIconSize(QSize(ICON_PX, ICON_PX))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in another theme's ink."""
        self.setIcon(themed_icon(self._icon_name, theme))


class ChoiceButton(QToolButton):
    """A word that opens a menu of choices, one of which holds: "meaning ▾".

    Signals
    -------
    chosen(value)
        The person chose; `set_value` does not emit.
    """

    chosen = Signal(object)

    def __init__(self, choices: Choices, name: str, parent: QWidget, *, role: str = "quiet", prefix: str = "") -> None:
        super().__init__(parent)
        self._prefix = prefix
        self._value: object = None
        self.setProperty("role", role)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._choose)
        self.set_choices(choices)

    @property
    def value(self) -> object:
        """The choice that holds."""
        return self._value

    @property
    def choices(self) -> list[tuple[object, str]]:
        """What it offers."""
        return [(action.data(), action.text().replace("&&", "&")) for action in self._group.actions()]

    def set_choices(self, choices: Choices) -> None:
        """Offer other choices; the first one holds unless the present one is still among them."""
        for action in self._group.actions():
            self._group.removeAction(action)
            self.menu().removeAction(action)
            action.deleteLater()
        for value, text in choices:
            action = self.menu().addAction(text.replace("&", "&&"))
            action.setData(value)
            action.setCheckable(True)
            self._group.addAction(action)
        values = [value for value, _text in choices]
        self.set_value(self._value if self._value in values else values[0])

    def set_value(self, value: object) -> None:
        """Let a choice hold."""
        for action in self._group.actions():
            if action.data() == value:
                self._value = value
                action.setChecked(True)
                self.setText(f"{self._prefix}{action.text().replace('&&', '&')} {CHEVRON}".replace("&", "&&"))

    def _choose(self, action: QAction) -> None:
        if action.data() != self._value:
            self.set_value(action.data())
            self.chosen.emit(self._value)


class ElidedLabel(QLabel):
    """One line of plain text that ends in "…" where it does not fit, with the whole of it as its tip."""

    def __init__(
        self, text: str, role: str, parent: QWidget, *, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__(text, parent)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(24)

    def sizeHint(self) -> QSize:
        """Ask for the width of the whole text."""
        hint = super().sizeHint()
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, hint.height())

    def minimumSizeHint(self) -> QSize:
        """Shrink as far as needed."""
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw what fits."""
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), self._mode, self.width())
        self.setToolTip(self.text() if shown != self.text() else "")
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)
