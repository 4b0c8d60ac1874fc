"""Progress and cancellation for long work, without Qt and without a terminal.

Workers call `begin`, `advance` and `note`; whoever started them passes a callback that draws a bar or emits a signal. Every
call is also the place where a cancel takes effect.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from phrase_explorer.foundation.errors import Cancelled

MIN_SECONDS_BETWEEN_UPDATES = 0.1


@dataclass(frozen=True)
class ProgressUpdate:
    """What is going on at one moment.

    `total` is None when it is not known; `rate_per_s` and `remaining_s` are None until they can be estimated.
    """

    stage: str
    done: int
    total: int | None
    unit: str
    elapsed_s: float
    rate_per_s: float | None
    remaining_s: float | None
    message: str = ""


class Progress:
    """Count work, report it at most ten times a second, and raise `Cancelled` when asked to stop.

    Parameters
    ----------
    on_update
        Called in the worker's thread with each `ProgressUpdate`. None is silent.
    cancel_event
        Set from any thread to stop the work at its next call.
    """

    def __init__(
        self,
        on_update: Callable[[ProgressUpdate], None] | None = None,
        cancel_event: threading.Event | None = None,
    ) -> None:
        self.cancel_event = cancel_event if cancel_event is not None else threading.Event()
        self._on_update = on_update
        self._stage = ""
        self._unit = "items"
        self._total: int | None = None
        self._done = 0
        self._done_at_begin = 0
        self._began_at = time.monotonic()
        self._reported_at = 0.0

    def begin(self, stage: str, total: int | None = None, unit: str = "items", *, already_done: int = 0) -> None:
        """Start a stage; `already_done` counts work found finished on disk, which does not enter the rate."""
        self._stage, self._unit, self._total = stage, unit, total
        self._done = self._done_at_begin = already_done
        self._began_at = time.monotonic()
        self._report("", force=True)

    def advance(self, n: int = 1) -> None:
        """Count `n` more units as done. Raises `Cancelled`."""
        self._done += n
        self._report("", force=self._total is not None and self._done >= self._total)

    def note(self, message: str) -> None:
        """Say something about the running stage. Raises `Cancelled`."""
        self._report(message, force=True)

    def check_cancelled(self) -> None:
        """Raise `Cancelled` if the person asked to stop."""
        if self.cancel_event.is_set():
            raise Cancelled

    def _report(self, message: str, *, force: bool) -> None:
        self.check_cancelled()
        now = time.monotonic()
        if self._on_update is None or (not force and now - self._reported_at < MIN_SECONDS_BETWEEN_UPDATES):
            return
        self._reported_at = now
        elapsed_s = now - self._began_at
        done_here = self._done - self._done_at_begin
        rate_per_s = done_here / elapsed_s if done_here > 0 and elapsed_s > 0 else None
        remaining_s = None
        if rate_per_s is not None and self._total is not None:
            remaining_s = max(0.0, (self._total - self._done) / rate_per_s)
        self._on_update(
            ProgressUpdate(
                self._stage, self._done, self._total, self._unit, elapsed_s, rate_per_s, remaining_s, message
            )
        )
