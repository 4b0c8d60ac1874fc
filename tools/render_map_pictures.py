"""Draw the pictures of the map in ``docs/pictures/``: far, nearer and near, light and dark, and a million points.

``python -m tools.render_map_pictures [--project P] [--output DIR]``. Without ``--project`` the sample corpus is analysed first.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_SCALE_FACTOR", "1.5")

import numpy as np
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication
from sklearn.cluster import KMeans

from benchmarks.map_points import N_CATEGORIES, make_points
from phrase_explorer.domain.analysis import Analysis
from phrase_explorer.domain.vocabulary import PHRASE
from phrase_explorer.gui.map.palette import Palette, categorical_palette
from phrase_explorer.gui.theme import ThemeName, apply_theme
from phrase_explorer.gui.views.map_view import MapView
from phrase_explorer.layouts.trust import measure_trust
from phrase_explorer.workflows.open_project import open_project
from tools.render_pictures import FONT_FAMILY, PICTURES_FOLDER, PROJECT_NAME, analyse_sample, write_small_png

SIZE = (860, 600)
THEMES: tuple[ThemeName, ...] = ("light", "dark")
N_GROUPS = 12
CENTRE_TERM, NEAR_TERM = "public debt", "public debt"
ZOOMS = {"far": 1.0, "nearer": 3.0, "near": 11.0}


def main(argv: Sequence[str] | None = None) -> int:
    """Draw all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--project", type=Path, help="a project of the sample corpus")
    parser.add_argument("--output", type=Path, default=PICTURES_FOLDER)
    arguments = parser.parse_args(argv)
    app = QApplication([])
    if FONT_FAMILY in QFontDatabase.families():
        app.setFont(FONT_FAMILY)
    with tempfile.TemporaryDirectory() as folder:
        project_folder = arguments.project or analyse_sample(Path(folder) / PROJECT_NAME)
        project = open_project(project_folder, read_only=True)
        analysis = project.require_analysis()
        found = project.store.read("neighbours", analysis.keys["neighbours"])
        neighbours = found.arrays["rows"] if found is not None else None
        for name in THEMES:
            draw_terms(app, analysis, neighbours, name, arguments.output)
        project.close()
    draw_million(app, arguments.output)
    return 0


def draw_terms(
    app: QApplication, analysis: Analysis, neighbours: np.ndarray | None, theme_name: ThemeName, output: Path
) -> None:
    """Draw the terms of the sample at three zooms, coloured by groups of meaning, and the far neighbours of one."""
    if analysis.layout is None or analysis.term_embeddings is None:
        raise ValueError("the project has no map")
    vocabulary, positions = analysis.vocabulary, analysis.layout.positions
    theme = apply_theme(app, theme_name)
    view = MapView(theme)
    view.set_reduced_motion(True)
    view.resize(*SIZE)
    view.show()
    view.set_points(positions, vocabulary.counts, vocabulary.terms, vocabulary.kinds)
    groups = KMeans(N_GROUPS, n_init=4, random_state=3).fit_predict(analysis.term_embeddings.vectors)
    view.set_colours(groups + 1, group_palette(analysis, groups, theme.categories, theme.blank_category))
    view.compile_now()
    row = vocabulary.find(CENTRE_TERM)
    for name, zoom in ZOOMS.items():
        settle(view)
        view.fit()
        if row is not None:
            view.set_selection([row] if zoom > 1 else [])
            view.zoom_by(zoom, view.pixel_of(row))
        settle(view)
        write_small_png(view.grab().toImage(), output / f"map-{name}-{theme_name}.png")
    if neighbours is not None and row is not None:
        trust = measure_trust(positions, np.asarray(neighbours), k=10)
        view.fit()
        view.set_far_neighbours(trust.far_neighbours(row))
        settle(view)
        write_small_png(view.grab().toImage(), output / f"map-torn-{theme_name}.png")
    end(view)


def draw_million(app: QApplication, output: Path) -> None:
    """Draw a million synthetic points."""
    theme = apply_theme(app, "light")
    view = MapView(theme)
    view.set_reduced_motion(True)
    view.resize(*SIZE)
    view.show()
    points = make_points(1_000_000)
    view.set_points(points.positions, points.counts, points.labels, np.arange(len(points.labels)) % 3 > 0)
    names = [f"group {row + 1}" for row in range(N_CATEGORIES)]
    view.set_colours(points.categories + 1, categorical_palette(names, theme.categories))
    view.compile_now()
    settle(view)
    write_small_png(view.grab().toImage(), output / "map-million.png")
    end(view)


def group_palette(analysis: Analysis, groups: np.ndarray, colours: Sequence[str], blank: str) -> Palette:
    """Name each group after its most frequent phrase."""
    vocabulary = analysis.vocabulary
    names = []
    for group in range(N_GROUPS):
        rows = np.flatnonzero(groups == group)
        weights = vocabulary.counts[rows] * np.where(vocabulary.kinds[rows] == PHRASE, 30, 1)
        names.append(vocabulary.terms[int(rows[np.argmax(weights)])])
    return categorical_palette(names, colours, title="Group", blank=blank)


def settle(view: MapView) -> None:
    """Wait until all labels stand."""
    QApplication.processEvents()
    while not view.is_settled:
        QApplication.processEvents()
        time.sleep(0.01)


def end(view: MapView) -> None:
    """Close a map for good."""
    view.close()
    view.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


if __name__ == "__main__":
    raise SystemExit(main())
