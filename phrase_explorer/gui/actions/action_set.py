"""The window's actions as QActions, looked up by their name in the catalogue."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from phrase_explorer.gui.actions.action_catalogue import ACTIONS, ActionSpec
from phrase_explorer.gui.icons import themed_icon
from phrase_explorer.gui.theme import Theme


class ActionSet:
    """One QAction for each spec; `bind` gives it something to do."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        self._actions: dict[str, QAction] = {}
        self._bound: set[str] = set()
        choices: dict[str, QActionGroup] = {}
        for spec in ACTIONS:
            action = QAction(spec.text, parent)
            action.setObjectName(spec.name)
            action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            if spec.choice:
                action.setCheckable(True)
                choices.setdefault(spec.choice, QActionGroup(parent)).addAction(action)
            if spec.short:
                action.setIconText(spec.short)
            action.setToolTip(_tip(spec))
            self._actions[spec.name] = action
        self.set_theme(theme)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def bind(self, name: str, do: Callable[[], object]) -> None:
        """Let an action do something."""
        self._bound.add(name)
        self._actions[name].triggered.connect(lambda _checked=False: do())

    def is_bound(self, name: str) -> bool:
        """Say whether an action does something."""
        return name in self._bound

    def of_menu(self, menu: str) -> list[QAction]:
        """Give the actions of one menu in order."""
        return [self._actions[spec.name] for spec in ACTIONS if spec.menu == menu]

    def fill(self, menu: QMenu, name: str) -> None:
        """Put the actions of one menu into it, with lines between the groups."""
        for spec in ACTIONS:
            if spec.menu == name:
                if spec.begins:
                    menu.addSeparator()
                menu.addAction(self._actions[spec.name])

    def enable(self, satisfied: frozenset[str]) -> None:
        """Enable the actions all of whose needs are among `satisfied`."""
        for spec in ACTIONS:
            self._actions[spec.name].setEnabled(satisfied.issuperset(spec.needs.split()))

    def name_history(self, undo_label: str | None, redo_label: str | None) -> None:
        """Say what undo and redo would do."""
        for name, label in (("undo", undo_label), ("redo", redo_label)):
            spec = next(spec for spec in ACTIONS if spec.name == name)
            text = f"{spec.text}: {label}" if label else spec.text
            self._actions[name].setText(text.replace("&", "&&"))
            self._actions[name].setToolTip(f"{text} ({shown_keys(spec)})")

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in another theme's ink."""
        for spec in ACTIONS:
            if spec.icon:
                self._actions[spec.name].setIcon(themed_icon(spec.icon, theme))


def shown_keys(spec: ActionSpec) -> str:
    """Give an action's first shortcut as this desktop writes it, "" if it has none."""
    return QKeySequence(spec.keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if spec.keys else ""


def _tip(spec: ActionSpec) -> str:
    keys = shown_keys(spec)
    return f"{spec.text} ({keys})" if keys else spec.text
