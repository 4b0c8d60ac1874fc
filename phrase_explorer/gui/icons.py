"""Line icons from ``resources/icons``, drawn in a colour of the theme and sharp at any scale."""

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from phrase_explorer.foundation.resource_paths import resource_path
from phrase_explorer.gui.theme import Theme

ICON_PX = 16
SCALES = (1, 2, 3)


def themed_icon(name: str, theme: Theme) -> QIcon:
    """Give a line icon in ink, in the disabled colour where its button is disabled."""
    icon = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, theme.ink), (QIcon.Mode.Disabled, theme.disabled)):
        for scale in SCALES:
            icon.addPixmap(icon_pixmap(name, colour, ICON_PX, scale), mode)
    return icon


def icon_pixmap(name: str, colour: str, size_px: int = ICON_PX, scale: float = 1.0) -> QPixmap:
    """Draw an icon in one colour, `size_px` wide at a device pixel ratio of `scale`."""
    svg = resource_path("icons", f"{name}.svg").read_text(encoding="utf-8").replace("currentColor", colour)
    pixmap = QPixmap(QSize(round(size_px * scale), round(size_px * scale)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(scale)
    return pixmap


def application_icon() -> QIcon:
    """Give the program's own icon."""
    icon = QIcon()
    for size_px in (16, 32, 64, 128, 256):
        icon.addPixmap(icon_pixmap("app", "", size_px))
    return icon
