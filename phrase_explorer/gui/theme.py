"""The colours of the window, light and dark, and how they are put on the application.

Everything is quiet but the text: one panel colour, one line colour, one accent. Colour belongs to topics and groups
(`categories`), never to decoration. The style sheet in ``resources/themes/window.qss`` names these fields as ``@name``.
"""

import re
from dataclasses import dataclass, fields
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from phrase_explorer.foundation.resource_paths import resource_path

ThemeName = Literal["light", "dark"]
ThemeChoice = Literal["light", "dark", "system"]
THEME_CHOICES: tuple[ThemeChoice, ...] = ("system", "light", "dark")

UI_FONT_PX = 13
SMALL_FONT_PX = 12
READING_FONT_PX = 15
TABLE_ROW_PX = 24
CONCORDANCE_ROW_PX = 22
SERIF_FAMILIES = ["Charter", "Georgia", "Noto Serif", "Source Serif 4", "Times New Roman", "DejaVu Serif", "serif"]

CATEGORY_COLOURS = (
    "#4477aa", "#e08e3c", "#228833", "#ee6677", "#66ccee", "#aa3377", "#ccbb44", "#3a9188", "#7f6fc0", "#b06080",
    "#8c9156", "#548235", "#9c6b3f", "#5f9ed1", "#d4a017", "#c85200", "#6b8e9e", "#a07cc5", "#7aa974", "#c47a9b",
)  # fmt: skip
"""Paul Tol's bright set first, then further tones that stay apart in the common kinds of colour blindness."""


@dataclass(frozen=True)
class Theme:
    """Colours as ``#rrggbb``; `secondary` text keeps a contrast of at least 4.5 on every background here."""

    name: ThemeName
    background: str
    panel: str
    map_background: str
    ink: str
    secondary: str
    disabled: str
    line: str
    control_line: str
    hover: str
    accent: str
    on_accent: str
    selected: str
    match: str
    phrase_mark: str
    error: str
    error_background: str
    warning: str
    warning_background: str
    blank_category: str
    shadow: str
    categories: tuple[str, ...] = CATEGORY_COLOURS

    @property
    def is_dark(self) -> bool:
        """Whether light ink stands on a dark ground."""
        return self.name == "dark"


LIGHT = Theme(
    name="light",
    background="#f7f7f5",
    panel="#ffffff",
    map_background="#fcfcfa",
    ink="#1f2328",
    secondary="#5b6470",
    disabled="#a3a9b0",
    line="#e3e3df",
    control_line="#d6d6d1",
    hover="#f1f1ee",
    accent="#2f6f8f",
    on_accent="#ffffff",
    selected="#e8f1f5",
    match="#fff1c9",
    phrase_mark="#c3d5de",
    error="#a3262a",
    error_background="#fbecea",
    warning="#7a5200",
    warning_background="#fdf5e0",
    blank_category="#a8a8a8",
    shadow="#000000",
)

DARK = Theme(
    name="dark",
    background="#17191c",
    panel="#1e2125",
    map_background="#1a1c20",
    ink="#e6e6e3",
    secondary="#9aa1a9",
    disabled="#666c74",
    line="#2d3136",
    control_line="#3a3f46",
    hover="#272b30",
    accent="#7fbcd6",
    on_accent="#12202a",
    selected="#24343d",
    match="#4a3f1d",
    phrase_mark="#3d5560",
    error="#f2a09b",
    error_background="#3a2325",
    warning="#e8c477",
    warning_background="#362e1b",
    blank_category="#7a7a7a",
    shadow="#000000",
)


def apply_theme(app: QApplication, choice: ThemeChoice) -> Theme:
    """Put a theme on the whole application and give it; "system" follows the desktop's own setting."""
    if app.style().objectName() != "fusion":
        app.setStyle(QStyleFactory.create("Fusion"))
    theme = resolve_theme(app, choice)
    app.setFont(interface_font(app.font()))
    app.setPalette(_palette(theme))
    app.setStyleSheet(style_sheet(theme))
    return theme


def resolve_theme(app: QApplication, choice: ThemeChoice) -> Theme:
    """Give the theme that a choice means on this desktop, now."""
    if choice == "system":
        return DARK if app.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return DARK if choice == "dark" else LIGHT


def style_sheet(theme: Theme) -> str:
    """Give the window's style sheet with the theme's colours in place of ``@name``, and ``@icons`` for the folder of icons."""
    values = {field.name: str(getattr(theme, field.name)) for field in fields(theme)}
    values["icons"] = resource_path("icons").as_posix()
    template = resource_path("themes", "window.qss").read_text(encoding="utf-8")
    return re.sub(r"@([a-z_]+)", lambda found: values[found[1]], template)


def interface_font(system_font: QFont) -> QFont:
    """Give the system's own interface font at the window's size, with digits of equal width."""
    font = QFont(system_font)
    font.setPixelSize(UI_FONT_PX)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def reading_font() -> QFont:
    """Give the serif that documents are read in."""
    font = QFont()
    font.setFamilies(SERIF_FAMILIES)
    font.setStyleHint(QFont.StyleHint.Serif)
    font.setPixelSize(READING_FONT_PX)
    return font


def contrast_ratio(first: str, second: str) -> float:
    """Give the contrast of two colours as WCAG 2.1 defines it, between 1 and 21."""
    lighter, darker = sorted((_relative_luminance(first), _relative_luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _relative_luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    roles = QPalette.ColorRole
    colours = {
        roles.Window: theme.background,
        roles.WindowText: theme.ink,
        roles.Base: theme.panel,
        roles.AlternateBase: theme.background,
        roles.Text: theme.ink,
        roles.PlaceholderText: theme.secondary,
        roles.Button: theme.panel,
        roles.ButtonText: theme.ink,
        roles.BrightText: theme.error,
        roles.ToolTipBase: theme.panel,
        roles.ToolTipText: theme.ink,
        roles.Highlight: theme.selected,
        roles.HighlightedText: theme.ink,
        roles.Link: theme.accent,
        roles.LinkVisited: theme.accent,
        roles.Accent: theme.accent,
        roles.Light: theme.panel,
        roles.Midlight: theme.hover,
        roles.Mid: theme.control_line,
        roles.Dark: theme.control_line,
        roles.Shadow: theme.shadow,
    }
    for role, colour in colours.items():
        palette.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.disabled))
    return palette
