"""What is open and what is selected: the only QObject that knows the project.

Views listen here and never to each other. Whoever changes something passes itself as `initiator` and skips its own echo.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from phrase_explorer.domain.layout import Layout
from phrase_explorer.domain.selection import Selection, SelectionMode
from phrase_explorer.domain.term_key import rows_of_keys, term_keys
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.array_types import BoolArray, Int32Array
from phrase_explorer.gui.term_listing import TermFilter, TermListing

if TYPE_CHECKING:
    from phrase_explorer.domain.analysis import Analysis
    from phrase_explorer.project.changes import Changes
    from phrase_explorer.project.commands import Command
    from phrase_explorer.project.project import Project

Colouring = str
"""What colour means: "plain", "kind", "frequency", "spread", "tag", or `COLUMN_PREFIX` and the name of a metadata column."""
COLUMN_PREFIX = "column:"


@dataclass(frozen=True)
class Place:
    """A stretch of one document, in characters of its original text, end exclusive."""

    document_row: int
    start: int
    end: int


class ProjectSession(QObject):
    """One open project, or none, and the one selection, filter and colouring that all views share.

    Signals
    -------
    project_opened()
        A project, or a further state of one that is being analysed, can be shown.
    project_closed()
    layout_arrived(Layout)
        Terms have moved: the first layout, or the final one.
    changed(Changes, initiator)
        The user said something, or took it back.
    selection_changed(Selection, initiator), filter_changed(TermFilter, initiator)
    search_changed(rows)
        Terms that a search found, best first; ndarray of shape (n_found,), dtype=int32.
    place_changed(Place or None)
        What the reader is to show.
    colouring_changed(Colouring)
    history_changed()
    """

    project_opened = Signal()
    project_closed = Signal()
    layout_arrived = Signal(object)
    changed = Signal(object, object)
    selection_changed = Signal(object, object)
    filter_changed = Signal(object, object)
    search_changed = Signal(object)
    place_changed = Signal(object)
    colouring_changed = Signal(object)
    history_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._project: Project | None = None
        self._analysis: Analysis | None = None
        self._listing: TermListing | None = None
        self._layout: Layout | None = None
        self._hidden: BoolArray = np.zeros(0, dtype=np.bool_)
        self.selection = Selection()
        self.term_filter = TermFilter()
        self.search_rows: Int32Array = np.zeros(0, dtype=np.int32)
        self.colouring: Colouring = "kind"

    @property
    def project(self) -> "Project | None":
        """The open project."""
        return self._project

    @property
    def analysis(self) -> "Analysis | None":
        """What was found in its corpus, as far as the analysis has come."""
        return self._analysis

    @property
    def vocabulary(self) -> Vocabulary | None:
        """Its words and phrases."""
        return self._listing.vocabulary if self._listing is not None else None

    @property
    def listing(self) -> TermListing | None:
        """Its vocabulary made ready for sorting and filtering."""
        return self._listing

    @property
    def layout(self) -> Layout | None:
        """Where its terms stand."""
        return self._layout

    @property
    def hidden(self) -> BoolArray:
        """Which terms are hidden: ndarray of shape (n_terms,), dtype=bool."""
        return self._hidden

    def open(self, project: "Project", listing: TermListing | None) -> None:
        """Show a project in place of the one before. Of a further state of it, selection and filter stay with the terms."""
        if self._project is not project:
            self.close()
        earlier_vocabulary = self.vocabulary
        self._project, self._analysis, self._listing = project, project.analysis, listing
        self._layout = self._analysis.layout if self._analysis is not None else None
        if not _same_terms(earlier_vocabulary, self.vocabulary):
            self.selection, self.term_filter = Selection(), TermFilter()
            self.search_rows = np.zeros(0, dtype=np.int32)
            self.colouring = _first_colouring(project)
        self._read_hidden()
        self.project_opened.emit()
        self.history_changed.emit()

    def close(self) -> None:
        """Let the project go."""
        if self._project is None:
            return
        project = self._project
        self._project = self._analysis = self._listing = self._layout = None
        self.selection, self.term_filter = Selection(), TermFilter()
        self.search_rows = np.zeros(0, dtype=np.int32)
        self.colouring = "kind"
        self._hidden = np.zeros(0, dtype=np.bool_)
        project.close()
        self.project_closed.emit()
        self.history_changed.emit()

    def set_layout(self, layout: Layout) -> None:
        """Take a layout that has just been made; one of another vocabulary is left aside."""
        if self.vocabulary is not None and len(layout.positions) == self.vocabulary.n_terms:
            self._layout = layout
            self.layout_arrived.emit(layout)

    def execute(self, command: "Command", initiator: QObject | None = None) -> None:
        """Carry out what the user said."""
        if self._project is not None:
            self._announce(self._project.history.do(command), initiator)

    def undo(self) -> None:
        """Take back the last thing that the user said."""
        if self._project is not None:
            self._announce(self._project.history.undo(), None)

    def redo(self) -> None:
        """Say again what was last taken back."""
        if self._project is not None:
            self._announce(self._project.history.redo(), None)

    def select(self, selection: Selection, initiator: QObject | None = None) -> None:
        """Select in every view."""
        if selection != self.selection:
            self.selection = selection
            self.selection_changed.emit(selection, initiator)

    def select_terms(
        self,
        rows: Sequence[int] | Int32Array,
        mode: SelectionMode = "replace",
        *,
        anchor: int | None = None,
        initiator: QObject | None = None,
    ) -> None:
        """Select terms; the anchor is the one whose lines and neighbours are shown (by default the only one)."""
        if anchor is None and len(rows) == 1 and mode != "subtract":
            anchor = int(rows[0])
        self.select(self.selection.combined(rows, mode, anchor=anchor), initiator)

    def read_place(self, place: Place | None, initiator: QObject | None = None) -> None:
        """Show a place of a document in the reader."""
        self.select(self.selection.reading(place.document_row if place is not None else None), initiator)
        self.place_changed.emit(place)

    def set_filter(self, term_filter: TermFilter, initiator: QObject | None = None) -> None:
        """Narrow what the table lists and what the map shows in full colour."""
        if term_filter != self.term_filter:
            self.term_filter = term_filter
            self.filter_changed.emit(term_filter, initiator)

    def set_search_rows(self, rows: Int32Array) -> None:
        """Mark what a search found; no rows ends the search."""
        self.search_rows = rows
        self.search_changed.emit(rows)

    def set_colouring(self, colouring: Colouring) -> None:
        """Choose what colour means on the map."""
        if colouring != self.colouring:
            self.colouring = colouring
            self.colouring_changed.emit(colouring)

    def tagged(self, tag: str) -> BoolArray:
        """Say which terms carry a tag: ndarray of shape (n_terms,), dtype=bool."""
        mask = np.zeros(len(self._hidden), dtype=np.bool_)
        if self._project is not None and self.vocabulary is not None:
            keys = [key for key, tags in self._project.annotations.tags.items() if tag in tags]
            mask[rows_of_keys(self.vocabulary, keys)] = True
        return mask

    def saved_selections(self) -> list[str]:
        """Give the names of the selections that were saved, in alphabetical order."""
        return sorted(self._project.annotations.saved_selections, key=str.casefold) if self._project is not None else []

    def select_saved(self, name: str) -> None:
        """Select the terms that were saved under a name, as far as they are still there."""
        if self._project is not None and self.vocabulary is not None:
            keys = self._project.annotations.saved_selections.get(name.strip(), frozenset())
            self.select_terms(rows_of_keys(self.vocabulary, keys))

    def tags(self) -> list[str]:
        """Give every tag in use, in alphabetical order."""
        if self._project is None:
            return []
        return sorted({tag for tags in self._project.annotations.tags.values() for tag in tags}, key=str.casefold)

    def tags_of(self, row: int) -> list[str]:
        """Give the tags of one term."""
        if self._project is None or self.vocabulary is None:
            return []
        (key,) = term_keys(self.vocabulary, [row])
        return sorted(self._project.annotations.tags.get(key, ()))

    def note_on(self, row: int) -> str:
        """Give the note on one term, "" if it has none."""
        if self._project is None or self.vocabulary is None:
            return ""
        (key,) = term_keys(self.vocabulary, [row])
        return self._project.annotations.notes.get(key, "")

    def _announce(self, changes: "Changes", initiator: QObject | None) -> None:
        if changes.hidden_terms:
            self._read_hidden()
        if changes:
            self.changed.emit(changes, initiator)
        self.history_changed.emit()

    def _read_hidden(self) -> None:
        if self._project is None or self.vocabulary is None:
            self._hidden = np.zeros(0, dtype=np.bool_)
        else:
            self._hidden = self._project.annotations.hidden_mask(self.vocabulary)


def _first_colouring(project: "Project") -> Colouring:
    """Choose what colour means at first: time, where the documents have a date, else words and phrases."""
    columns = project.corpus.columns if project.has_corpus else ()
    date = next((column.name for column in columns if column.kind == "date"), None)
    return f"{COLUMN_PREFIX}{date}" if date is not None else "kind"


def _same_terms(before: Vocabulary | None, after: Vocabulary | None) -> bool:
    if before is None or after is None:
        return before is after
    return before is after or (before.n_terms == after.n_terms and list(before.terms) == list(after.terms))
