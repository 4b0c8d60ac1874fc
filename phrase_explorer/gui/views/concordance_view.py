"""The concordance: every mention of the term that is looked at, in its context, matches under each other."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QStackedWidget, QVBoxLayout, QWidget

from phrase_explorer.domain.selection import Selection
from phrase_explorer.gui.actions import read_corpus
from phrase_explorer.gui.actions.read_corpus import LinePage, LinePages
from phrase_explorer.gui.controls import ChoiceButton, ElidedLabel, label, push_button
from phrase_explorer.gui.qt_models.concordance_model import ConcordanceModel, lines_as_table
from phrase_explorer.gui.session import Place, ProjectSession
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.term_listing import is_between_slashes
from phrase_explorer.gui.theme import Theme
from phrase_explorer.gui.views.concordance_delegate import ConcordanceDelegate

if TYPE_CHECKING:
    from phrase_explorer.workflows.concordance import ConcordanceLine, ConcordanceSort

SORTS: "tuple[tuple[ConcordanceSort, str], ...]" = (
    ("document", "sorted by document"),
    ("left", "sorted by left context"),
    ("right", "sorted by right context"),
    ("date", "sorted by date"),
    ("random", "in random order"),
)
EMPTY_TEXT = "Select a term, on the map or in the table, to read every place where it occurs."


class ConcordanceView(QWidget):
    """Lists the lines of the selection's anchor, or of a text that is searched for.

    Signals
    -------
    export_requested()
        The person wants the lines in a file.
    lines_changed()
        There are lines now, or none any more.
    failed(exception)
    """

    export_requested = Signal()
    lines_changed = Signal()
    failed = Signal(object)

    def __init__(self, session: ProjectSession, runner: TaskRunner, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._runner = session, runner
        self._pages: LinePages | None = None
        self._anchor: int | None = None
        self._text = ""
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._facts = ElidedLabel("", "secondary", self)
        self.sort_button = ChoiceButton(SORTS, "Order of the lines", self)
        self.sort_button.chosen.connect(lambda _sort: self._read_lines())
        self._copy = push_button("copy", "quiet", self, self.copy_lines)
        self._copy.setToolTip("Copy the selected lines, or all that are loaded, as a table")
        self._export = push_button("export", "quiet", self, self.export_requested.emit)
        self._export.setToolTip("Save every line as a CSV file")
        self.model = ConcordanceModel(self)
        self.model.more_wanted.connect(self._read_more)
        self._delegate = ConcordanceDelegate(theme, self)
        self.lines = QListView(self)
        self._empty = label(EMPTY_TEXT, "secondary", self, wraps=True)
        self._set_up_list()
        self._lay_out()
        session.selection_changed.connect(self._follow_selection)
        session.project_opened.connect(self._follow_project)
        session.project_closed.connect(self.clear)
        self.clear()

    @property
    def facts(self) -> str:
        """What its heading says of the lines."""
        return self._facts.text()

    @property
    def sort(self) -> "ConcordanceSort":
        """The order of the lines."""
        return next(value for value, _text in SORTS if value == self.sort_button.value)

    def choose_sort(self, sort: "ConcordanceSort") -> None:
        """Put the lines in another order."""
        self.sort_button.set_value(sort)
        self._read_lines()

    @property
    def pages(self) -> LinePages | None:
        """The lines that are shown, as far as they have been read; None without lines."""
        return self._pages

    def find_text(self, text: str) -> None:
        """Show every place where a text, or a /pattern/, stands; an empty one goes back to the selected term."""
        self._text = text.strip()
        if self._text or self._anchor is not None:
            self._read_lines()
        else:
            self.clear()

    def clear(self) -> None:
        """Show no lines."""
        self._anchor, self._pages, self._text = None, None, ""
        self._runner.supersede("concordance")
        self.model.clear()
        self._say("")
        self._stack.setCurrentWidget(self._empty)
        for widget in (self.sort_button, self._copy, self._export):
            widget.hide()
        self.lines_changed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._delegate.set_theme(theme)
        self.lines.viewport().update()

    def copy_lines(self) -> None:
        """Put the selected lines, or all that are loaded, on the clipboard as a table."""
        chosen = sorted(index.row() for index in self.lines.selectionModel().selectedIndexes())
        lines = [self.model.lines[row] for row in chosen] if len(chosen) > 1 else self.model.lines
        QGuiApplication.clipboard().setText(lines_as_table(lines))

    def _set_up_list(self) -> None:
        self.lines.setModel(self.model)
        self.lines.setItemDelegate(self._delegate)
        self.lines.setUniformItemSizes(True)
        self.lines.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.lines.setMouseTracking(True)
        self.lines.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines.setAccessibleName("Concordance lines")
        self.lines.selectionModel().currentChanged.connect(self._open_line)
        self.lines.clicked.connect(self._open_line)

    def _lay_out(self) -> None:
        self._stack = QStackedWidget(self)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._empty.setContentsMargins(12, 4, 12, 0)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.lines)
        heading = QHBoxLayout()
        heading.setContentsMargins(12, 5, 8, 5)
        heading.setSpacing(4)
        heading.addWidget(label("Concordance", "heading", self))
        heading.addSpacing(4)
        heading.addWidget(self._facts)
        heading.addWidget(self.sort_button)
        heading.addStretch(1)
        heading.addWidget(self._copy)
        heading.addWidget(self._export)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(heading)
        column.addWidget(self._stack, 1)

    def _follow_project(self) -> None:
        if self._session.selection.anchor is None and not self._text:
            self.clear()

    def _follow_selection(self, selection: Selection, _initiator: object) -> None:
        if selection.anchor == self._anchor:
            return
        self._anchor = selection.anchor
        if selection.anchor is not None:
            self._text = ""
            self._read_lines()
        elif not self._text:
            self.clear()

    def _read_lines(self) -> None:
        if self._session.project is None:
            return
        if self._text:
            self._pages = read_corpus.pages_of_text(self._session, self._text, self.sort)
        elif self._anchor is not None and self._session.vocabulary is not None:
            self._pages = read_corpus.pages_of_term(self._session, self._anchor, self.sort)
        else:
            return
        self._say(f"{self._subject()} · … · ")
        self._start(self._pages, self._show_first_page, self._fail)
        self.sort_button.show()

    def _read_more(self) -> None:
        if self._pages is not None:
            self._start(self._pages, self._show_next_page, self.failed.emit)

    def _start(self, pages: LinePages, show: Callable[[object], None], fail: Callable[[object], None]) -> None:
        task = read_corpus.start_lines(self._runner, pages)
        task.succeeded.connect(show)
        task.failed.connect(fail)

    def _fail(self, error: object) -> None:
        """Take away the lines of what was looked at before, which are not those of what is looked at now."""
        self.clear()
        self.failed.emit(error)

    def _show_first_page(self, page: object) -> None:
        assert isinstance(page, LinePage)
        self._delegate.measure(page.lines, self.lines.font())
        self.model.show_lines(page.lines, page.n_total)
        self._say(f"{self._subject()} · {_lines(page.n_total)} · ")
        self.lines_changed.emit()
        self._stack.setCurrentWidget(self.lines)
        for widget in (self._copy, self._export):
            widget.show()
        if page.lines:
            first = self.model.index(0, 0)
            self.lines.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self._open_line(first)

    def _subject(self) -> str:
        vocabulary = self._session.vocabulary
        if self._text:
            return self._text if is_between_slashes(self._text) else f"“{self._text}”"
        return vocabulary.terms[self._anchor] if vocabulary is not None and self._anchor is not None else ""

    def _show_next_page(self, page: object) -> None:
        assert isinstance(page, LinePage)
        self.model.append_lines(page.lines)

    def _open_line(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() < len(self.model.lines):
            self._session.read_place(_place(self.model.lines[index.row()]), self)

    def _say(self, facts: str) -> None:
        self._facts.setText(facts)
        self._facts.updateGeometry()


def _place(line: "ConcordanceLine") -> Place:
    return Place(line.document, line.start, line.end)


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count:,} lines"
