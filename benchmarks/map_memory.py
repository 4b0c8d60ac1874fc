"""Print how many bytes an open map holds for its points: ``python -m benchmarks.map_memory ours|peer N``.

Arrays and labels that the caller keeps anyway are made before the first reading and do not count.
"""

import ctypes
import gc
import sys

import psutil

from benchmarks.map import own_map, peer_plot
from benchmarks.map_points import make_points


def main(side: str, n_points: int) -> None:
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    warm = make_points(2000)
    opened = [own_map(warm) if side == "ours" else peer_plot(warm)]  # what is loaded once for all maps
    points = make_points(n_points)
    before = held_bytes()
    opened.append(own_map(points) if side == "ours" else peer_plot(points))
    opened[-1].grab() if side == "ours" else opened[-1].window.grab()  # type: ignore[union-attr]
    app.processEvents()
    print(held_bytes() - before, flush=True)


def held_bytes() -> int:
    """Give the resident memory of this process after everything free has gone back to the system."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
    return int(psutil.Process().memory_info().rss)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
