"""The few colours that the map itself needs, taken from the window's theme."""

from dataclasses import dataclass

from PySide6.QtGui import QColor

from phrase_explorer.gui.theme import Theme


@dataclass(frozen=True)
class MapColours:
    """Colours as ``#rrggbb``."""

    background: str
    ink: str
    secondary: str
    accent: str
    blank: str
    panel: str
    line: str
    is_dark: bool

    @classmethod
    def from_theme(cls, theme: Theme) -> "MapColours":
        """Take the map's colours out of a theme."""
        return cls(
            background=theme.map_background,
            ink=theme.ink,
            secondary=theme.secondary,
            accent=theme.accent,
            blank=theme.blank_category,
            panel=theme.panel,
            line=theme.line,
            is_dark=theme.is_dark,
        )

    def background_bytes(self) -> tuple[int, int, int]:
        """Give the background as sRGB bytes."""
        colour = QColor(self.background)
        return colour.red(), colour.green(), colour.blue()
