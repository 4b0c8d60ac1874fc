"""Draw the pictures of the window in ``docs/pictures/``: the real window, with the sample corpus, without a screen.

``python -m tools.render_pictures [--project P] [--output DIR] [NAME ...]``. Each picture is drawn by a process of its own, since
Qt takes its scale once. Without ``--project`` the sample corpus is analysed first.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFont, QFontDatabase, QImage, QImageWriter, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from sklearn.cluster import KMeans

from phrase_explorer.foundation.progress import Progress, ProgressUpdate
from phrase_explorer.foundation.resource_paths import resource_path
from phrase_explorer.gui.application import PictureWindow
from phrase_explorer.gui.dialogs.import_dialog import ImportDialog
from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.gui.theme import ThemeChoice
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.analyse import analyse
from phrase_explorer.workflows.topics import fit_project_topics

PICTURES_FOLDER = Path("docs/pictures")
PROJECT_NAME = "Presidents' speeches.phrasemap"
TERM, HOVERED_TERM = "public debt", "nuclear weapons"
FONT_FAMILY = "Inter"  # when it is there; the window itself uses the system's font
N_COLOURS, N_EXACT_COLOURS = 256, 96


@dataclass(frozen=True)
class Picture:
    """One picture; `prepare` brings the window into its state and may give another widget to draw."""

    name: str
    theme: ThemeChoice = "light"
    size: tuple[int, int] = (1440, 900)
    scale: int = 1
    prepare: Callable[[MainWindow], QWidget | None] | None = None
    needs_project: bool = True


def hover(window: MainWindow) -> None:
    """Put the pointer on a point."""
    vocabulary, view = window.session.vocabulary, window.explorer.map_area.map
    row = vocabulary.find(HOVERED_TERM) if vocabulary is not None else None
    if row is not None:
        point = view.pixel_of(row)
        none = Qt.MouseButton.NoButton
        event = QMouseEvent(
            QEvent.Type.MouseMove, point, QPointF(view.mapToGlobal(point)), none, none, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(view, event)


def filter_terms(window: MainWindow) -> None:
    """Narrow the list, so that the map steps back."""
    window.explorer.terms.filter_edit.setText("peace")


def search(window: MainWindow) -> None:
    """Search by meaning for words that are no term."""
    window.header.search.setText("money that the state owes")


def analysing(window: MainWindow) -> None:
    """Show an analysis on its way."""
    window.flow.analysis_started.emit("speeches.csv")
    stages = window.explorer.map_area.stages
    stages.show_done("load", {"documents": 426, "words": 102_981}, reused=False)
    update = ProgressUpdate("extract", 231, 426, "documents", 12.0, 19.0, 10.2)
    stages.show_update(update)
    window.strip.show_running("extract")
    window.strip.show_update(update)


def import_table(window: MainWindow) -> QWidget:
    """Ask how a table is to be read."""
    dialog = ImportDialog(resource_path("sample_corpus", "speeches.csv"), window.runner, window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    dialog.show()
    return dialog


PICTURES = (
    Picture("window-light", prepare=hover),
    Picture("window-dark", "dark", prepare=hover),
    Picture("window-light-200", scale=2, prepare=hover),
    Picture("window-dark-200", "dark", scale=2, prepare=hover),
    Picture("window-small", size=(1024, 640)),
    Picture("window-filter", prepare=filter_terms),
    Picture("window-search", "dark", prepare=search),
    Picture("window-welcome", size=(1080, 700), needs_project=False),
    Picture("window-analysing", "dark", size=(1080, 700), prepare=analysing, needs_project=False),
    Picture("window-import", prepare=import_table, needs_project=False),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Draw all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the window.")
    parser.add_argument("--project", type=Path, help="a project of the sample corpus (default: analyse it now)")
    parser.add_argument("--output", type=Path, default=PICTURES_FOLDER)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", choices=[[], *(picture.name for picture in PICTURES)])
    arguments = parser.parse_args(argv)
    if arguments.one:
        picture = next(picture for picture in PICTURES if picture.name == arguments.one)
        draw(picture, arguments.project, arguments.output)
        return 0
    arguments.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        project = arguments.project or analyse_sample(Path(folder) / PROJECT_NAME)
        for picture in PICTURES:
            if not arguments.names or picture.name in arguments.names:
                command = [sys.executable, "-m", "tools.render_pictures", "--one", picture.name]
                command += ["--project", str(project), "--output", str(arguments.output)]
                environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(picture.scale)}
                subprocess.run(command, check=True, env=environment)
                path = arguments.output / f"{picture.name}.png"
                print(f"{path}  {path.stat().st_size // 1000} kB")
    return 0


def analyse_sample(project_folder: Path) -> Path:
    """Analyse the sample corpus into a project, with its topics."""
    source = resource_path("sample_corpus", "speeches.csv")
    analyse(source, project_folder, AnalysisParameters(), progress=Progress())
    with Project.open(project_folder) as project:
        fit_project_topics(project, progress=Progress())
    return project_folder


def draw(picture: Picture, project: Path, output: Path) -> None:
    """Draw one picture, in the process made for it."""
    with PictureWindow(picture.theme, picture.size, picture.scale) as shown:
        if FONT_FAMILY in QFontDatabase.families():
            shown.set_font(QFont(FONT_FAMILY))
        if picture.needs_project:
            shown.open(project, term=TERM)
        widget = picture.prepare(shown.window) if picture.prepare is not None else None
        shown.wait()
        image = (widget or shown.window).grab().toImage()
        write_small_png(image, output / f"{picture.name}.png")


def write_small_png(image: QImage, path: Path) -> None:
    """Write an image with 256 colours of its own: the most frequent ones exactly, the others by their nearest cluster."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    height, width = image.height(), image.width()
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(height, width) & 0xFFFFFF
    colours, places, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    exact = colours[np.argsort(-counts)[:N_EXACT_COLOURS]]
    channels = np.stack([colours >> 16, (colours >> 8) & 255, colours & 255], axis=1).astype(np.float64)
    rest = ~np.isin(colours, exact)
    n_clusters = min(N_COLOURS - len(exact), int(rest.sum()))
    palette = np.stack([exact >> 16, (exact >> 8) & 255, exact & 255], axis=1).astype(np.float64)
    if n_clusters:
        clusters = KMeans(n_clusters, n_init=1, max_iter=30, random_state=0)
        clusters.fit(channels[rest], sample_weight=counts[rest])
        palette = np.concatenate([palette, clusters.cluster_centers_])
    nearest = np.array([np.abs(palette - colour).sum(axis=1).argmin() for colour in channels], np.uint8)
    indexed = np.ascontiguousarray(nearest[places].reshape(height, width))
    written = QImage(indexed.data, width, height, width, QImage.Format.Format_Indexed8)
    written.setColorTable([0xFF000000 | (r << 16) | (g << 8) | b for r, g, b in np.round(palette).astype(int).tolist()])
    writer = QImageWriter(str(path), b"png")
    writer.setQuality(0)  # the smallest file
    writer.write(written)


if __name__ == "__main__":
    sys.exit(main())
