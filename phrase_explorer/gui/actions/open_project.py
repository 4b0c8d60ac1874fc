"""Open a project folder off the GUI thread, with its terms made ready for the table."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.term_listing import TermListing, prepare_term_listing

if TYPE_CHECKING:
    from phrase_explorer.project.project import Project


@dataclass(frozen=True, eq=False)
class OpenedProject:
    """A project, its terms and its size; `listing` is None before the terms are known. Columns that can give colours."""

    project: "Project"
    listing: TermListing | None
    n_documents: int = 0
    n_words: int = 0
    colour_columns: tuple[str, ...] = ()


def start_opening(runner: TaskRunner, folder: Path) -> BackgroundTask:
    """Start opening a project; it arrives as an `OpenedProject`."""
    return runner.start(
        lambda progress: open_with_terms(folder, progress), label="Opening the project", lane="compute", slot="opening"
    )


def open_with_terms(folder: Path, progress: Progress) -> OpenedProject:
    """Open a project for writing, or for reading only when another program has it open."""
    from phrase_explorer.project.project_lock import ProjectInUseError
    from phrase_explorer.workflows.open_project import open_project

    try:
        project = open_project(folder)
    except ProjectInUseError:
        project = open_project(folder, read_only=True)
    try:
        progress.check_cancelled()
        return opened(project)
    except BaseException:
        project.close()
        raise


def opened(project: "Project", earlier: TermListing | None = None) -> OpenedProject:
    """Make a project ready to be shown; terms that were made ready before are kept when they are the same."""
    listing = None
    if project.analysis is not None:
        vocabulary = project.analysis.vocabulary
        is_same = earlier is not None and earlier.vocabulary is vocabulary
        listing = earlier if is_same else prepare_term_listing(vocabulary)
    if not project.has_corpus:
        return OpenedProject(project, listing)
    corpus = project.corpus
    columns = tuple(column.name for column in corpus.columns if column.kind != "text")
    return OpenedProject(project, listing, corpus.n_documents, corpus.n_words, columns)
