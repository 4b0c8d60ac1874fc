"""What stands in the map's place until there is a map: the stages, which are done, and how far the present one is."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from phrase_explorer.foundation.progress import ProgressUpdate
from phrase_explorer.gui.controls import ElidedLabel, label
from phrase_explorer.gui.icons import icon_pixmap
from phrase_explorer.gui.qt_models.progress_text import (
    ANALYSIS_STAGES,
    describe_counts,
    describe_remaining,
    stage_title,
)
from phrase_explorer.gui.theme import Theme

WIDTH_PX = 580


class StageProgressView(QWidget):
    """A line for each stage of an analysis."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("role", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = ElidedLabel("", "title", self)
        self._lines = {stage: _StageLine(stage, self) for stage in ANALYSIS_STAGES}
        self._running: str | None = None
        self._lay_out()

    def begin(self, corpus_name: str) -> None:
        """Start over, for a corpus."""
        self._title.setText(f"Analysing {corpus_name}")
        self._title.updateGeometry()
        self._running = None
        for line in self._lines.values():
            line.show_waiting()

    def show_update(self, update: ProgressUpdate) -> None:
        """Show how far the running stage is."""
        if update.stage in self._lines:
            self._running = update.stage
            self._lines[update.stage].show_running(update)

    def show_done(self, stage: str, counts: Mapping[str, int], *, reused: bool) -> None:
        """Show that a stage has ended, and what it counted."""
        if stage in self._lines:
            said = " · ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in list(counts.items())[:2])
            self._lines[stage].show_done(said or ("kept from before" if reused else "done"), self._theme)

    def text_of(self, stage: str) -> str:
        """Give what the line of a stage says of it."""
        return self._lines[stage].said.text()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme
        for line in self._lines.values():
            line.set_theme(theme)

    def _lay_out(self) -> None:
        holder = QWidget(self)
        holder.setMaximumWidth(WIDTH_PX)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(1, 1)
        for row, line in enumerate(self._lines.values()):
            grid.addWidget(line.mark, row, 0)
            grid.addWidget(line.title, row, 1)
            grid.addWidget(line.bar, row, 2)
            grid.addWidget(line.said, row, 3, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(holder)
        column.setSpacing(16)
        column.addWidget(self._title)
        column.addLayout(grid)
        column.addWidget(
            label(
                "The map appears here as soon as there is one; terms and lines can be read before that.",
                "small",
                self,
                wraps=True,
            )
        )
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        row_layout = QHBoxLayout()
        row_layout.addStretch(1)
        row_layout.addWidget(holder, 100)
        row_layout.addStretch(1)
        outer.addLayout(row_layout)
        outer.addStretch(3)


class _StageLine:
    """The widgets of one stage."""

    def __init__(self, stage: str, parent: QWidget) -> None:
        self.mark = QLabel(parent)
        self.mark.setFixedSize(16, 16)
        self.title = label(stage_title(stage), "secondary", parent)
        self.bar = QProgressBar(parent)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(80)
        self.bar.hide()
        self.said = label("", "small", parent)
        self._is_done = False

    def show_waiting(self) -> None:
        self._is_done = False
        self.mark.clear()
        self.bar.hide()
        self.said.setText("")
        _set_role(self.title, "secondary")

    def show_running(self, update: ProgressUpdate) -> None:
        self._is_done = False
        self.mark.clear()
        _set_role(self.title, "heading")
        self.bar.setRange(0, 1_000 if update.total else 0)
        if update.total:
            self.bar.setValue(min(1_000, 1_000 * update.done // update.total))
        self.bar.show()
        said = [describe_counts(update), describe_remaining(update.remaining_s)]
        self.said.setText(" · ".join(part for part in said if part))

    def show_done(self, said: str, theme: Theme) -> None:
        self._is_done = True
        self.bar.hide()
        self.said.setText(said)
        _set_role(self.title, "plain")
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        if self._is_done:
            self.mark.setPixmap(icon_pixmap("check", theme.accent, scale=self.mark.devicePixelRatioF()))


def _set_role(text: QLabel, role: str) -> None:
    if text.property("role") != role:
        text.setProperty("role", role)
        text.style().unpolish(text)
        text.style().polish(text)
