"""The neighbours of a term, or what a search found: nearest first, with a bar for how near."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHBoxLayout, QListView, QStackedWidget, QVBoxLayout, QWidget

from phrase_explorer.domain.selection import Selection
from phrase_explorer.gui.actions import find_terms
from phrase_explorer.gui.actions.find_terms import LoadedEncoder, SearchMode
from phrase_explorer.gui.controls import ElidedLabel, label
from phrase_explorer.gui.qt_models.neighbour_model import HIT_ROLE, NeighbourModel
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.theme import Theme
from phrase_explorer.gui.views.score_bar_delegate import ScoreBarDelegate

if TYPE_CHECKING:
    from phrase_explorer.project.changes import Changes

EMPTY_TEXT = "Select a term to see which terms are nearest to it in meaning, or search for any text."
NO_VECTORS_TEXT = "Neighbours appear as soon as the meaning of the terms has been measured."
NOTHING_TEXT = "Nothing found. Try fewer words, or search by meaning."


class NeighboursView(QWidget):
    """Shows hits; a click selects the term.

    Signals
    -------
    failed(exception)
    """

    failed = Signal(object)

    def __init__(self, session: ProjectSession, runner: TaskRunner, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._runner = session, runner
        self._encoder = LoadedEncoder()
        self._anchor: int | None = None
        self._search: tuple[str, SearchMode] | None = None
        self._heading = ElidedLabel("", "heading", self)
        self._facts = label("", "secondary", self)
        self.hide_shared = QCheckBox("hide terms that share words", self)
        self.hide_shared.setToolTip("What the encoder finds beyond the words themselves")
        self.hide_shared.toggled.connect(lambda _checked: self._ask())
        self.model = NeighbourModel(self)
        self.hits = QListView(self)
        self._delegate = ScoreBarDelegate(theme, self)
        self._empty = label(EMPTY_TEXT, "secondary", self, wraps=True)
        self._lay_out()
        session.selection_changed.connect(self._follow_selection)
        session.project_opened.connect(self._follow_project)
        session.project_closed.connect(self.clear)
        session.changed.connect(self._follow_changes)
        self.clear()

    @property
    def heading(self) -> str:
        """What the list is of."""
        return self._heading.text()

    def clear(self) -> None:
        """Show no hits."""
        self._anchor, self._search = None, None
        self._runner.supersede("neighbours")
        self._show_nothing(EMPTY_TEXT)

    def search(self, text: str, mode: SearchMode) -> None:
        """Search for a text; an empty one goes back to the neighbours of the selected term."""
        self._search = (text, mode) if text.strip() else None
        if self._search is None:
            self._session.set_search_rows(np.zeros(0, dtype=np.int32))
            self._anchor = self._session.selection.anchor
        self._ask()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._delegate.set_theme(theme)
        self.hits.viewport().update()

    def _lay_out(self) -> None:
        self.hits.setModel(self.model)
        self.hits.setItemDelegate(self._delegate)
        self.hits.setUniformItemSizes(True)
        self.hits.setMouseTracking(True)
        self.hits.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.hits.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hits.setAccessibleName("Nearest terms")
        self.hits.clicked.connect(self._select)
        self.hits.activated.connect(self._select)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._empty.setContentsMargins(12, 10, 12, 0)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.hits)
        self._top = QWidget(self)
        top = QVBoxLayout(self._top)
        top.setContentsMargins(12, 8, 12, 6)
        top.setSpacing(4)
        first = QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(self._facts)
        first.addWidget(self._heading)
        first.addStretch(1)
        top.addLayout(first)
        top.addWidget(self.hide_shared)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._top)
        column.addWidget(self._pages, 1)

    def _follow_project(self) -> None:
        self._anchor = self._session.selection.anchor
        self._ask()

    def _follow_changes(self, changes: "Changes", _initiator: object) -> None:
        if changes.hidden_terms:
            self._ask()

    def _follow_selection(self, selection: Selection, initiator: object) -> None:
        if selection.anchor == self._anchor and self._search is None:
            return
        if initiator is self and self._search is not None:
            return  # walking through what a search found keeps the list
        if selection.anchor is not None:
            self._search = None
            self._session.set_search_rows(np.zeros(0, dtype=np.int32))
        self._anchor = selection.anchor
        self._ask()

    def _ask(self) -> None:
        vocabulary, analysis = self._session.vocabulary, self._session.analysis
        hides = self.hide_shared.isChecked()
        task: BackgroundTask | None = None
        if vocabulary is not None and self._search is not None:
            text, mode = self._search
            self._say("Search" if mode == "exact" else "Nearest to", text)
            task = find_terms.start_search(
                self._session, self._runner, self._encoder, text, mode=mode, hide_shared_words=hides
            )
        elif vocabulary is not None and self._anchor is not None:
            self._say("Nearest to", vocabulary.terms[self._anchor])
            task = find_terms.start_neighbours(self._session, self._runner, self._anchor, hide_shared_words=hides)
        else:
            self._runner.supersede("neighbours")
        if task is None:
            has_vectors = analysis is None or analysis.term_embeddings is not None
            self._show_nothing(EMPTY_TEXT if has_vectors else NO_VECTORS_TEXT)
            return
        task.succeeded.connect(self._show_hits)
        task.failed.connect(self.failed)

    def _show_hits(self, hits: object) -> None:
        assert isinstance(hits, list)
        self.model.show_hits(hits)
        if self._search is not None:
            self._session.set_search_rows(np.array([hit.row for hit in hits], dtype=np.int32))
        if not hits:
            self._show_nothing(NOTHING_TEXT, keeps_heading=True)
            return
        self._top.show()
        self._pages.setCurrentWidget(self.hits)
        self.hits.scrollToTop()

    def _show_nothing(self, sentence: str, *, keeps_heading: bool = False) -> None:
        self.model.show_hits(())
        self._empty.setText(sentence)
        self._top.setVisible(keeps_heading)
        self._pages.setCurrentWidget(self._empty)

    def _say(self, what: str, text: str) -> None:
        self._facts.setText(what)
        self._heading.setText(text)
        self._heading.updateGeometry()

    def _select(self, index: QModelIndex) -> None:
        self._session.select_terms([index.data(HIT_ROLE).row], initiator=self)
