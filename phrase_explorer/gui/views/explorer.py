"""The panels of an open project: terms, map and tabs above; concordance and reader below, aligned with them."""

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from phrase_explorer.gui.actions.topic_flow import TopicFlow
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.theme import Theme
from phrase_explorer.gui.views.concordance_view import ConcordanceView
from phrase_explorer.gui.views.corpus_view import CorpusView
from phrase_explorer.gui.views.map_area import MapArea
from phrase_explorer.gui.views.neighbours_view import NeighboursView
from phrase_explorer.gui.views.reader_view import ReaderView
from phrase_explorer.gui.views.side_panel import SidePanel
from phrase_explorer.gui.views.term_panel import TermPanel
from phrase_explorer.gui.views.topics_panel import TopicsPanel

TERMS_PX, SIDE_PX, BOTTOM_PX = 268, 324, 214
NARROW_PX = 1200


class Explorer(QWidget):
    """Holds the views and the lines between them, which can be moved."""

    def __init__(
        self, session: ProjectSession, runner: TaskRunner, topic_flow: TopicFlow, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._rows = _splitter(Qt.Orientation.Vertical, self)
        self._top = _splitter(Qt.Orientation.Horizontal, self._rows)
        self._bottom = _splitter(Qt.Orientation.Horizontal, self._rows)
        self.terms = TermPanel(session, theme, self._top)
        self.map_area = MapArea(session, runner, theme, self._top)
        self.side = SidePanel(self._top)
        self.neighbours = NeighboursView(session, runner, theme, self.side)
        self.corpus = CorpusView(session, runner, self.side)
        self.side.add_tab("Neighbours", self.neighbours)
        self.topics = TopicsPanel(session, topic_flow, theme, self.side)
        self.side.add_tab("Topics", self.topics)
        self.side.add_tab("Corpus", self.corpus)
        self.concordance = ConcordanceView(session, runner, theme, self._bottom)
        self.reader = ReaderView(session, runner, theme, self._bottom)
        self._reader_has_room = False
        self._is_placed = False
        self._states: dict[str, QByteArray] = {}
        self._sizes_before: list[list[int]] = []
        self._lay_out()

    def reset_sizes(self) -> None:
        """Give every panel the size that it starts with."""
        self._set_sizes(self.width(), self.height())

    def toggle_reader(self) -> None:
        """Give the reader the room of the side panel and of the concordance, or take it back."""
        if self._reader_has_room:
            for splitter, sizes in zip((self._rows, self._bottom), self._sizes_before, strict=True):
                splitter.setSizes(sizes)
        else:
            self._sizes_before = [self._rows.sizes(), self._bottom.sizes()]
            width, height = self.width(), self.height()
            self._rows.setSizes([round(0.35 * height), round(0.65 * height)])
            self._bottom.setSizes([round(0.4 * width), round(0.6 * width)])
        self._reader_has_room = not self._reader_has_room

    def save_states(self) -> dict[str, QByteArray]:
        """Give what `restore_states` takes."""
        if not self._is_placed:
            return self._states
        if self._reader_has_room:
            self.toggle_reader()
        return {"rows": self._rows.saveState(), "top": self._top.saveState(), "bottom": self._bottom.saveState()}

    def restore_states(self, states: dict[str, QByteArray]) -> None:
        """Give the panels the sizes that they had, as soon as they are shown."""
        self._states = states

    def showEvent(self, event: QShowEvent) -> None:
        """Place the panels once their room is known."""
        super().showEvent(event)
        if not self._is_placed:
            QTimer.singleShot(0, self, self._place)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        for view in (self.terms, self.map_area, self.neighbours, self.topics, self.concordance, self.reader):
            view.set_theme(theme)

    def _lay_out(self) -> None:
        for splitter, stretches in ((self._top, (0, 1, 0)), (self._bottom, (1, 0)), (self._rows, (1, 0))):
            for index, stretch in enumerate(stretches):
                splitter.setStretchFactor(index, stretch)
        self.terms.setMinimumWidth(180)
        self.map_area.setMinimumWidth(240)
        self.side.setMinimumWidth(200)
        self.concordance.setMinimumWidth(320)
        self.reader.setMinimumWidth(200)
        self._bottom.setMinimumHeight(110)
        self._top.splitterMoved.connect(lambda _position, index: self._align(self._top, self._bottom, index == 2))
        self._bottom.splitterMoved.connect(lambda _position, _index: self._align(self._bottom, self._top, True))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._rows)

    def _place(self) -> None:
        if self._is_placed:
            return
        self._is_placed = True
        self.reset_sizes()
        for name, splitter in (("rows", self._rows), ("top", self._top), ("bottom", self._bottom)):
            if name in self._states:
                splitter.restoreState(self._states[name])

    def _set_sizes(self, width: int, height: int) -> None:
        narrow = width < NARROW_PX
        terms, side = (256, 248) if narrow else (TERMS_PX, SIDE_PX)
        bottom = min(BOTTOM_PX, height // 3)
        self._top.setSizes([terms, width - terms - side - 2, side])
        self._bottom.setSizes([width - side - 1, side])
        self._rows.setSizes([height - bottom - 1, bottom])
        self._reader_has_room = False

    def _align(self, moved: QSplitter, other: QSplitter, is_right_line: bool) -> None:
        """Keep the line left of the side panel and the line left of the reader in one."""
        if not is_right_line or self._reader_has_room:
            return
        sizes, right = other.sizes(), moved.sizes()[-1]
        growing = len(sizes) - 2  # the panel that gives or takes the room
        sizes[growing] += sizes[-1] - right
        sizes[-1] = right
        other.setSizes(sizes)


def _splitter(orientation: Qt.Orientation, parent: QWidget) -> QSplitter:
    splitter = QSplitter(orientation, parent)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    return splitter
