"""Open a project folder, or say what a path given by the user is."""

from pathlib import Path

from phrase_explorer.project.project import PROJECT_SUFFIX, Project
from phrase_explorer.project.project_file import PROJECT_FILE_NAME


def open_project(folder: Path, *, read_only: bool = False) -> Project:
    """Open a project; for writing it is locked until it is closed. Raises `UserFacingError`."""
    return Project.open(folder, read_only=read_only)


def is_project(path: Path) -> bool:
    """Say whether the path is a project folder rather than something to read."""
    return (path / PROJECT_FILE_NAME).is_file()


def default_project_folder(source: Path) -> Path:
    """Give where the project of a source goes when nobody says: beside it, under its name."""
    name = source.name
    while Path(name).suffix and len(Path(name).suffix) <= 6:
        name = Path(name).stem
    return source.parent / f"{name or 'corpus'}{PROJECT_SUFFIX}"
