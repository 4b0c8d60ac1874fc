"""The UMAP layout in a process of its own: Cancel ends it at once, and its death is a message instead of a lost program.

`warm_up_in_child` starts the process early, so that its imports and its one compilation are done by the time the vectors are.
"""

import logging
import multiprocessing
import os
import signal
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from phrase_explorer.domain.layout import Layout
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.layouts.layout_options import LayoutOptions

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_CANCEL_CHECKS = 0.05
SECONDS_TO_END = 1.0
ROWS_NAME, DISTANCES_NAME, VECTORS_NAME = "rows.npy", "distances.npy", "vectors.npy"


class LayoutProcess:
    """A live child process that lays out one set of vectors after another. Close it, or use it in a ``with`` block."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, child_connection = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(child_connection,), name="phrase-explorer-layout", daemon=True
        )
        self._process.start()
        child_connection.close()
        self._is_warm = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def is_alive(self) -> bool:
        """Whether it can take work."""
        return self._process.is_alive()

    @property
    def process_id(self) -> int | None:
        """Its id in the operating system."""
        return self._process.pid

    def lay_out(
        self, vectors_path: Path, neighbours_path: Path | None, options: LayoutOptions, *, progress: Progress
    ) -> Layout:
        """Lay out the vectors of a file; see `umap_layout_in_child`. Any error or cancel ends the process."""
        try:
            self._send(
                (str(vectors_path.resolve()), str(neighbours_path.resolve()) if neighbours_path else None, options)
            )
            return self._receive_layout(progress)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process.is_alive():
            self._process.kill()
        self._process.join(SECONDS_TO_END)
        self._connection.close()

    def _send(self, request: tuple[str, str | None, LayoutOptions]) -> None:
        try:
            self._connection.send(request)
        except OSError as error:
            raise self._death() from error

    def _receive_layout(self, progress: Progress) -> Layout:
        progress.begin("layout")
        if not self._is_warm:
            progress.note("preparing the layout code, up to half a minute the first time")
        done = 0
        while True:
            progress.check_cancelled()
            if not self._connection.poll(SECONDS_BETWEEN_CANCEL_CHECKS):
                if not self._process.is_alive() and not self._connection.poll(0):
                    raise self._death()
                continue
            match self._receive():
                case ("warm",):
                    self._is_warm = True
                case ("epochs", int(epochs_done), int(n_epochs)):
                    if done == 0:
                        progress.begin("layout", total=n_epochs, unit="epochs")
                    progress.advance(epochs_done - done)
                    done = epochs_done
                case ("layout", Layout() as layout):
                    return layout
                case ("failed", str(reason)):
                    raise UserFacingError(f"The map could not be laid out ({reason}); try again with another seed.")

    def _receive(self) -> object:
        try:
            return self._connection.recv()
        except (EOFError, OSError) as error:
            raise self._death() from error

    def _death(self) -> UserFacingError:
        self._process.join(SECONDS_TO_END)
        logger.error("the layout process ended with code %s", self._process.exitcode)
        return UserFacingError(
            f"The process that lays out the map ended unexpectedly (code {self._process.exitcode}), perhaps for want of "
            "memory; close other programs and run the layout again."
        )


def umap_layout_in_child(
    vectors_path: Path,
    neighbours_path: Path | None,
    options: LayoutOptions,
    *,
    progress: Progress,
    process: LayoutProcess | None = None,
) -> Layout:
    """Compute the UMAP layout in a child process.

    Parameters
    ----------
    vectors_path
        A ``.npy`` file of unit vectors, or a folder that holds ``vectors.npy``.
    neighbours_path
        A folder that holds ``rows.npy`` and ``distances.npy`` as `retrieval.nearest_neighbours` gives them; None computes them.
    process
        One started by `warm_up_in_child`, which stays alive for the next layout; None starts one for this layout alone.

    Raises
    ------
    Cancelled
        The child is ended within a tenth of a second of the cancel.
    UserFacingError
        If the child failed or died.
    """
    if process is not None and process.is_alive:
        return process.lay_out(vectors_path, neighbours_path, options, progress=progress)
    with LayoutProcess() as own_process:
        return own_process.lay_out(vectors_path, neighbours_path, options, progress=progress)


def warm_up_in_child() -> LayoutProcess:
    """Start a process that prepares itself and waits for vectors. Returns at once."""
    return LayoutProcess()


def _serve(connection: Connection) -> None:
    """Prepare, then answer requests until the parent closes its end or ends. Runs in the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the parent decides
    prepare()
    try:
        connection.send(("warm",))
        while True:
            vectors_path, neighbours_path, options = connection.recv()
            connection.send(_answer(connection, Path(vectors_path), neighbours_path, options))
    except (EOFError, OSError):
        return  # the parent has gone


def _answer(
    connection: Connection, vectors_path: Path, neighbours_path: str | None, options: LayoutOptions
) -> tuple[str, str | Layout]:
    from phrase_explorer.layouts.umap_layout import umap_layout

    try:
        vectors = np.load(_vectors_file(vectors_path), mmap_mode="r", allow_pickle=False)
        neighbours = None
        if neighbours_path is not None:
            folder = Path(neighbours_path)
            neighbours = (
                np.load(folder / ROWS_NAME, mmap_mode="r", allow_pickle=False),
                np.load(folder / DISTANCES_NAME, mmap_mode="r", allow_pickle=False),
            )
        layout = umap_layout(
            vectors, neighbours, options, on_epochs=lambda done, total: connection.send(("epochs", done, total))
        )
    except (ArithmeticError, LookupError, MemoryError, OSError, ValueError) as error:
        return ("failed", f"{type(error).__name__}: {error}")
    return ("layout", layout)


def _vectors_file(path: Path) -> Path:
    return path / VECTORS_NAME if path.is_dir() else path


def prepare() -> None:
    """Import what a layout needs and compile the loop, or load it from disk, by laying out a few points.

    Changes the working folder and the environment: for a process that does nothing but lay out.
    """
    folder = _compiled_code_folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    os.chdir(folder)  # in a frozen program numba names its cache after the working folder
    from phrase_explorer.layouts.umap_layout import umap_layout

    vectors = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
    umap_layout(vectors, None, LayoutOptions(n_epochs=2))


def _compiled_code_folder() -> Path:
    """Give a folder that can be written, the same at each start where possible."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    folder = Path(base) / "phrase-explorer" / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="phrase-explorer-compiled-"))
    return folder
