"""The one way in which the window starts long work.

Two lanes, one worker each: `compute` for analyses and exports, `query` for searches and previews, so that a search never waits
for an analysis. A slot names a question that has only one current answer ("neighbours", "reader"): starting a task in a slot
supersedes the one before, and a late answer is dropped.
"""

import queue
import threading
from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QObject, Signal

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.tasks.background_task import BackgroundTask, Work

ReportingWork = Callable[[Progress, Callable[[object], None]], object]
Lane = Literal["compute", "query"]
LANES: tuple[Lane, ...] = ("compute", "query")
STOP_TIMEOUT_S = 5.0


class TaskRunner(QObject):
    """Starts tasks and keeps track of them.

    Signals
    -------
    started(BackgroundTask)
        A task was handed to its lane.
    idle()
        The last running task has finished.
    """

    started = Signal(object)
    idle = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._queues: dict[Lane, queue.SimpleQueue[BackgroundTask | None]] = {}
        self._threads: dict[Lane, threading.Thread] = {}
        self._slots: dict[str, BackgroundTask] = {}
        self._running: list[BackgroundTask] = []
        self._is_stopped = False

    @property
    def running(self) -> tuple[BackgroundTask, ...]:
        """Tasks that have not finished, oldest first."""
        return tuple(self._running)

    def start(self, work: Work, *, label: str, lane: Lane = "query", slot: str | None = None) -> BackgroundTask:
        """Hand work to a lane; connect to the task's signals before returning to the event loop."""
        task = BackgroundTask(work, label=label, lane=lane, parent=self)
        self._hand_over(task, lane, slot)
        return task

    def start_reporting(
        self, work: ReportingWork, *, label: str, lane: Lane = "compute", slot: str | None = None
    ) -> BackgroundTask:
        """Start work that also hands over values before its end, through the function it gets as second argument."""
        task = BackgroundTask(lambda progress: work(progress, task.report), label=label, lane=lane, parent=self)
        self._hand_over(task, lane, slot)
        return task

    def supersede(self, slot: str) -> None:
        """Drop the slot's current question: its answer is no longer wanted."""
        earlier = self._slots.pop(slot, None)
        if earlier is not None:
            earlier.supersede()

    def cancel_all(self) -> None:
        """Ask every task to stop."""
        for task in self._running:
            task.cancel()

    def stop(self, timeout_s: float = STOP_TIMEOUT_S) -> bool:
        """Cancel everything, end the worker threads and say whether they ended in time. No task starts after this."""
        self._is_stopped = True
        for task in self._running:
            task.supersede()
        for lane_queue in self._queues.values():
            lane_queue.put(None)
        for thread in self._threads.values():
            thread.join(timeout_s)
        return not any(thread.is_alive() for thread in self._threads.values())

    def _hand_over(self, task: BackgroundTask, lane: Lane, slot: str | None) -> None:
        if self._is_stopped:
            raise RuntimeError("the task runner was stopped; no task can start")
        if slot is not None:
            self.supersede(slot)
            self._slots[slot] = task
        self._running.append(task)
        task.finished.connect(lambda: self._forget(task))
        self._queue_of(lane).put(task)
        self.started.emit(task)

    def _queue_of(self, lane: Lane) -> "queue.SimpleQueue[BackgroundTask | None]":
        if lane not in self._threads:
            self._queues[lane] = queue.SimpleQueue()
            thread = threading.Thread(target=_work_off, args=(self._queues[lane],), name=f"lane-{lane}", daemon=True)
            self._threads[lane] = thread
            thread.start()
        return self._queues[lane]

    def _forget(self, task: BackgroundTask) -> None:
        self._running.remove(task)
        for slot, current in list(self._slots.items()):
            if current is task:
                del self._slots[slot]
        task.deleteLater()
        if not self._running:
            self.idle.emit()


def _work_off(tasks: "queue.SimpleQueue[BackgroundTask | None]") -> None:
    while (task := tasks.get()) is not None:
        task.run()
        del task  # the GUI thread owns it; holding it here would delay its end
