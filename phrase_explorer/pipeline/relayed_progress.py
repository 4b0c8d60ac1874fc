"""Progress that a child process makes and its parent reports."""

import time
from multiprocessing.connection import Connection

from phrase_explorer.foundation.progress import MIN_SECONDS_BETWEEN_UPDATES, Progress


class RelayedProgress(Progress):
    """Sends what it is told through a pipe, at most ten times a second. A cancel reaches a child as its end."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection
        self._unsent = 0
        self._sent_at = 0.0

    def begin(self, stage: str, total: int | None = None, unit: str = "items", *, already_done: int = 0) -> None:
        """Start a stage in the parent's progress."""
        self.flush()
        self._connection.send(("begin", stage, total, unit, already_done))

    def advance(self, n: int = 1) -> None:
        """Count `n` more units as done."""
        self._unsent += n
        if time.monotonic() - self._sent_at >= MIN_SECONDS_BETWEEN_UPDATES:
            self.flush()

    def note(self, message: str) -> None:
        """Say something about the running stage."""
        self.flush()
        self._connection.send(("note", message))

    def flush(self) -> None:
        """Send what was counted since the last time."""
        if self._unsent:
            self._connection.send(("advance", self._unsent))
            self._unsent = 0
        self._sent_at = time.monotonic()
