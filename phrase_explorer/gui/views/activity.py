"""Keeps the status strip true: which task it speaks of, and what it says when none runs."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.views.status_strip import StatusStrip

QUIET_MS = 400
"""A query that answers sooner than this is not worth a flicker."""


class Activity(QObject):
    """Shows the computation that runs, else a query that takes its time, else how things stand."""

    def __init__(
        self, runner: TaskRunner, strip: StatusStrip, describe_idle: Callable[[], str], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._strip, self._describe_idle = strip, describe_idle
        self._runner = runner
        self._shown: BackgroundTask | None = None
        runner.started.connect(self._take_up)
        strip.cancel_requested.connect(self.cancel)

    @property
    def can_cancel(self) -> bool:
        """Whether a task is shown that can be stopped."""
        return self._shown is not None and not self._shown.is_cancelling

    def cancel(self) -> None:
        """Stop the task that is shown."""
        if self._shown is not None:
            self._shown.cancel()
            self._strip.show_cancelling()

    def refresh(self) -> None:
        """Say how things stand, unless a task is shown."""
        if self._shown is None:
            self._strip.show_idle(self._describe_idle())

    def _take_up(self, task: BackgroundTask) -> None:
        task.finished.connect(lambda: self._let_go(task))
        if task.lane == "compute":
            self._show(task)
        else:
            QTimer.singleShot(QUIET_MS, task, lambda: self._show_slow(task))

    def _show_slow(self, task: BackgroundTask) -> None:
        if self._shown is None and not task.has_ended and not task.is_cancelling:
            self._show(task)

    def _show(self, task: BackgroundTask) -> None:
        self._shown = task
        self._strip.show_running(task.label)
        task.progressed.connect(lambda update: self._strip.show_update(update) if self._shown is task else None)

    def _let_go(self, task: BackgroundTask) -> None:
        if self._shown is task:
            self._shown = None
            rest = [other for other in self._runner.running if other.lane == "compute" and other is not task]
            if rest:
                self._show(rest[0])
            else:
                self.refresh()
