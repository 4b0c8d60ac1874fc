"""Measure how far the map can be trusted, off the GUI thread."""

from typing import TYPE_CHECKING

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner

if TYPE_CHECKING:
    from phrase_explorer.layouts.trust import MapTrust


def start_measuring_trust(session: ProjectSession, runner: TaskRunner) -> BackgroundTask | None:
    """Start measuring; a `MapTrust` arrives, or None while there is no final map."""
    project = session.project
    runner.supersede("trust")
    if project is None or session.layout is None:
        return None

    def work(progress: Progress) -> "MapTrust | None":
        from phrase_explorer.workflows.map_trust import measure_map_trust

        return measure_map_trust(project, progress=progress)

    return runner.start(work, label="Measuring the map", slot="trust")
