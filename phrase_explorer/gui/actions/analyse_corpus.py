"""Turn a corpus into a project off the GUI thread, and hand over each state of it that can already be shown."""

import shutil
from collections.abc import Callable
from pathlib import Path

from phrase_explorer.domain.layout import Layout
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.actions.open_project import OpenedProject, opened
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.pipeline.stage_report import StageReport
from phrase_explorer.project.project import Project
from phrase_explorer.readers.import_options import ImportOptions

SHOWN_AFTER = ("load", "extract", "embed", "first_layout", "layout")

AnalysisNews = OpenedProject | StageReport | Layout
Report = Callable[[object], None]


def start_analysis(runner: TaskRunner, source: Path, folder: Path, options: ImportOptions) -> BackgroundTask:
    """Start analysing a corpus into a project folder.

    `reported` hands over `AnalysisNews`: each stage's report, each state of the project that can be shown, each layout. From
    its first `OpenedProject` on, the project belongs to whoever listens; the result is the last one.
    """
    work = _Analysis(source, folder, AnalysisParameters(import_options=options), None)
    return runner.start_reporting(work, label="load", lane="compute", slot="analysis")


def start_continuing(runner: TaskRunner, project: Project) -> BackgroundTask:
    """Start finishing the analysis of the open project, from where it was stopped."""
    work = _Analysis(None, project.folder, AnalysisParameters.from_json(project.state.parameters), project)
    return runner.start_reporting(work, label="extract", lane="compute", slot="analysis")


class _Analysis:
    """The work of one analysis; called once, on a worker thread."""

    def __init__(
        self, source: Path | None, folder: Path, parameters: AnalysisParameters, project: Project | None
    ) -> None:
        self._source, self._folder, self._parameters = source, folder, parameters
        self._project = project
        self._is_handed_over = project is not None
        self._opened: OpenedProject | None = None

    def __call__(self, progress: Progress, report: Report) -> OpenedProject:
        from phrase_explorer.workflows.analyse import analyse

        is_new = not self._folder.exists()
        if self._project is None:
            self._project = Project.open_or_create(self._folder)
        project = self._project
        try:
            analyse(
                self._source,
                self._folder,
                self._parameters,
                progress=progress,
                on_stage=lambda stage: self._stage_ended(stage, report),
                on_layout=report,
                project=project,
            )
        except BaseException:
            if not self._is_handed_over:
                project.close()
                if is_new:
                    shutil.rmtree(self._folder, ignore_errors=True)  # nothing was read: leave no empty project behind
            raise
        return self._state()

    def _stage_ended(self, stage: StageReport, report: Report) -> None:
        report(stage)
        if stage.stage in SHOWN_AFTER:
            report(self._state())
            self._is_handed_over = True

    def _state(self) -> OpenedProject:
        assert self._project is not None
        self._project.reload()
        earlier = self._opened.listing if self._opened is not None else None
        self._opened = opened(self._project, earlier)
        return self._opened
