"""One writer at a time: an operating-system lock on the project folder.

The system drops the lock when its process ends, however it ends, so a killed run never blocks the next one. Who holds it is
written beside it, only for the sentence that refuses a second writer.
"""

import json
import os
import platform
from pathlib import Path

from filelock import FileLock, Timeout

from phrase_explorer.foundation.errors import UserFacingError

LOCK_NAME = "lock"
HOLDER_NAME = "lock-holder.json"


class ProjectInUseError(UserFacingError):
    """Another process is writing to the project."""


class ProjectLock:
    """The right to write to one project folder, held until `release`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = FileLock(folder / LOCK_NAME, timeout=0, thread_local=False)  # closed by another thread than opened
        try:
            self._lock.acquire()
        except Timeout as error:
            raise ProjectInUseError(
                f"The project '{folder.name}' is being written by {_describe_holder(folder)}; "
                "close it there, or wait until it has finished."
            ) from error
        holder = {"process": os.getpid(), "host": platform.node()}
        (folder / HOLDER_NAME).write_text(json.dumps(holder), encoding="utf-8")

    def release(self) -> None:
        """Let others write. Safe to call twice."""
        if self._lock.is_locked:
            (self._folder / HOLDER_NAME).unlink(missing_ok=True)
            self._lock.release()


def _describe_holder(folder: Path) -> str:
    try:
        holder = json.loads((folder / HOLDER_NAME).read_bytes())
        return f"process {holder['process']} on {holder['host']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
