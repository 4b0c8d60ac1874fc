"""What happens between a path and a project on screen: open, ask how to import, analyse, stop, close. No widgets here.

One project is open at a time. Whatever runs for it is stopped, and has ended, before another takes its place.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from phrase_explorer.domain.layout import Layout
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.resource_paths import resource_path
from phrase_explorer.gui.actions.open_project import OpenedProject, start_opening
from phrase_explorer.gui.actions.preview_import import has_columns, start_preview
from phrase_explorer.gui.preferences import Preferences
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner

if TYPE_CHECKING:
    from phrase_explorer.readers.import_options import ImportOptions

SAMPLE_NAME = "Sample corpus"


class ProjectFlow(QObject):
    """Carries a path to an open project.

    Signals
    -------
    import_wanted(Path)
        A file with columns: ask how to read it, then call `analyse`.
    analysis_started(name), stage_ended(StageReport), analysis_ended()
    project_shown(OpenedProject)
        The session holds a project, or a further state of it.
    stopped_early()
        An analysis was cancelled; what it had finished is kept.
    failed(exception)
    """

    import_wanted = Signal(object)
    analysis_started = Signal(str)
    stage_ended = Signal(object)
    analysis_ended = Signal()
    project_shown = Signal(object)
    stopped_early = Signal()
    failed = Signal(object)

    def __init__(self, session: ProjectSession, runner: TaskRunner, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._runner, self._preferences = session, runner, preferences
        self._task: BackgroundTask | None = None
        self._is_analysing = False

    @property
    def is_analysing(self) -> bool:
        """Whether an analysis runs."""
        return self._is_analysing

    def open_path(self, path: Path) -> None:
        """Open a project, or read whatever else the path is."""
        from phrase_explorer.readers.import_options import ImportOptions
        from phrase_explorer.workflows.open_project import is_project

        if not path.exists():
            self.failed.emit(UserFacingError(f"'{path}' is not there any more; choose another file or folder."))
        elif is_project(path) and self._is_open(path):
            pass
        elif is_project(path):
            self._when_free(lambda: self._open_project(path))
        elif has_columns(path):
            self.import_wanted.emit(path)
        else:
            self.analyse(path, ImportOptions())

    def open_sample(self) -> None:
        """Read the sample corpus that comes with the program."""
        from phrase_explorer.readers.import_options import ImportOptions

        try:
            source = resource_path("sample_corpus", "speeches.csv")
        except UserFacingError as error:
            self.failed.emit(error)
            return
        self.analyse(source, ImportOptions(), name=SAMPLE_NAME)

    def analyse(self, source: Path, options: "ImportOptions", *, name: str = "") -> None:
        """Read a corpus into its project and analyse it. What cannot be read leaves the open project on screen."""
        folder = self._preferences.project_folder_for(source, name=name)
        look = start_preview(self._runner, source, options)
        look.succeeded.connect(
            lambda _preview: self._when_free(lambda: self._analyse(source, folder, options, name or source.name))
        )
        look.failed.connect(self.failed)

    def continue_analysis(self) -> None:
        """Finish the analysis of the open project."""
        from phrase_explorer.gui.actions.analyse_corpus import start_continuing

        project = self._session.project
        if project is not None and not self._is_analysing and not project.read_only:
            self._follow(start_continuing(self._runner, project), project.name)

    def cancel(self) -> None:
        """Stop what runs for the project."""
        if self._task is not None:
            self._task.cancel()

    def close_project(self) -> None:
        """Let the project go, once what runs for it has ended."""
        self._when_free(self._session.close)

    def _is_open(self, folder: Path) -> bool:
        """Say whether the project is on screen: opened again, it would be refused as one that is being written."""
        project = self._session.project
        return project is not None and not project.read_only and project.folder.resolve() == folder.resolve()

    def _open_project(self, folder: Path) -> None:
        task = start_opening(self._runner, folder)
        self._hold(task)
        task.succeeded.connect(self._show)
        task.failed.connect(self.failed)

    def _analyse(self, source: Path, folder: Path, options: "ImportOptions", name: str) -> None:
        from phrase_explorer.gui.actions.analyse_corpus import start_analysis

        self._session.close()
        self._preferences.remember_project_of(source, folder)
        self._follow(start_analysis(self._runner, source, folder, options), name)

    def _follow(self, task: BackgroundTask, name: str) -> None:
        self._hold(task)
        self._is_analysing = True
        task.reported.connect(self._take_news)
        task.succeeded.connect(self._show)
        task.failed.connect(self.failed)
        task.cancelled.connect(self.stopped_early)
        task.finished.connect(self._end_analysis)
        self.analysis_started.emit(name)

    def _take_news(self, news: object) -> None:
        from phrase_explorer.pipeline.stage_report import StageReport

        if isinstance(news, OpenedProject):
            self._show(news)
        elif isinstance(news, StageReport):
            self.stage_ended.emit(news)
        elif isinstance(news, Layout):
            self._session.set_layout(news)

    def _show(self, opened: object) -> None:
        assert isinstance(opened, OpenedProject)
        self._preferences.remember_project(opened.project.folder)
        self._session.open(opened.project, opened.listing)
        self.project_shown.emit(opened)

    def _end_analysis(self) -> None:
        self._is_analysing = False
        self.analysis_ended.emit()

    def _hold(self, task: BackgroundTask) -> None:
        self._task = task
        task.finished.connect(self._let_go)

    def _let_go(self) -> None:
        self._task = None

    def _when_free(self, then: Callable[[], None]) -> None:
        """Do it now, or as soon as what runs has been stopped and has ended."""
        if self._task is None:
            then()
        else:
            self._task.finished.connect(then)
            self._task.cancel()
