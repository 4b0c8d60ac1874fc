"""One piece of long work on a worker thread, heard of on the GUI thread.

The work is plain Python that takes a `Progress`; it knows nothing of Qt. Whatever it reports crosses to the GUI thread through
one queued signal, so that every public signal below is delivered there. A task that was superseded stays silent but for
`finished`.
"""

import logging
import threading
from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal, Slot

from phrase_explorer.foundation.errors import Cancelled
from phrase_explorer.foundation.progress import Progress, ProgressUpdate

logger = logging.getLogger(__name__)

Work = Callable[[Progress], object]
TaskEvent = Literal["progressed", "succeeded", "failed", "cancelled"]


class BackgroundTask(QObject):
    """A running or waiting piece of work.

    Signals
    -------
    progressed(ProgressUpdate), succeeded(result), failed(exception), cancelled()
        At most one of the last three, once. None of them after `supersede`.
    reported(value)
        Something the work handed over before its end, through `report`.
    finished()
        Always, once, last.
    """

    progressed = Signal(object)
    reported = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    finished = Signal()
    _from_worker = Signal(str, object)

    def __init__(self, work: Work, *, label: str, lane: str = "query", parent: QObject) -> None:
        super().__init__(parent)
        self.label = label
        self.lane = lane
        self._work = work
        self._cancel_event = threading.Event()
        self._is_superseded = False
        self._has_ended = False
        self._from_worker.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def is_cancelling(self) -> bool:
        """Whether it was asked to stop."""
        return self._cancel_event.is_set()

    @property
    def has_ended(self) -> bool:
        """Whether `finished` was emitted."""
        return self._has_ended

    def cancel(self) -> None:
        """Ask the work to stop at its next report of progress."""
        self._cancel_event.set()

    def supersede(self) -> None:
        """Stop the work and drop whatever it still says: a newer task has taken its slot."""
        self._is_superseded = True
        self.cancel()

    def report(self, value: object) -> None:
        """Hand `value` to the GUI thread while the work goes on; called by the work, from its thread."""
        self._from_worker.emit("reported", value)

    def run(self) -> None:
        """Do the work; called once, on a worker thread."""
        progress = Progress(self._forward, self._cancel_event)
        try:
            progress.check_cancelled()
            outcome: tuple[str, object] = ("succeeded", self._work(progress))
        except Cancelled:
            outcome = ("cancelled", None)
        except Exception as error:  # noqa: BLE001  task delivery is one of the outermost borders
            outcome = ("failed", error)
        self._work = _nothing  # let go of what the closure holds
        self._from_worker.emit(*outcome)

    def _forward(self, update: ProgressUpdate) -> None:
        self._from_worker.emit("progressed", update)

    @Slot(str, object)
    def _deliver(self, event: str, value: object) -> None:
        if not self._is_superseded:
            if event == "progressed":
                if not self.is_cancelling:
                    self.progressed.emit(value)
            elif event == "reported":
                self.reported.emit(value)
            elif event == "cancelled" or (event == "failed" and self.is_cancelling):
                self.cancelled.emit()
            elif event == "failed":
                logger.info("task %s failed: %s", self.label, type(value).__name__)
                self.failed.emit(value)
            else:
                self.succeeded.emit(value)
        if event not in ("progressed", "reported"):
            self._has_ended = True
            self.finished.emit()


def _nothing(_progress: Progress) -> object:
    return None
