"""The window opens before anything heavy is loaded."""

import json
import os
import subprocess
import sys
from pathlib import Path

HEAVY = ("torch", "transformers", "spacy", "umap", "numba", "faiss", "pyarrow", "scipy", "sklearn", "pyqtgraph")
PROGRAM = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QSettings, QTimer
from phrase_explorer.gui.application import make_application
from phrase_explorer.gui.main_window import MainWindow
from phrase_explorer.gui.preferences import Preferences
from phrase_explorer.gui.theme import apply_theme

app = make_application(["test"])
preferences = Preferences(QSettings(sys.argv[1], QSettings.Format.IniFormat))
window = MainWindow(preferences, apply_theme(app, "light"))
window.show()
QTimer.singleShot(50, window.close)
app.exec()
print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})))
"""


def test_nothing_heavy_is_loaded_when_the_window_is_shown(tmp_path: Path):
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "settings.ini")],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
        timeout=120,
    )

    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert loaded & set(HEAVY) == set()
