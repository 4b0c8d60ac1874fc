"""The terminal: results on stdout, everything else on stderr, and Ctrl-C as a wish to stop."""

import json
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, TextIO

from phrase_explorer.cli.terminal_progress import TerminalProgress
from phrase_explorer.foundation.progress import Progress


class Terminal:
    """Where a command says things.

    Parameters
    ----------
    as_json
        stdout then holds JSON alone, one object a line; `show` is silent.
    quiet
        No progress and no messages on stderr; results and errors are still given.
    """

    def __init__(
        self, *, as_json: bool = False, quiet: bool = False, stdout: TextIO | None = None, stderr: TextIO | None = None
    ) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self._stdout = stdout or sys.stdout
        self._stderr = stderr or sys.stderr
        self._progress = TerminalProgress(self._stderr)

    def give(self, facts: Mapping[str, Any], text: str | None = None) -> None:  # Any: JSON values
        """Give one result: a JSON line, or (without ``--json``) its text where there is one."""
        if self.as_json:
            print(json.dumps(facts, ensure_ascii=False), file=self._stdout, flush=True)
        elif text is not None:
            self.show(text)

    def show(self, text: str) -> None:
        """Give a result for a person to read; nothing with ``--json``."""
        if not self.as_json:
            self._progress.clear()
            print(text, file=self._stdout, flush=True)

    def say(self, text: str) -> None:
        """Say something on the way; nothing with ``--quiet``."""
        if not self.quiet:
            self._progress.clear()
            print(text, file=self._stderr, flush=True)

    def complain(self, text: str) -> None:
        """Say on stderr why the work failed."""
        self._progress.clear()
        print(text, file=self._stderr, flush=True)

    @contextmanager
    def long_work(self) -> Iterator[Progress]:
        """Show progress, and take Ctrl-C (or a polite kill) as a wish to stop: the work ends at its next safe place.

        The second Ctrl-C interrupts at once.
        """
        progress = Progress(None if self.quiet else self._progress.show)
        with _stop_on_signals(progress.cancel_event, lambda: self.say("Stopping ...")):
            try:
                yield progress
            finally:
                self._progress.clear()


@contextmanager
def _stop_on_signals(wish: threading.Event, on_wish: Any) -> Iterator[None]:  # Any: a call without arguments
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def take_signal(_number: int, _frame: FrameType | None) -> None:
        if wish.is_set():
            raise KeyboardInterrupt
        wish.set()
        on_wish()

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, take_signal) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
