"""Draws the points of a scene into a picture: by plain numpy until the compiled kernel is there, the same pixels after."""

import logging
import threading

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from phrase_explorer.gui.map.map_scene import MapScene
from phrase_explorer.layouts.density_raster import UInt32Array, render_points, to_linear
from phrase_explorer.layouts.dot_style import dot_style
from phrase_explorer.layouts.raster_kernel import CompiledRaster, compile_raster_kernel
from phrase_explorer.layouts.view_window import ViewWindow

logger = logging.getLogger(__name__)


class MapRaster(QObject):
    """Renders pictures at device resolution; gets fast as soon as its kernel is compiled in the background."""

    became_fast = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._compiled: CompiledRaster | None = None
        self._loader: threading.Thread | None = None
        self._is_closed = False
        self._background = (0, 0, 0)
        self._linear_background = (0.0, 0.0, 0.0)
        self._buffer: UInt32Array = np.zeros((0, 0), np.uint32)

    @property
    def is_fast(self) -> bool:
        """Whether the compiled kernel is in use."""
        return self._compiled is not None

    def compile_in_background(self) -> None:
        """Begin to load the kernel on a thread of its own, once."""
        if self._loader is None and self._compiled is None:
            self._loader = threading.Thread(
                target=self._load, name="map-kernel"
            )  # no daemon: ended while it compiles, the process would abort
            self._loader.start()

    def compile_now(self) -> None:
        """Load the kernel and wait for it (for exports and measurements)."""
        if self._compiled is None:
            self._load()

    def share(self, other: "MapRaster") -> None:
        """Use the kernel that another raster has loaded; its threads stay the other's."""
        self._compiled = other._compiled

    def close(self) -> None:
        """End the threads that draw; a kernel that is still being compiled is thrown away when it is ready."""
        self._is_closed = True
        if self._compiled is not None:
            self._compiled.close()
            self._compiled = None

    def render(self, scene: MapScene, view: ViewWindow, pixel_ratio: float, background: tuple[int, int, int]) -> QImage:
        """Draw the points of a view given in interface pixels, over an even background in sRGB bytes.

        The picture shares this object's buffer and is valid until the next call.
        """
        device = view.magnified(pixel_ratio).resized(
            max(int(np.ceil(view.width_px * pixel_ratio)), 1), max(int(np.ceil(view.height_px * pixel_ratio)), 1)
        )
        size = (int(device.height_px), int(device.width_px))
        if self._buffer.shape != size:
            self._buffer = np.zeros(size, np.uint32)
        style = dot_style(scene.crowding, view.scale, pixel_ratio)
        red, green, blue = self._linear(background)
        points = scene.painted()
        if self._compiled is not None:
            self._compiled.render(points, device, style, (red, green, blue), self._buffer)
        else:
            self._buffer[:] = render_points(points, device, style, (red, green, blue))
        picture = QImage(self._buffer.data, size[1], size[0], 4 * size[1], QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(pixel_ratio)
        return picture

    def _linear(self, background: tuple[int, int, int]) -> tuple[float, float, float]:
        if self._background != background:
            red, green, blue = to_linear(np.array(background, np.uint8)).tolist()
            self._background, self._linear_background = background, (red, green, blue)
        return self._linear_background

    def _load(self) -> None:
        try:
            kernel = compile_raster_kernel()
        except (ImportError, OSError) as error:
            logger.warning("the map draws slowly: its kernel could not be compiled (%s)", error)
            return
        if not self._is_closed:
            self._compiled = CompiledRaster(kernel)
            self.became_fast.emit()
