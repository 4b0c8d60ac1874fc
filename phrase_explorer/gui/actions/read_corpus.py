"""Read: the lines of a term or a text, page after page, and the document behind a line. All of it off the GUI thread."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from phrase_explorer.foundation.array_types import Int32Array
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.qt_models.document_page import DocumentPage, make_document_page
from phrase_explorer.gui.session import Place, ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.term_listing import is_between_slashes

if TYPE_CHECKING:
    from phrase_explorer.project.project import Project
    from phrase_explorer.workflows.concordance import Concordance, ConcordanceLine, ConcordanceSort

FindPlaces = Callable[[Progress], Int32Array]

FIRST_PAGE = 100
GROWTH = 4


@dataclass(frozen=True)
class LinePage:
    """Some lines, and how many there are in all."""

    lines: "Sequence[ConcordanceLine]"
    n_total: int


class LinePages:
    """The lines of one term, or of one text, in one order, read as far as somebody looks.

    An order by what stands around the match needs every context, so that all lines are read at once; other orders are read
    in pages, each four times as long as all before it. The places are found once.
    """

    def __init__(self, project: "Project", find: FindPlaces, sort: "ConcordanceSort", *, seed: int = 0) -> None:
        self.sort = sort
        self._project, self._find, self._seed = project, find, seed
        self._places: Int32Array | None = None
        self._n_given = 0

    def next_page(self, progress: Progress) -> LinePage:
        """Read the next page; called on a worker thread, one page at a time."""
        limit = None if self.sort in ("left", "right") else max(FIRST_PAGE, self._n_given * GROWTH)
        found = self._read(limit, progress)
        lines = found[self._n_given :]
        self._n_given = len(found)
        return LinePage(lines, found.n_hits)

    def all_lines(self, progress: Progress) -> "Sequence[ConcordanceLine]":
        """Read every line; called on a worker thread."""
        return self._read(None, progress)

    def _read(self, limit: int | None, progress: Progress) -> "Concordance":
        from phrase_explorer.workflows.concordance import lines_of_hits

        if self._places is None:
            self._places = self._find(progress)
        return lines_of_hits(
            self._project, self._places, sort=self.sort, seed=self._seed, limit=limit, progress=progress
        )


def pages_of_term(session: ProjectSession, term_row: int, sort: "ConcordanceSort") -> LinePages:
    """Prepare to read the lines of a term of the open project."""
    project, vocabulary = session.project, session.vocabulary
    if project is None or vocabulary is None:
        raise ValueError("no project is open")
    return LinePages(project, lambda _progress: vocabulary.mentions_of(term_row)[:, 1:4], sort)


def pages_of_text(session: ProjectSession, text: str, sort: "ConcordanceSort") -> LinePages:
    """Prepare to read the lines of any text; of a regular expression when it stands between slashes."""
    project = session.project
    if project is None:
        raise ValueError("no project is open")
    is_pattern = is_between_slashes(text)

    def find(progress: Progress) -> Int32Array:
        from phrase_explorer.workflows.concordance import find_hits

        return find_hits(project, text[1:-1] if is_pattern else text, regex=is_pattern, progress=progress)

    return LinePages(project, find, sort)


def start_lines(runner: TaskRunner, pages: LinePages) -> BackgroundTask:
    """Start reading the next page; it arrives as a `LinePage`."""
    return runner.start(pages.next_page, label="Reading lines", slot="concordance")


def start_page(
    session: ProjectSession, runner: TaskRunner, place: Place, *, around: int | None = None
) -> BackgroundTask | None:
    """Start reading the document of a place; it arrives as a `DocumentPage`."""
    project, vocabulary = session.project, session.vocabulary
    if project is None:
        return None

    def work(_progress: Progress) -> DocumentPage:
        document = project.corpus.document(place.document_row)
        return make_document_page(document, place.document_row, vocabulary, place, around=around)

    return runner.start(work, label="Reading the document", slot="reader")


def start_example(session: ProjectSession, runner: TaskRunner, term_row: int) -> BackgroundTask | None:
    """Start reading the first place of a term, for the hover card; the row and its line arrive as a pair."""
    project = session.project
    if project is None:
        return None

    def work(progress: Progress) -> "tuple[int, ConcordanceLine] | None":
        from phrase_explorer.workflows.concordance import concordance_of_row

        progress.check_cancelled()
        lines = concordance_of_row(project, term_row, limit=1, progress=progress)
        return (term_row, lines[0]) if len(lines) else None

    return runner.start(work, label="Reading an example", slot="example")
