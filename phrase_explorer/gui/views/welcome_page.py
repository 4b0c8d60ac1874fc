"""What the window shows before anything is open: where to drop a corpus, what was open before, and the sample."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from phrase_explorer.gui.controls import ElidedLabel, label, push_button
from phrase_explorer.gui.icons import icon_pixmap, themed_icon
from phrase_explorer.gui.preferences import RecentProject
from phrase_explorer.gui.theme import Theme

WIDTH_PX = 560
MAX_SHOWN_RECENT = 5
FORMATS = "Text, Markdown, HTML, Word, PDF, EPUB, CSV, Excel, JSON, Parquet, TEI; .zip and .gz"


class WelcomePage(QWidget):
    """The empty state.

    Signals
    -------
    folder_wanted(), file_wanted(), project_wanted(), sample_wanted()
    recent_chosen(Path)
    """

    folder_wanted = Signal()
    file_wanted = Signal()
    project_wanted = Signal()
    sample_wanted = Signal()
    recent_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.drop_zone = QFrame(self)
        self.drop_zone.setObjectName("dropZone")
        self._drop_icon = QLabel(self.drop_zone)
        self._recent_heading = label("Recent projects", "heading", self)
        self._recent = QVBoxLayout()
        self._recent_rows: list[_RecentRow] = []
        self._lay_out()
        self.set_theme(theme)
        self.show_recent([])

    def show_recent(self, projects: list[RecentProject]) -> None:
        """Offer projects that were open before."""
        for old_row in self._recent_rows:
            self._recent.removeWidget(old_row)
            old_row.deleteLater()
        self._recent_rows = []
        for project in projects[:MAX_SHOWN_RECENT]:
            row = _RecentRow(project, self._theme, self)
            row.chosen.connect(self.recent_chosen)
            self._recent.addWidget(row)
            self._recent_rows.append(row)
        self._recent_heading.setVisible(bool(projects))

    @property
    def recent_buttons(self) -> list[QPushButton]:
        """The buttons of recent projects, latest first."""
        return [row.button for row in self._recent_rows]

    def set_hot(self, is_hot: bool) -> None:
        """Show that what is being dragged can be dropped."""
        self.drop_zone.setProperty("hot", is_hot)
        self.drop_zone.style().unpolish(self.drop_zone)
        self.drop_zone.style().polish(self.drop_zone)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme
        self._drop_icon.setPixmap(icon_pixmap("drop", theme.accent, 32, self.devicePixelRatioF()))

    def _lay_out(self) -> None:
        zone = QVBoxLayout(self.drop_zone)
        zone.setContentsMargins(24, 24, 24, 24)
        zone.setSpacing(6)
        self._drop_icon.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        drop_text = label("Drop a folder, a file or a project here", "title", self.drop_zone)
        formats = label(FORMATS, "small", self.drop_zone, wraps=True)
        for text in (drop_text, formats):
            text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(push_button("Open folder…", "primary", self.drop_zone, self.folder_wanted.emit))
        buttons.addWidget(push_button("Open file…", "plain", self.drop_zone, self.file_wanted.emit))
        buttons.addWidget(push_button("Open project…", "plain", self.drop_zone, self.project_wanted.emit))
        buttons.addStretch(1)
        zone.addWidget(self._drop_icon)
        zone.addSpacing(4)
        zone.addWidget(drop_text)
        zone.addWidget(formats)
        zone.addSpacing(12)
        zone.addLayout(buttons)
        sample = QHBoxLayout()
        sample.setSpacing(4)
        sample.addStretch(1)
        sample.addWidget(label("Nothing at hand?", "secondary", self))
        sample.addWidget(push_button("Try the sample corpus", "link", self, self.sample_wanted.emit))
        sample.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(0)
        title = label("Phrase Explorer", "display", self)
        lead = label(
            "From a pile of text to a map of its phrases. Everything stays on this computer.", "lead", self, wraps=True
        )
        for text in (title, lead):
            text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        column.addWidget(title)
        column.addSpacing(4)
        column.addWidget(lead)
        column.addSpacing(24)
        column.addWidget(self.drop_zone)
        column.addSpacing(12)
        column.addLayout(sample)
        column.addSpacing(20)
        column.addWidget(self._recent_heading)
        column.addSpacing(4)
        self._recent.setSpacing(0)
        column.addLayout(self._recent)
        column.addStretch(3)
        holder = QWidget(self)
        holder.setLayout(column)
        holder.setMaximumWidth(WIDTH_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 16, 24, 16)
        row.addStretch(1)
        row.addWidget(holder, 100)
        row.addStretch(1)


class _RecentRow(QWidget):
    """One recent project: its name and where it is."""

    chosen = Signal(object)

    def __init__(self, project: RecentProject, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.button = push_button(
            project.name.replace("&", "&&"), "recent", self, lambda: self.chosen.emit(project.folder)
        )
        self.button.setIcon(themed_icon("map", theme))
        self.button.setIconSize(QSize(16, 16))
        self.button.setToolTip(str(project.folder))
        place = ElidedLabel(_short(project.folder.parent), "small", self, mode=Qt.TextElideMode.ElideMiddle)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addStretch(1)
        row.addWidget(place)


def _short(folder: Path) -> str:
    try:
        return f"~/{folder.relative_to(Path.home())}"
    except ValueError:
        return str(folder)
