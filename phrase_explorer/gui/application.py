"""Start the program: the window on a screen, or a picture of it without one."""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage
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
SETTLE_MS = 1_200
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
    prepare: Callable[[MainWindow], object] | None = None,
) -> None:
    """Draw the real window with a project open into a PNG of ``size * scale`` pixels; no screen is needed.

    Parameters
    ----------
    term
        The term to select, so that concordance, reader and neighbours show something; the most frequent phrase by default.
    prepare
        Called with the window when the project is open, to bring it into the state that is wanted.

    Raises
    ------
    UserFacingError
        If the project cannot be opened or the picture not written.
    """
    app = _application_for_pictures(scale)
    settings = QSettings(str(png_path.parent / ".picture-settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(Preferences(settings), apply_theme(app, theme))
    errors: list[BaseException] = []
    window.flow.failed.connect(errors.append)
    try:
        window.resize(*size)
        window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        window.show()
        window.open_path(project_folder)
        _wait_until_idle(window)
        if errors:
            raise errors[0]
        _select_for_picture(window, term)
        if prepare is not None:
            prepare(window)
        _wait_until_idle(window)
        _save_picture(window, png_path, scale)
    finally:
        window.close()
        window.deleteLater()
        Path(settings.fileName()).unlink(missing_ok=True)


def _application_for_pictures(scale: float) -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY") and sys.platform == "linux":
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = str(scale)
    return make_application([NAME])


def _wait_until_idle(window: MainWindow) -> None:
    """Let the event loop run until no task runs and the map has come to rest."""
    loop = QEventLoop()
    settle = QTimer()
    settle.setSingleShot(True)
    settle.setInterval(SETTLE_MS)
    settle.timeout.connect(lambda: loop.quit() if not window.runner.running else settle.start())
    window.runner.idle.connect(settle.start)
    settle.start()
    QTimer.singleShot(PICTURE_TIMEOUT_MS, loop, loop.quit)
    loop.exec()
    window.runner.idle.disconnect(settle.start)


def _select_for_picture(window: MainWindow, term: str | None) -> None:
    vocabulary = window.session.vocabulary
    if vocabulary is None or vocabulary.n_terms == 0:
        return
    row = vocabulary.find(term) if term is not None else None
    if row is None:
        row = max(range(vocabulary.n_terms), key=lambda i: (int(vocabulary.kinds[i]), int(vocabulary.counts[i])))
    window.session.select_terms([row])


def _save_picture(window: MainWindow, png_path: Path, scale: float) -> None:
    if window.devicePixelRatioF() == scale:
        picture = window.grab().toImage()
    else:
        size = window.size() * scale
        picture = QImage(size, QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(scale)
        window.render(picture)
    if not picture.save(str(png_path)):
        raise UserFacingError(f"The picture could not be written to '{png_path}'; choose another folder.")


def _follow_desktop(window: MainWindow, preferences: Preferences) -> None:
    choice: ThemeChoice = preferences.theme
    if choice == "system":
        window.set_theme("system")
