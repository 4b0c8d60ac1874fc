"""The project folder: what a person owns. Corpus, analysis, what the user said, and the lock that keeps it one writer's.

The state is what project.json says. Artifacts and the corpus are immutable files beside it, so replacing project.json is the
whole of a commit, and a kill leaves the old state or the new one.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phrase_explorer.domain.analysis import Analysis
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.annotations import ANNOTATIONS_NAME, Annotations
from phrase_explorer.project.changes import Changes
from phrase_explorer.project.history import History
from phrase_explorer.project.project_file import (
    PROJECT_FILE_NAME,
    NotAProjectError,
    ProjectFile,
    read_project_file,
    write_project_file,
)
from phrase_explorer.project.project_lock import ProjectLock
from phrase_explorer.project.read_analysis import read_analysis
from phrase_explorer.storage.artifact_store import ArtifactStore

if TYPE_CHECKING:
    from phrase_explorer.storage.corpus_database import CorpusDatabase

logger = logging.getLogger(__name__)

PROJECT_SUFFIX = ".phrasemap"
FIRST_CORPUS_FILE = "corpus.sqlite"


class Project:
    """One open project folder.

    Use `create`, `open` or `open_or_create`, and `close` at the end (or a ``with`` block). Commits may come from a worker
    thread; `analysis` then changes only at `reload`, which the owner calls in its own thread.
    """

    def __init__(self, folder: Path, *, lock: ProjectLock | None, state: ProjectFile) -> None:
        self.folder = folder
        self.state = state
        self.store = ArtifactStore(folder / "artifacts")
        self._lock = lock
        self._guard = threading.RLock()
        self._corpus: CorpusDatabase | None = None
        self._corpus_name: str | None = None
        self._analysis: Analysis | None = None
        self.annotations = Annotations(folder / ANNOTATIONS_NAME, read_only=lock is None)
        self.history = History(self)

    @classmethod
    def create(cls, folder: Path) -> "Project":
        """Make an empty project and hold its lock.

        Raises
        ------
        UserFacingError
            If the folder exists and holds something else, or cannot be made.
        """
        if (folder / PROJECT_FILE_NAME).exists():
            raise UserFacingError(f"'{folder}' is a project already; choose another name or open that one.")
        return cls.open_or_create(folder)

    @classmethod
    def open(cls, folder: Path, *, read_only: bool = False) -> "Project":
        """Open a project; for writing it holds the lock until `close`.

        Raises
        ------
        NotAProjectError, ProjectSchemaError, ProjectInUseError, UserFacingError
        """
        state = read_project_file(folder)
        if read_only:
            return cls._opened(folder, None, state)
        lock = _take_lock(folder)
        return cls._opened(folder, lock, read_project_file(folder))

    @classmethod
    def open_or_create(cls, folder: Path) -> "Project":
        """Open the project for writing, or make it where there is none.

        Raises
        ------
        UserFacingError
            If the folder holds something that is not a project, or cannot be made.
        """
        if (folder / PROJECT_FILE_NAME).exists():
            return cls.open(folder)
        if folder.exists() and not _may_become_project(folder):
            raise NotAProjectError(
                f"'{folder}' exists and is not a project; choose a new name for the project, such as corpus{PROJECT_SUFFIX}."
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserFacingError(f"The project folder '{folder}' cannot be made: {error.strerror}.") from error
        lock = _take_lock(folder)
        if not (folder / PROJECT_FILE_NAME).exists():
            write_project_file(folder, ProjectFile())
        return cls._opened(folder, lock, read_project_file(folder))

    @classmethod
    def _opened(cls, folder: Path, lock: ProjectLock | None, state: ProjectFile) -> "Project":
        try:
            project = cls(folder, lock=lock, state=state)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        if lock is not None:
            project._remove_leftovers()
        project.reload()
        return project

    @property
    def read_only(self) -> bool:
        """Whether the project was opened without the lock."""
        return self._lock is None

    @property
    def name(self) -> str:
        """The name of the project as a person says it."""
        return self.folder.name.removesuffix(PROJECT_SUFFIX)

    @property
    def has_corpus(self) -> bool:
        """Whether a corpus has been read into the project."""
        return self.state.corpus_file is not None and (self.folder / self.state.corpus_file).is_file()

    @property
    def corpus(self) -> "CorpusDatabase":
        """The documents.

        Raises
        ------
        UserFacingError
            If none has been read yet.
        """
        from phrase_explorer.storage.corpus_database import CorpusDatabase

        if not self.has_corpus:
            raise self.missing_corpus()
        with self._guard:
            if self._corpus is None or self._corpus_name != self.state.corpus_file:
                if self._corpus is not None:
                    self._corpus.close()
                self._corpus_name = self.state.corpus_file
                self._corpus = CorpusDatabase.open(self.folder / str(self._corpus_name))
            return self._corpus

    def missing_corpus(self) -> UserFacingError:
        """Give the sentence for a project without documents: none was read yet, or their file has gone."""
        if self.state.corpus_file is None:
            return UserFacingError(
                f"The project '{self.folder.name}' holds no documents yet; run: phrase-explorer analyse INPUT -o "
                f"'{self.folder}'"
            )
        return UserFacingError(
            f"The documents of the project '{self.folder.name}' ({self.state.corpus_file}) are missing; read them again "
            f"with: phrase-explorer analyse '{self.state.source or 'INPUT'}' -o '{self.folder}'"
        )

    @property
    def analysis(self) -> Analysis | None:
        """What the stages found, as of the last `reload`; None before the vocabulary exists."""
        return self._analysis

    def require_analysis(self) -> Analysis:
        """Give the analysis. Raises `UserFacingError` where there is none yet."""
        if self._analysis is None:
            raise UserFacingError(
                f"The project '{self.folder.name}' has not been analysed yet; run: phrase-explorer analyse INPUT -o "
                f"'{self.folder}'"
            )
        return self._analysis

    def reload(self) -> Changes:
        """Take over what was committed since: call it in the thread that shows the project."""
        with self._guard:
            state = self.state
        self._analysis = read_analysis(self.store, state.stages)
        return Changes(analysis=True, corpus=self._corpus_name != state.corpus_file)

    def commit(self, state: ProjectFile) -> None:
        """Make `state` the project's state, in one step that a kill cannot halve. May be called from a worker thread."""
        if self.read_only:
            raise UserFacingError(f"The project '{self.folder.name}' is open for reading only.")
        with self._guard:
            write_project_file(self.folder, state)
            self.state = state

    def new_corpus_file(self, corpus_key: str) -> str:
        """Give the file name for a corpus that is to be read: one that no committed state uses."""
        return FIRST_CORPUS_FILE if self.state.corpus_file != FIRST_CORPUS_FILE else f"corpus-{corpus_key[:16]}.sqlite"

    def remove_corpus_file(self, name: str) -> None:
        """Remove a corpus that the committed state no longer uses; if it is still open somewhere, the next opening does."""
        if name == self.state.corpus_file:
            raise ValueError("the committed state uses this corpus")
        with self._guard:
            if self._corpus is not None and self._corpus_name == name and os.name == "nt":
                return
        with contextlib.suppress(OSError):
            (self.folder / name).unlink(missing_ok=True)

    def stage_facts(self, stage: str) -> Mapping[str, Any]:  # Any: JSON values
        """Give what a stage said of its work; empty where it has not run."""
        return self._analysis.facts.get(stage, {}) if self._analysis is not None else {}

    def close(self) -> None:
        """Close the files and give up the lock. Safe to call twice."""
        with self._guard:
            if self._corpus is not None:
                self._corpus.close()
                self._corpus = None
            self.annotations.close()
            if self._lock is not None:
                self._lock.release()

    def __enter__(self) -> "Project":
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def _remove_leftovers(self) -> None:
        """Remove what a killed run left and no state refers to. Finished shards stay: the next run goes on from them."""
        self.store.remove_leftovers()
        for path in (
            *self.folder.glob("corpus*.sqlite*"),
            *self.folder.glob(".*.partial*"),
            *self.folder.glob(".partial-*"),
        ):
            if path.is_file() and not path.name.startswith(self.state.corpus_file or "\0"):
                path.unlink(missing_ok=True)


def _take_lock(folder: Path) -> ProjectLock:
    try:
        return ProjectLock(folder)
    except OSError as error:
        raise UserFacingError(f"The project '{folder}' cannot be written: {error.strerror}.") from error


def _may_become_project(folder: Path) -> bool:
    """Say whether the path is a folder that is empty, or holds only what a run killed before its first commit left."""
    ours = {"lock", "lock-holder.json", "artifacts", ANNOTATIONS_NAME}
    return folder.is_dir() and all(
        path.name in ours or path.name.startswith((".", "corpus")) for path in folder.iterdir()
    )
