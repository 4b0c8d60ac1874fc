"""The centre: the map, or the stages of the analysis until there is one."""

from typing import TYPE_CHECKING, cast

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from phrase_explorer.domain.layout import Layout
from phrase_explorer.domain.selection import Selection, SelectionMode
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.array_types import BoolArray, Int32Array
from phrase_explorer.gui.actions import read_corpus
from phrase_explorer.gui.actions.measure_trust import start_measuring_trust
from phrase_explorer.gui.controls import label
from phrase_explorer.gui.map.hover_card import CardContent
from phrase_explorer.gui.qt_models.term_colours import TermColours
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.term_listing import PatternError
from phrase_explorer.gui.theme import Theme
from phrase_explorer.gui.views.map_view import MapView
from phrase_explorer.gui.views.stage_progress_view import StageProgressView

if TYPE_CHECKING:
    from phrase_explorer.layouts.trust import MapTrust
    from phrase_explorer.project.changes import Changes
    from phrase_explorer.workflows.concordance import ConcordanceLine

EXAMPLE_LEFT, EXAMPLE_RIGHT = 60, 60
NO_TERMS_TEXT = "No words or phrases were found in these documents."
NO_MAP_TEXT = "There is no map yet. Continue the analysis to draw it."


class MapArea(QWidget):
    """Keeps the map in step with the session.

    Signals
    -------
    term_activated(row)
        The person double-clicked a point.
    """

    term_activated = Signal(int)

    def __init__(self, session: ProjectSession, runner: TaskRunner, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._runner = session, runner
        self._example: tuple[int, ConcordanceLine] | None = None
        self._trust: MapTrust | None = None
        self._shown: Vocabulary | None = None
        self._is_analysing = False
        self.map = MapView(theme, self)
        self.stages = StageProgressView(theme, self)
        self._note = label("", "secondary", self, wraps=True)
        self._pages = QStackedWidget(self)
        self._lay_out()
        self.map.set_card_provider(self.card_of)
        self.map.hovered.connect(self._read_example)
        self.map.selection_requested.connect(self._select)
        self.map.activated.connect(self.term_activated)
        session.project_opened.connect(self._show_project)
        session.project_closed.connect(self._show_project)
        session.layout_arrived.connect(self._move)
        session.changed.connect(self._follow_changes)
        session.filter_changed.connect(lambda _filter, _initiator: self._dim())
        session.selection_changed.connect(self._follow_selection)
        session.search_changed.connect(self._follow_search)

    @property
    def shows_map(self) -> bool:
        """Whether there is a map to see."""
        return self._pages.currentWidget() is self.map

    def set_analysing(self, is_analysing: bool) -> None:
        """Say whether an analysis runs: its stages are shown while there is no map."""
        self._is_analysing = is_analysing
        self._show_page()

    def set_colours(self, colours: TermColours) -> None:
        """Colour the points."""
        if self._shown is not None and len(colours.rows) == self._shown.n_terms:
            self.map.set_colours(colours.rows, colours.palette)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self.map.set_theme(theme)
        self.stages.set_theme(theme)

    def _lay_out(self) -> None:
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for page in (self.map, self.stages, self._note):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages)

    def _show_project(self) -> None:
        vocabulary, layout = self._session.vocabulary, self._session.layout
        self._example = None
        self._measure_trust()
        if vocabulary is None or layout is None:
            self._shown = None
            self.map.set_points(np.zeros((0, 2), np.float32), np.zeros(0), (), None)
        elif vocabulary is self._shown:
            self.map.set_positions(layout.positions, animate=True)
        else:
            self._shown = vocabulary
            self.map.set_points(layout.positions, vocabulary.counts, vocabulary.terms, vocabulary.kinds)
            self._hide()
            self._dim()
            self._follow_selection(self._session.selection, None)
        self._show_page()

    def _move(self, layout: Layout) -> None:
        if self._shown is None or self._shown is not self._session.vocabulary:
            self._show_project()
        else:
            self.map.set_positions(layout.positions, animate=True)

    def _show_page(self) -> None:
        vocabulary = self._session.vocabulary
        if self._shown is not None and self._shown.n_terms:
            self._pages.setCurrentWidget(self.map)
        elif self._is_analysing:
            self._pages.setCurrentWidget(self.stages)
        else:
            self._note.setText(NO_TERMS_TEXT if vocabulary is not None and vocabulary.n_terms == 0 else NO_MAP_TEXT)
            self._pages.setCurrentWidget(self._note)

    def _follow_changes(self, changes: "Changes", _initiator: object) -> None:
        if changes.hidden_terms:
            self._hide()
            self._dim()

    def _follow_selection(self, selection: Selection, _initiator: object) -> None:
        if self._shown is not None:
            self.map.set_selection(selection.term_rows, -1 if selection.anchor is None else selection.anchor)
            self._show_far_neighbours()

    def _follow_search(self, rows: Int32Array) -> None:
        if self._shown is not None:
            self.map.set_highlight(rows)

    def _hide(self) -> None:
        if self._shown is not None:
            self.map.set_hidden(self._session.hidden if self._session.hidden.any() else None)

    def _dim(self) -> None:
        if self._shown is not None:
            self.map.set_dimmed(self._filtered_out())

    def _filtered_out(self) -> BoolArray | None:
        listing, term_filter = self._session.listing, self._session.term_filter
        if listing is None or not term_filter.is_narrowing:
            return None
        tagged = self._session.tagged(term_filter.tag) if term_filter.tag is not None else None
        try:
            return ~listing.mask(term_filter, hidden=self._session.hidden, tagged=tagged)
        except PatternError:
            return None  # the term table says what is wrong with the pattern

    def _select(self, rows: Int32Array, mode: str) -> None:
        self._session.select_terms(rows, cast("SelectionMode", mode), initiator=self)

    def card_of(self, row: int) -> CardContent:
        """Give what the hover card says of a term."""
        vocabulary = self._shown
        if vocabulary is None:
            return CardContent("")
        count, documents = int(vocabulary.counts[row]), int(vocabulary.document_counts[row])
        facts = f"{count:,} times in {documents:,} documents"
        if count == 1:
            facts = "once"
        elif documents == 1:
            facts = f"{count:,} times in 1 document"
        example, marked = "", ""
        if self._example is not None and self._example[0] == row:
            line = self._example[1]
            example, marked = example_text(line), line.match_in_line
        notes = [self._session.note_on(row), self._trust.sentence(row) if self._trust is not None else ""]
        return CardContent(vocabulary.terms[row], facts, example, marked, "\n".join(filter(None, notes)))

    def _measure_trust(self) -> None:
        self._trust = None
        task = start_measuring_trust(self._session, self._runner)
        if task is not None:
            task.succeeded.connect(self._take_trust)

    def _take_trust(self, trust: object) -> None:
        if trust is not None:
            self._trust = cast("MapTrust", trust)
            self._show_far_neighbours()

    def _show_far_neighbours(self) -> None:
        """Draw lines to the true neighbours that the flat map has torn away from the term that is looked at."""
        anchor = self._session.selection.anchor
        far = self._trust.far_neighbours(anchor) if self._trust is not None and anchor is not None else ()
        self.map.set_far_neighbours(np.asarray(far, np.int32))

    def _read_example(self, row: int) -> None:
        """Start reading the first place where the term under the pointer occurs."""
        if row < 0 or self._session.project is None or (self._example is not None and self._example[0] == row):
            return
        task = read_corpus.start_example(self._session, self._runner, row)
        if task is not None:
            task.succeeded.connect(self._show_example)

    def _show_example(self, example: object) -> None:
        if isinstance(example, tuple):
            self._example = example
            self.map.refresh_card()


def example_text(line: "ConcordanceLine") -> str:
    """Give a line short enough for the hover card, cut at words."""
    left = line.left[-EXAMPLE_LEFT:].partition(" ")[2] if len(line.left) > EXAMPLE_LEFT else line.left
    right = line.right[:EXAMPLE_RIGHT].rpartition(" ")[0] if len(line.right) > EXAMPLE_RIGHT else line.right
    return f"“…{left}{line.match_in_line}{right}…”"
