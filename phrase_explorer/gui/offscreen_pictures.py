"""Pictures of the map without a window and without a screen: for export on the command line and for the self-check."""

import os
import sys

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QFontDatabase, QImage
from PySide6.QtWidgets import QApplication

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.gui.theme import ThemeName, apply_theme
from phrase_explorer.gui.views.map_view import MapView
from phrase_explorer.project.project import Project


def render_map_png(project: Project, width: int, height: int, *, dark: bool = False) -> bytes:
    """Draw the map of a project, hidden terms left out, and give the bytes of a PNG file.

    Raises
    ------
    UserFacingError
        If there is no map yet.
    """
    analysis = project.require_analysis()
    if analysis.layout is None:
        raise UserFacingError(f"The project '{project.folder.name}' has no map yet; run analyse again to finish it.")
    vocabulary = analysis.vocabulary
    view = _new_view(width, height, "dark" if dark else "light")
    try:
        kinds = [vocabulary.kind_of(row) for row in range(vocabulary.n_terms)]
        view.set_points(analysis.layout.positions, vocabulary.counts, vocabulary.terms, kinds)
        view.set_hidden(project.annotations.hidden_mask(vocabulary))
        return _as_png(view.render_image(width, height))
    finally:
        _end(view)


def check_drawing() -> str:
    """Draw a small map; say with what, or raise where something is missing."""
    view = _new_view(320, 240, "light")
    try:
        view.set_points(np.array([[0, 0], [1, 1]], np.float32), [1, 2], ["one phrase", "word"], ["phrase", "word"])
        picture = _as_png(view.render_image(320, 240))
    finally:
        _end(view)
    if not picture:
        raise UserFacingError("Qt draws, but cannot write PNG files; install Phrase Explorer again.")
    platform = QApplication.platformName()
    if not QFontDatabase.families():
        raise UserFacingError("There is no font to draw with; install one, such as the package fonts-dejavu-core.")
    return f"Qt draws ({platform})"


def _new_view(width: int, height: int, theme: ThemeName) -> MapView:
    view = MapView(apply_theme(_application(), theme))
    view.resize(width, height)
    return view


def _end(view: MapView) -> None:
    view.close()
    view.deleteLater()


def _application() -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication(["phrase-explorer"])


def _as_png(picture: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
