"""Find: terms by meaning or as they are written, and the neighbours of a term. All of it off the GUI thread."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner

if TYPE_CHECKING:
    from phrase_explorer.project.project import Project
    from phrase_explorer.workflows.query_encoder import QueryEncoder
    from phrase_explorer.workflows.search import TermHit

SearchMode = Literal["meaning", "exact", "text"]
"""Terms near in meaning, terms with these words, or every place in the documents where the text stands."""
N_HITS = 50


class LoadedEncoder:
    """Keeps the encoder that answers searches of one project, once the first search has loaded it."""

    def __init__(self) -> None:
        self._encoder: QueryEncoder | None = None
        self._project: Project | None = None

    def of(self, project: "Project") -> "QueryEncoder":
        """Give the project's encoder; called on the query lane only, so that it is loaded once."""
        from phrase_explorer.workflows.query_encoder import load_query_encoder

        if self._encoder is None or self._project is not project:
            self._encoder, self._project = load_query_encoder(project), project
        return self._encoder


def start_search(
    session: ProjectSession,
    runner: TaskRunner,
    encoder: LoadedEncoder,
    text: str,
    *,
    mode: SearchMode,
    hide_shared_words: bool,
) -> BackgroundTask | None:
    """Start a search; the hits arrive best first, as a list of `TermHit`."""
    project, vocabulary = session.project, session.vocabulary
    if project is None or vocabulary is None:
        return None

    def work(progress: Progress) -> "Sequence[TermHit]":
        from phrase_explorer.workflows.search import search_terms

        progress.check_cancelled()
        needs_encoder = mode == "meaning" and vocabulary.find(text) is None
        loaded = encoder.of(project) if needs_encoder else None
        progress.check_cancelled()
        return search_terms(
            project, text, top=N_HITS, exact=mode == "exact", hide_shared_words=hide_shared_words, encoder=loaded
        )

    return runner.start(work, label=f"Searching for “{text}”", slot="neighbours")


def start_neighbours(
    session: ProjectSession, runner: TaskRunner, row: int, *, hide_shared_words: bool
) -> BackgroundTask | None:
    """Start looking for the neighbours of a term; they arrive nearest first, as a list of `TermHit`."""
    project, analysis = session.project, session.analysis
    if project is None or analysis is None or analysis.term_embeddings is None:
        return None

    def work(_progress: Progress) -> Sequence["TermHit"]:
        from phrase_explorer.workflows.search import neighbours_of

        return neighbours_of(project, row, top=N_HITS, hide_shared_words=hide_shared_words)

    return runner.start(work, label="Finding neighbours", slot="neighbours")
