"""Start the program: the window on a screen, or a picture of it without one."""

import logging
import os
import sys
import tempfile
from pathlib import Path
from types import TracebackType

import numpy as np
from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtGui import QFont, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from phrase_explorer import __version__
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.logging_setup import default_log_folder, set_up_logging
from phrase_explorer.gui.icons import application_icon
from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.gui.preferences import Preferences
from phrase_explorer.gui.theme import ThemeChoice, ThemeName, apply_theme

logger = logging.getLogger(__name__)

NAME = "Phrase Explorer"
PICTURE_SIZE = (1440, 900)
PICTURE_TIMEOUT_MS = 60_000
SETTLE_MS = 400
"""After the last task the map still glides and its labels come in."""


def run(path: Path | None = None) -> int:
    """Open the window, on a project or a corpus if one is given, and give the exit status."""
    log_path = set_up_logging(default_log_folder())
    app = make_application(sys.argv)
    preferences = Preferences(QSettings(NAME, NAME))
    window = MainWindow(preferences, apply_theme(app, preferences.theme), log_path=log_path)
    install_exception_hook(window)
    app.styleHints().colorSchemeChanged.connect(lambda _scheme: _follow_desktop(window, preferences))
    window.show()
    if path is not None:
        QTimer.singleShot(0, window, lambda: window.open_path(path))
    return app.exec()


def make_application(arguments: list[str]) -> QApplication:
    """Make the one QApplication, named and with an icon; fractional scaling is passed through."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    app = QApplication(arguments)
    app.setApplicationName(NAME)
    app.setApplicationVersion(__version__)
    app.setWindowIcon(application_icon())
    return app


def install_exception_hook(window: MainWindow) -> None:
    """Show what no code has caught inline, write it to the log, and go on."""

    def hook(_kind: type[BaseException], error: BaseException, _traceback: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            QApplication.quit()
            return
        logger.error("unexpected error in the window", exc_info=error)
        window.report_failure(error)

    sys.excepthook = hook


def render_window_png(
    project_folder: Path,
    png_path: Path,
    theme: ThemeName = "light",
    size: tuple[int, int] = PICTURE_SIZE,
    scale: float = 1.0,
    *,
    term: str | None = None,
) -> None:
    """Draw the real window with a project open into a PNG of ``size * scale`` pixels; no screen is needed.

    Parameters
    ----------
    term
        The term to select, so that concordance, reader and neighbours show something; the most frequent phrase by default.

    Raises
    ------
    UserFacingError
        If the project cannot be opened or the picture not written.
    """
    with PictureWindow(theme, size, scale) as picture:
        picture.open(project_folder, term=term)
        picture.save(png_path)


class PictureWindow:
    """A window that is drawn but never shown; use it in a ``with`` block, outside a running event loop."""

    def __init__(self, theme: ThemeChoice, size: tuple[int, int] = PICTURE_SIZE, scale: float = 1.0) -> None:
        self._scale = scale
        self._theme: ThemeChoice = theme
        self._app = _application_for_pictures(scale)
        self._settings_folder = tempfile.TemporaryDirectory()
        settings = QSettings(str(Path(self._settings_folder.name) / "settings.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(Preferences(settings), apply_theme(self._app, theme))
        self._errors: list[BaseException] = []
        self.window.flow.failed.connect(self._errors.append)
        self.window.resize(*size)
        self.window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self.window.show()

    def __enter__(self) -> "PictureWindow":
        return self

    def __exit__(self, *_error: object) -> None:
        self.window.close()
        self.window.deleteLater()
        self._settings_folder.cleanup()

    def set_font(self, font: QFont) -> None:
        """Use another interface font than the system's."""
        self._app.setFont(font)
        apply_theme(self._app, self._theme)

    def open(self, project_folder: Path, *, term: str | None = None) -> None:
        """Open a project and select a term, by default its most frequent phrase. Raises `UserFacingError`."""
        self.window.open_path(project_folder)
        self.wait()
        if self._errors:
            raise self._errors[0]
        vocabulary = self.window.session.vocabulary
        if vocabulary is not None and vocabulary.n_terms:
            row = vocabulary.find(term) if term is not None else None
            most_frequent = np.lexsort((vocabulary.counts, vocabulary.kinds))[-1]
            self.window.session.select_terms([int(most_frequent) if row is None else row])
        self.wait()

    def wait(self) -> None:
        """Let the event loop run until no task runs and the map has come to rest."""
        loop = QEventLoop()
        settle = QTimer()
        settle.setSingleShot(True)
        settle.setInterval(SETTLE_MS)
        settle.timeout.connect(lambda: settle.start() if self._is_busy() else loop.quit())
        settle.start()
        QTimer.singleShot(PICTURE_TIMEOUT_MS, loop, loop.quit)
        loop.exec()

    def save(self, png_path: Path) -> None:
        """Write the picture."""
        if self.window.devicePixelRatioF() == self._scale:
            picture = self.window.grab().toImage()
        else:
            picture = QImage(self.window.size() * self._scale, QImage.Format.Format_RGB32)
            picture.setDevicePixelRatio(self._scale)
            self.window.render(picture)
        if not picture.save(str(png_path)):
            raise UserFacingError(f"The picture could not be written to '{png_path}'; choose another folder.")

    def _is_busy(self) -> bool:
        return bool(self.window.runner.running) or not self.window.explorer.map_area.map.is_settled


def _application_for_pictures(scale: float) -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = str(scale)
    return make_application([NAME])


def _follow_desktop(window: MainWindow, preferences: Preferences) -> None:
    choice: ThemeChoice = preferences.theme
    if choice == "system":
        window.set_theme("system")
