"""Gather what was read, skipped and left out, off the GUI thread."""

from typing import TYPE_CHECKING

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner

if TYPE_CHECKING:
    from phrase_explorer.workflows.project_info import ProjectInfo


def start_description(session: ProjectSession, runner: TaskRunner) -> BackgroundTask | None:
    """Start gathering; a `ProjectInfo` arrives."""
    project = session.project
    if project is None or not project.has_corpus:
        return None

    def work(_progress: Progress) -> "ProjectInfo":
        from phrase_explorer.workflows.project_info import project_info

        return project_info(project)

    return runner.start(work, label="Looking at the corpus", slot="description")
