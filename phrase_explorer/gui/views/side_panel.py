"""The tabs on the right. A tab exists only when there is something behind it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from phrase_explorer.gui.controls import rule


class SidePanel(QWidget):
    """A row of tabs over one page at a time."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._tabs = QTabBar(self)
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setUsesScrollButtons(True)
        self._tabs.setAccessibleName("Panels")
        self._pages = QStackedWidget(self)
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        heading = QHBoxLayout()
        heading.setContentsMargins(2, 0, 8, 0)
        heading.addWidget(self._tabs)
        heading.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(heading)
        column.addWidget(rule(self))
        column.addWidget(self._pages, 1)

    def add_tab(self, title: str, page: QWidget) -> None:
        """Add a tab at the end."""
        self._pages.addWidget(page)
        self._tabs.addTab(title)

    @property
    def current_title(self) -> str:
        """The tab that is in front."""
        return self._tabs.tabText(self._tabs.currentIndex())

    def show_tab(self, title: str) -> None:
        """Bring a tab to the front."""
        for index in range(self._tabs.count()):
            if self._tabs.tabText(index) == title:
                self._tabs.setCurrentIndex(index)
