"""What the program remembers of its user between runs: theme, recent projects, window geometry, where projects go."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

from phrase_explorer.gui.theme import THEME_CHOICES, ThemeChoice

MAX_RECENT = 8
PROJECT_SUFFIX = ".phrasemap"


@dataclass(frozen=True)
class RecentProject:
    """A project folder that was open before."""

    folder: Path

    @property
    def name(self) -> str:
        """The name as the user knows it."""
        return self.folder.stem


class Preferences:
    """A thin typed face of QSettings; `settings` is given so that tests never touch the user's own."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    @property
    def theme(self) -> ThemeChoice:
        """Light, dark, or as the desktop says."""
        stored = self._settings.value("theme", "system")
        return next((choice for choice in THEME_CHOICES if choice == stored), "system")

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._settings.setValue("theme", choice)

    @property
    def finds_topics(self) -> bool:
        """Whether topics are found as soon as a map is ready."""
        return str(self._settings.value("finds_topics", "true")).lower() != "false"

    @finds_topics.setter
    def finds_topics(self, finds: bool) -> None:
        self._settings.setValue("finds_topics", finds)

    @property
    def recent_projects(self) -> list[RecentProject]:
        """Projects opened before that are still there, latest first."""
        folders = (Path(stored) for stored in self._strings("recent_projects"))
        return [RecentProject(folder) for folder in folders if folder.is_dir()]

    def remember_project(self, folder: Path) -> None:
        """Put a project first among the recent ones."""
        others = [recent.folder for recent in self.recent_projects if recent.folder != folder]
        self._settings.setValue("recent_projects", [str(path) for path in [folder, *others][:MAX_RECENT]])

    def forget_project(self, folder: Path) -> None:
        """Take a project off the list of recent ones; nothing is deleted."""
        kept = [str(recent.folder) for recent in self.recent_projects if recent.folder != folder]
        self._settings.setValue("recent_projects", kept)

    @property
    def projects_folder(self) -> Path:
        """Where new projects are made: the user's choice, or "Phrase Explorer" among the documents."""
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        return Path(str(self._settings.value("projects_folder", Path(documents) / "Phrase Explorer")))

    @projects_folder.setter
    def projects_folder(self, folder: Path) -> None:
        self._settings.setValue("projects_folder", str(folder))

    def project_folder_for(self, source: Path, *, name: str = "") -> Path:
        """Give the project folder of a corpus: the one made from it before, else a new name that is free."""
        stored = self._settings.value(f"project_of/{_settings_key(source)}", "")
        if isinstance(stored, str) and stored:
            return Path(stored)
        name = name or source.name.split(".")[0] or "corpus"
        candidate = self.projects_folder / f"{name}{PROJECT_SUFFIX}"
        number = 2
        while candidate.exists():
            candidate = self.projects_folder / f"{name} {number}{PROJECT_SUFFIX}"
            number += 1
        return candidate

    def remember_project_of(self, source: Path, folder: Path) -> None:
        """Remember that `folder` is the project made from `source`."""
        self._settings.setValue(f"project_of/{_settings_key(source)}", str(folder))

    def window_state(self, name: str) -> QByteArray | None:
        """Give a saved geometry or splitter state, None the first time."""
        stored = self._settings.value(f"window/{name}")
        return stored if isinstance(stored, QByteArray) else None

    def save_window_state(self, name: str, state: QByteArray) -> None:
        """Save a geometry or splitter state."""
        self._settings.setValue(f"window/{name}", state)

    def _strings(self, key: str) -> list[str]:
        stored = self._settings.value(key, [])
        if isinstance(stored, str):  # QSettings gives a list of one back as a string
            return [stored]
        return [item for item in stored if isinstance(item, str)] if isinstance(stored, list) else []


def _settings_key(path: Path) -> str:
    return str(path.resolve()).replace("/", "|").replace("\\", "|")
