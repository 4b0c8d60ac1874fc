"""The reader: one document as it was written, with its title, its metadata and its phrases marked."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from phrase_explorer.gui.actions import read_corpus
from phrase_explorer.gui.controls import ElidedLabel, IconButton, label, push_button
from phrase_explorer.gui.qt_models.document_page import DocumentPage
from phrase_explorer.gui.session import Place, ProjectSession
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.theme import Theme
from phrase_explorer.gui.views.reader_text import ReaderText

EMPTY_TEXT = "Click a line of the concordance to read it in its document."


class ReaderView(QWidget):
    """Shows the document of the session's place.

    Signals
    -------
    expand_requested()
        The person wants more room to read.
    failed(exception)
    """

    expand_requested = Signal()
    failed = Signal(object)

    def __init__(self, session: ProjectSession, runner: TaskRunner, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._runner = session, runner
        self._page: DocumentPage | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = ElidedLabel("Reader", "heading", self)
        self._facts = ElidedLabel("", "small", self)
        self._expand = IconButton("expand", "Give the reader more room", theme, self)
        self._expand.clicked.connect(self.expand_requested)
        self.text = ReaderText(theme, self)
        self.text.term_clicked.connect(lambda row: session.select_terms([row], initiator=self))
        self._earlier = push_button("Show earlier text", "link", self, lambda: self._turn_page(earlier=True))
        self._later = push_button("Show later text", "link", self, lambda: self._turn_page(earlier=False))
        self._empty = label(EMPTY_TEXT, "secondary", self, wraps=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._empty.setContentsMargins(12, 4, 12, 0)
        self._lay_out()
        session.place_changed.connect(self._show_place)
        session.project_closed.connect(self.clear)
        self.clear()

    @property
    def title(self) -> str:
        """The title of the document that is shown."""
        return self._title.text()

    @property
    def lit_text(self) -> str:
        """The mention that is lit."""
        page = self._page
        if page is None or page.place is None:
            return ""
        return page.text[page.place.start - page.start : page.place.end - page.start]

    def clear(self) -> None:
        """Show no document."""
        self._page = None
        self._runner.supersede("reader")
        self._title.setText("Reader")
        self._facts.setText("")
        self._facts.hide()
        self.text.clear_page()
        self._earlier.hide()
        self._later.hide()
        self._pages.setCurrentWidget(self._empty)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self.text.set_theme(theme)
        self._expand.set_theme(theme)

    def _lay_out(self) -> None:
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.text)
        heading = QHBoxLayout()
        heading.setContentsMargins(12, 6, 8, 2)
        heading.setSpacing(8)
        heading.addWidget(self._title)
        heading.addStretch(1)
        heading.addWidget(self._expand)
        facts = QHBoxLayout()
        facts.setContentsMargins(12, 0, 12, 6)
        facts.addWidget(self._facts)
        facts.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(heading)
        column.addLayout(facts)
        for button in (self._earlier, self._later):
            button.setContentsMargins(12, 0, 12, 0)
        column.addWidget(self._earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._pages, 1)
        column.addWidget(self._later, 0, Qt.AlignmentFlag.AlignHCenter)

    def _show_place(self, place: Place | None) -> None:
        if place is None:
            self.clear()
            return
        self._load(place, around=None)

    def _load(self, place: Place, around: int | None) -> None:
        task = read_corpus.start_page(self._session, self._runner, place, around=around)
        if task is not None:
            task.succeeded.connect(self._show_page)
            task.failed.connect(self.failed)

    def _show_page(self, page: object) -> None:
        assert isinstance(page, DocumentPage)
        self._page = page
        self._title.setText(page.title)
        self._title.updateGeometry()
        self._facts.setText(page.facts)
        self._facts.updateGeometry()
        self._facts.setVisible(bool(page.facts))
        self._earlier.setVisible(page.start > 0)
        self._later.setVisible(page.end < page.n_characters)
        self._pages.setCurrentWidget(self.text)
        self.text.show_page(page)

    def _turn_page(self, *, earlier: bool) -> None:
        page = self._page
        if page is not None:
            place = page.place or Place(page.document_row, page.start, page.start)
            self._load(place, around=max(0, page.start - 1) if earlier else page.end)
