"""project.json: the one file whose replacement commits a new state of the project."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from phrase_explorer import __version__
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.migrations import SCHEMA_VERSION, migrate
from phrase_explorer.storage.atomic_write import write_atomically

PROJECT_FILE_NAME = "project.json"
PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class NotAProjectError(UserFacingError):
    """The folder is not a project, or its project.json cannot be read."""


@dataclass(frozen=True)
class ProjectFile:
    """What project.json says.

    Parameters
    ----------
    corpus_key
        Key of the corpus in `corpus_file`; None before anything was read.
    corpus_file
        Name of the corpus database inside the project folder.
    source
        Where the corpus was read from, for the person to see.
    parameters
        What the analysis was asked for, as JSON.
    stages
        Artifact key of each stage that is part of the committed state.
    models
        Name and fingerprint of the models that took part.
    """

    corpus_key: str | None = None
    corpus_file: str | None = None
    source: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)  # Any: JSON values
    stages: Mapping[str, str] = field(default_factory=dict)
    models: Mapping[str, Any] = field(default_factory=dict)  # Any: JSON values
    app_version: str = __version__

    def with_stage(self, stage: str, key: str) -> "ProjectFile":
        """Give the same state with one more stage."""
        return replace(self, stages={**self.stages, stage: key})


def read_project_file(folder: Path) -> ProjectFile:
    """Read and, where it is older, migrate project.json.

    Raises
    ------
    NotAProjectError
        If there is none or it cannot be read.
    ProjectSchemaError
        If it is newer than this program.
    """
    path = folder / PROJECT_FILE_NAME
    if not path.is_file():
        raise NotAProjectError(
            f"'{folder}' is not a Phrase Explorer project (it has no {PROJECT_FILE_NAME}); "
            "make one with: phrase-explorer analyse INPUT -o PROJECT"
        )
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise NotAProjectError(
            f"{PROJECT_FILE_NAME} of '{folder}' cannot be read ({error}); restore it from a copy, or analyse again "
            "into a new project folder."
        ) from error
    if not isinstance(content, dict):
        raise NotAProjectError(f"{PROJECT_FILE_NAME} of '{folder}' does not hold a project.")
    content = migrate(content, name=folder.name)
    names = ("corpus_key", "corpus_file", "source", "parameters", "stages", "models", "app_version")
    state = ProjectFile(**{name: content[name] for name in names if content.get(name) is not None})
    if not _is_sound(state):
        raise NotAProjectError(f"{PROJECT_FILE_NAME} of '{folder}' does not hold a project.")
    return state


def _is_sound(state: ProjectFile) -> bool:
    """Check what becomes part of a path, so that a project folder from a stranger never leads out of itself."""
    if not all(isinstance(value, dict) for value in (state.parameters, state.stages, state.models)):
        return False
    parts = [*state.stages.keys(), *state.stages.values(), state.corpus_file or "corpus.sqlite"]
    return all(isinstance(part, str) and PLAIN_NAME.fullmatch(part) is not None for part in parts)


def write_project_file(folder: Path, state: ProjectFile) -> None:
    """Commit a state: after this call the project is the new one, before it the old one, never anything between."""
    content = {
        "schema_version": SCHEMA_VERSION,
        "app_version": __version__,
        "corpus_key": state.corpus_key,
        "corpus_file": state.corpus_file,
        "source": state.source,
        "parameters": dict(state.parameters),
        "stages": dict(state.stages),
        "models": dict(state.models),
    }
    text = json.dumps(content, ensure_ascii=False, indent=2)
    write_atomically(folder / PROJECT_FILE_NAME, text.encode("utf-8", errors="surrogatepass"))
