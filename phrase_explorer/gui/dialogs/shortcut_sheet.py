"""The sheet of keyboard shortcuts: everything that has keys, by menu."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from phrase_explorer.gui.actions.action_catalogue import ACTIONS
from phrase_explorer.gui.actions.action_set import shown_keys
from phrase_explorer.gui.controls import label, push_button

ON_THE_MAP = (
    ("Pan", "drag, or arrow keys"),
    ("Zoom", "wheel, or + and −"),
    ("Select around", "Shift + drag"),
    ("Look at a term", "click"),
    ("Zoom to a term", "double-click"),
)
COLUMNS = (("File", "Edit", "Help"), ("Terms", "View"))


class ShortcutSheet(QDialog):
    """Lists the shortcuts; stays open beside the work."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Keyboard shortcuts")
        self.setProperty("role", "panel")
        body = QWidget(self)
        body.setProperty("role", "panel")
        body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        columns = QHBoxLayout(body)
        columns.setContentsMargins(20, 16, 20, 16)
        columns.setSpacing(40)
        for menus in COLUMNS:
            column = QVBoxLayout()
            column.setSpacing(4)
            for menu in menus:
                rows = [
                    (spec.text.rstrip("…"), shown_keys(spec)) for spec in ACTIONS if spec.menu == menu and spec.keys
                ]
                column.addLayout(_section(menu, rows, body))
                column.addSpacing(12)
            if menus is COLUMNS[-1]:
                column.addLayout(_section("On the map", list(ON_THE_MAP), body))
            column.addStretch(1)
            columns.addLayout(column)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(body)
        close = push_button("Close", "plain", self, self.close)
        footer = QHBoxLayout()
        footer.setContentsMargins(20, 8, 20, 12)
        footer.addStretch(1)
        footer.addWidget(close)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area, 1)
        whole.addLayout(footer)
        self.resize(780, 720)


def _section(title: str, rows: list[tuple[str, str]], parent: QWidget) -> QGridLayout:
    grid = QGridLayout()
    grid.setVerticalSpacing(3)
    grid.setHorizontalSpacing(24)
    grid.setColumnStretch(0, 1)
    grid.addWidget(label(title, "heading", parent), 0, 0, 1, 2)
    for row, (what, keys) in enumerate(rows, start=1):
        grid.addWidget(label(what, "plain", parent), row, 0)
        grid.addWidget(label(keys, "secondary", parent), row, 1, Qt.AlignmentFlag.AlignRight)
    return grid
