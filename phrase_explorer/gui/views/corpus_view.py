"""What was read, what was skipped with the reason, and what each rule left out of the terms."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from phrase_explorer.gui.actions.describe_project import start_description
from phrase_explorer.gui.controls import label, push_button
from phrase_explorer.gui.qt_models.corpus_report import ReportSection, corpus_report, skipped_as_table
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.task_runner import TaskRunner

if TYPE_CHECKING:
    from phrase_explorer.project.changes import Changes
    from phrase_explorer.workflows.project_info import ProjectInfo


class CorpusView(QScrollArea):
    """Shows the report of the open project.

    Signals
    -------
    skipped_found(count)
        Something was skipped while the corpus was read.
    failed(exception)
    """

    skipped_found = Signal(int)
    failed = Signal(object)

    def __init__(self, session: ProjectSession, runner: TaskRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._runner = session, runner
        self._info: ProjectInfo | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("What was read and what was left out")
        self.sections: tuple[ReportSection, ...] = ()
        session.project_opened.connect(self._gather)
        session.project_closed.connect(self.clear)
        session.changed.connect(self._follow_changes)
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self._runner.supersede("description")
        self._info = None
        self._show(())

    def copy_skipped(self) -> None:
        """Put the list of what was skipped on the clipboard."""
        if self._info is not None:
            QGuiApplication.clipboard().setText(skipped_as_table(self._info.skipped))

    def _gather(self) -> None:
        task = start_description(self._session, self._runner)
        if task is not None:
            task.succeeded.connect(self._take)
            task.failed.connect(self.failed)

    def _follow_changes(self, changes: "Changes", _initiator: object) -> None:
        if changes.hidden_terms:
            self._gather()

    def _take(self, info: object) -> None:
        n_before = len(self._info.skipped) if self._info is not None else 0
        self._info = info  # type: ignore[assignment]
        assert self._info is not None
        self._show(corpus_report(self._info))
        if len(self._info.skipped) > n_before:
            self.skipped_found.emit(len(self._info.skipped))

    def _show(self, sections: tuple[ReportSection, ...]) -> None:
        self.sections = sections
        body = QWidget(self)
        body.setProperty("role", "panel")
        body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(body)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(4)
        for section in sections:
            column.addWidget(label(section.title, "heading", body))
            column.addLayout(_lines(section, body))
            if section.title.startswith("Skipped"):
                copy = push_button("Copy the whole list", "link", body, self.copy_skipped)
                column.addWidget(copy, 0, Qt.AlignmentFlag.AlignLeft)
            column.addSpacing(10)
        column.addStretch(1)
        self.setWidget(body)


def _lines(section: ReportSection, parent: QWidget) -> QGridLayout:
    grid = QGridLayout()
    grid.setColumnStretch(0, 1)
    grid.setVerticalSpacing(2)
    top = Qt.AlignmentFlag.AlignTop
    for line in section.lines:
        row = grid.rowCount()
        grid.addWidget(label(line.what, "plain", parent, wraps=True), row, 0, top)
        if line.figure:
            grid.addWidget(label(line.figure, "plain", parent), row, 1, top | Qt.AlignmentFlag.AlignRight)
        if line.explanation:
            explanation = label(line.explanation, "small", parent, wraps=True)
            explanation.setContentsMargins(0, 0, 0, 5)
            grid.addWidget(explanation, row + 1, 0, 1, 2, top)
    return grid
