"""Colour the terms by a metadata column: its values are read off the GUI thread."""

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.qt_models.term_colours import TermColours, colour_by_column
from phrase_explorer.gui.session import COLUMN_PREFIX, ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.theme import Theme


def start_colouring(session: ProjectSession, runner: TaskRunner, theme: Theme) -> BackgroundTask | None:
    """Start colouring by the session's metadata column; `TermColours` arrive. None where no column is asked for."""
    project, vocabulary = session.project, session.vocabulary
    runner.supersede("colours")
    if project is None or vocabulary is None or not session.colouring.startswith(COLUMN_PREFIX):
        return None
    name = session.colouring.removeprefix(COLUMN_PREFIX)

    def work(progress: Progress) -> TermColours:
        column = next(column for column in project.corpus.columns if column.name == name)
        values = project.corpus.metadata_values(name)
        progress.check_cancelled()
        return colour_by_column(vocabulary, column, values, theme)

    return runner.start(work, label="Colouring the terms", slot="colours")
