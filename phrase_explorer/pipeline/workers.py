"""Spawned processes that do native or long work: Cancel ends them at once, and their memory goes when they end.

A worker is made by a factory: a module-level function that runs in the child, loads what the work needs and gives a function
``answer(request, progress)``. Only small picklable things cross the border: paths, rows, options, counts.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.relayed_progress import RelayedProgress

logger = logging.getLogger(__name__)

Request = TypeVar("Request")
Result = TypeVar("Result")
Answer = Callable[[Request, Progress], Result]

SECONDS_BETWEEN_CANCEL_CHECKS = 0.05
SECONDS_TO_END = 5.0


class WorkerDiedError(UserFacingError):
    """A child process ended before its work was done."""


class WorkerBugError(RuntimeError):
    """The work in a child failed in a way that nobody foresaw; the message holds the child's traceback."""


class Workers(Generic[Request, Result]):
    """Some child processes of one kind, which start at once and take work from `run`. Use in a ``with`` block."""

    def __init__(self, factory: Callable[..., "Answer[Request, Result]"], *arguments: Any, n_workers: int = 1) -> None:
        context = multiprocessing.get_context("spawn")
        self._processes: list[Any] = []  # Any: the spawn context's process class is private
        self._connections: list[Connection] = []
        with _interrupts_held_back():
            for number in range(n_workers):
                connection, child_connection = context.Pipe()
                process = context.Process(
                    target=_serve, args=(child_connection, factory, arguments), name=f"worker-{number}", daemon=True
                )
                process.start()
                child_connection.close()
                self._processes.append(process)
                self._connections.append(connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(self, requests: Sequence[Request], progress: Progress) -> list[Result]:
        """Give one result a request, in their order; whoever is free takes the next request.

        Raises
        ------
        Cancelled
            Within a tenth of a second; the processes are ended.
        UserFacingError
            If a worker raised one, or died.
        WorkerBugError
            If a worker failed in any other way.
        """
        try:
            return self._run(requests, progress)
        except BaseException:
            self.close()
            raise

    def _run(self, requests: Sequence[Request], progress: Progress) -> list[Result]:
        results: dict[int, Result] = {}
        waiting = list(enumerate(requests))[::-1]
        busy: set[Connection] = set()
        for connection in self._connections:
            if waiting:
                self._send(connection, waiting.pop())
                busy.add(connection)
        while busy:
            progress.check_cancelled()
            ready = set(wait(list(busy), SECONDS_BETWEEN_CANCEL_CHECKS))
            for connection in [connection for connection in busy if connection in ready]:
                finished = self._take_message(connection, progress)
                if finished is None:
                    continue
                index, result = finished
                results[index] = result
                if waiting:
                    self._send(connection, waiting.pop())
                else:
                    busy.discard(connection)
        return [results[index] for index in range(len(requests))]

    def _take_message(self, connection: Connection, progress: Progress) -> tuple[int, Result] | None:
        """Pass on what a worker says; give its result with the number of the request, if that is what it says."""
        match self._receive(connection):
            case "advance", n:
                progress.advance(n)
            case "begin", stage, total, unit, already_done:
                progress.begin(stage, total, unit, already_done=already_done)
            case "note", message:
                progress.note(message)
            case "result", index, result:
                return index, result
            case "refused", message:
                raise UserFacingError(message)
            case "failed", trace:
                raise WorkerBugError(trace)
        return None

    def close(self) -> None:
        """End the processes, whatever they are doing. Safe to call twice."""
        for process in self._processes:
            if process.is_alive():
                process.kill()
        for process, connection in zip(self._processes, self._connections, strict=True):
            process.join(SECONDS_TO_END)
            connection.close()
        self._processes, self._connections = [], []

    def _send(self, connection: Connection, request: tuple[int, Request]) -> None:
        try:
            connection.send(request)
        except OSError as error:
            raise self._death(connection) from error

    def _receive(self, connection: Connection) -> Any:  # Any: whatever `_serve` sends
        try:
            return connection.recv()
        except (EOFError, OSError) as error:
            raise self._death(connection) from error

    def _death(self, connection: Connection) -> WorkerDiedError:
        process = self._processes[self._connections.index(connection)]
        process.join(SECONDS_TO_END)
        logger.error("a worker process ended with code %s", process.exitcode)
        return WorkerDiedError(
            f"A process that was working on the corpus ended unexpectedly (code {process.exitcode}), perhaps for want of "
            "memory; close other programs and run analyse again, which goes on from where it stopped."
        )


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Start children that never see Ctrl-C: the parent decides what it means, and ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(
    connection: Connection,
    factory: Callable[..., "Answer[Any, Any]"],
    arguments: tuple[Any, ...],  # Any: see Workers
) -> None:
    """Run in the child: make the answering function, then answer until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):  # a program without a console has neither
        os.dup2(2, 1)  # what a library prints must not get between the JSON lines of the parent
    progress = RelayedProgress(connection)
    try:
        answer = factory(*arguments)
        while True:
            index, request = connection.recv()
            result = answer(request, progress)
            progress.flush()
            connection.send(("result", index, result))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent has gone
    except UserFacingError as error:
        _tell(connection, ("refused", str(error)))
    except BaseException:  # noqa: BLE001 - the border of this process: the parent logs it and says so
        _tell(connection, ("failed", traceback.format_exc()))


def _tell(connection: Connection, message: tuple[str, str]) -> None:
    with contextlib.suppress(OSError):
        connection.send(message)
