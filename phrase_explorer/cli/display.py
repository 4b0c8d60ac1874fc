"""Whether there is a screen to open a window on."""

import os
import sys


def has_display() -> bool:
    """Say whether a window can be seen: always on Windows and macOS, elsewhere where X11 or Wayland is there."""
    if sys.platform in ("win32", "darwin"):
        return True
    if os.environ.get("QT_QPA_PLATFORM") in ("offscreen", "minimal"):
        return False
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
