"""The topics of the open project: fit them, read them again after every edit, tell the views. No widgets here.

Fitting runs in the compute lane, reading and trying edits in the query lane; what the views show is always one whole
`TopicModel`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner

if TYPE_CHECKING:
    from pathlib import Path

    from phrase_explorer.domain.topic_edits import TopicEdit
    from phrase_explorer.domain.topic_model import TopicModel
    from phrase_explorer.foundation.array_types import Int32Array
    from phrase_explorer.project.changes import Changes
    from phrase_explorer.project.project import Project
    from phrase_explorer.workflows.topics import ProjectTopics, TopicReading

READ_SLOT, EDIT_SLOT, FIT_SLOT = "topics", "topic edit", "topic fit"


class TopicFlow(QObject):
    """Keeps one reading of the topics in step with the session.

    Signals
    -------
    topics_changed()
        `model` is another one, or None.
    fitting_changed(bool)
        A fit began or ended.
    failed(exception)
    """

    topics_changed = Signal()
    fitting_changed = Signal(bool)
    failed = Signal(object)

    def __init__(self, session: ProjectSession, runner: TaskRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._runner = session, runner
        self._project: Project | None = None
        self._topics: ProjectTopics | None = None
        self._reading: TopicReading | None = None
        self._is_fitting = False
        session.project_opened.connect(self._follow_project)
        session.project_closed.connect(self._forget)
        session.changed.connect(self._follow_changes)

    @property
    def model(self) -> "TopicModel | None":
        """The topics as they stand; None where there are none (yet)."""
        return self._reading.model if self._reading is not None else None

    @property
    def term_topics(self) -> "Int32Array":
        """The column of each term's topic, -1 for none: ndarray of shape (n_terms,), dtype=int32."""
        if self._reading is None:
            return np.zeros(0, dtype=np.int32)
        return self._reading.term_topics

    @property
    def is_fitting(self) -> bool:
        """Whether topics are being fitted."""
        return self._is_fitting

    @property
    def can_fit(self) -> bool:
        """Whether there is something to fit topics to."""
        analysis, project = self._session.analysis, self._session.project
        return (
            analysis is not None
            and project is not None
            and not project.read_only
            and analysis.term_embeddings is not None
            and analysis.vocabulary.n_terms > 0
        )

    def fit(self, n_topics: int | None = None) -> None:
        """Fit topics, as many as asked for, or as the corpus bears."""
        project = self._session.project
        if project is None or not self.can_fit or self._is_fitting:
            return

        def work(progress: Progress) -> "tuple[ProjectTopics, TopicReading]":
            from phrase_explorer.workflows.topics import TopicParameters, fit_project_topics, read_topics

            topics = fit_project_topics(project, TopicParameters(n_topics), progress=progress)
            return topics, read_topics(project, topics)

        self._is_fitting = True
        self.fitting_changed.emit(True)
        task = self._runner.start(work, label="Finding topics", lane="compute", slot=FIT_SLOT)
        self._follow(task, self._take_fit)
        task.finished.connect(self._end_fit)

    def edit(self, edit: "TopicEdit", initiator: QObject | None = None) -> None:
        """Try an edit and, if it can be made, make it: undo takes it back."""
        project, topics = self._session.project, self._topics
        if project is None or topics is None:
            return

        def work(_progress: Progress) -> object:
            from phrase_explorer.workflows.topics import edit_topics

            return edit_topics(project, topics, edit)

        task = self._runner.start(work, label="Changing the topics", slot=EDIT_SLOT)
        task.succeeded.connect(lambda command: self._session.execute(command, initiator))
        task.failed.connect(self.failed)

    def start_documents(self, position: int, n_documents: int = 8) -> BackgroundTask | None:
        """Start looking for the documents that are most about a topic; a list of `TopicDocument` arrives."""
        project, topics, model = self._session.project, self._topics, self.model
        if project is None or topics is None or model is None or not 0 <= position < model.n_topics:
            self._runner.supersede("topic documents")
            return None

        def work(_progress: Progress) -> object:
            from phrase_explorer.workflows.topics import read_topic_documents

            return read_topic_documents(project, topics, model, position, n_documents=n_documents)

        return self._runner.start(work, label="Reading the documents of a topic", slot="topic documents")

    def start_chart(self, column: str) -> BackgroundTask | None:
        """Start counting the topics by a metadata column; a `TopicsByValue` arrives."""
        project, model = self._session.project, self.model
        if project is None or model is None:
            return None

        def work(_progress: Progress) -> object:
            from phrase_explorer.workflows.topic_groups import topics_by_column

            return topics_by_column(project, model, column)

        return self._runner.start(work, label="Counting topics", slot="topic chart")

    def start_export(self, path: "Path") -> BackgroundTask | None:
        """Start writing the topics by the ending of `path`; the paths written arrive."""
        project, model = self._session.project, self.model
        if project is None or model is None:
            return None

        def work(_progress: Progress) -> object:
            from phrase_explorer.workflows.topic_tables import export_topics

            return export_topics(model, path, document_keys=project.corpus.keys())

        return self._runner.start(work, label="Exporting the topics", lane="compute")

    def _follow_project(self) -> None:
        project, analysis = self._session.project, self._session.analysis
        if project is not self._project:
            self._forget()
            self._project = project
        if project is None or analysis is None or analysis.term_embeddings is None or self._is_fitting:
            return
        key = project.state.stages.get("topics")
        if key is None:
            if self._topics is not None:
                self._forget()
                self._project = project
            return
        if self._topics is None or self._topics.key != key:
            self._open(project)

    def _open(self, project: "Project") -> None:
        def work(_progress: Progress) -> "tuple[ProjectTopics, TopicReading] | None":
            from phrase_explorer.workflows.topics import open_topics, read_topics

            topics = open_topics(project)
            return (topics, read_topics(project, topics)) if topics is not None else None

        self._follow(self._runner.start(work, label="Reading the topics", slot=READ_SLOT), self._take_fit)

    def _follow_changes(self, changes: "Changes", _initiator: object) -> None:
        project, topics = self._session.project, self._topics
        if project is None or topics is None or not (changes.topics or changes.hidden_terms):
            return

        def work(_progress: Progress) -> "TopicReading":
            from phrase_explorer.workflows.topics import read_topics

            return read_topics(project, topics)

        self._follow(self._runner.start(work, label="Reading the topics", slot=READ_SLOT), self._take_reading)

    def _follow(self, task: BackgroundTask, take: Callable[[object], None]) -> None:
        task.succeeded.connect(take)
        task.failed.connect(self.failed)

    def _take_fit(self, found: object) -> None:
        if isinstance(found, tuple):
            self._topics, self._reading = found
            self.topics_changed.emit()

    def _take_reading(self, reading: object) -> None:
        from phrase_explorer.workflows.topics import TopicReading

        assert isinstance(reading, TopicReading)
        self._reading = reading
        self.topics_changed.emit()

    def _end_fit(self) -> None:
        self._is_fitting = False
        self.fitting_changed.emit(False)

    def _forget(self) -> None:
        self._project, had_topics = None, self._reading is not None
        self._topics = self._reading = None
        self._runner.supersede(READ_SLOT)
        if had_topics:
            self.topics_changed.emit()
