"""How soon the window is there: from the start of the process to the first painted frame.

The peer is the least that a program with a plot can be: an empty PySide6 window with one pyqtgraph plot in it. Both run in
fresh processes, in turns, so that neither always has the warmer cache; the median counts.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import compare, parse_arguments, print_measure, say

ROUNDS, QUICK_ROUNDS = 9, 1
SHOWN = "shown"

# The line is written after the event loop has painted the window once.
WAIT_FOR_PAINT = f"""
def tell():
    print({SHOWN!r}, flush=True)
    app.exit()
QTimer.singleShot(0, lambda: QTimer.singleShot(0, tell))
app.exec()
window.close()
"""

OURS = (
    """
import sys
from PySide6.QtCore import QSettings, QTimer
from phrase_explorer.gui.application import make_application
from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.gui.preferences import Preferences
from phrase_explorer.gui.theme import apply_theme
app = make_application(["phrase-explorer"])
preferences = Preferences(QSettings(sys.argv[1], QSettings.Format.IniFormat))
window = MainWindow(preferences, apply_theme(app, preferences.theme))
window.show()
"""
    + WAIT_FOR_PAINT
)

PEER = (
    """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
import pyqtgraph
app = QApplication(["peer"])
window = QMainWindow()
window.setCentralWidget(pyqtgraph.PlotWidget())
window.resize(1440, 900)
window.show()
"""
    + WAIT_FOR_PAINT
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    arguments = parse_arguments("How soon the window is there.", argv)
    n_rounds = QUICK_ROUNDS if arguments.quick else ROUNDS
    ours_s: list[float] = []
    peer_s: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        settings = str(Path(folder) / "settings.ini")
        for program in (OURS, PEER):  # once without counting, so that both find their files in memory
            seconds_until_shown(program, settings)
        for number in range(1, n_rounds + 1):
            ours_s.append(seconds_until_shown(OURS, settings))
            peer_s.append(seconds_until_shown(PEER, settings))
            say(f"round {number} of {n_rounds}: ours {ours_s[-1]:.3f} s, peer {peer_s[-1]:.3f} s")
    measure = compare(
        "startup",
        "s",
        ours=statistics.median(ours_s),
        peer=statistics.median(peer_s),
        peer_name="empty PySide6 + pyqtgraph window",
        higher_is_better=False,
    )
    print_measure(measure, arguments)
    return 0


def seconds_until_shown(program: str, settings: str) -> float:
    """Start a program in a fresh process and give the wall seconds until its window has been painted."""
    environment = dict(os.environ)
    if sys.platform == "linux" and not {"DISPLAY", "WAYLAND_DISPLAY"} & environment.keys():
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    command = [sys.executable, "-c", program, settings]
    began_at = time.perf_counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == SHOWN:
                seconds = time.perf_counter() - began_at
                process.stdout.read()
                break
        else:
            raise RuntimeError("the program ended without showing its window")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
