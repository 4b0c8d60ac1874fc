import pytest
from PySide6.QtWidgets import QApplication

from phrase_explorer.gui.theme import DARK, LIGHT, Theme, apply_theme, contrast_ratio, style_sheet

READABLE = 4.5
BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


def test_black_on_white_has_the_contrast_of_the_standard():
    assert contrast_ratio("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast_ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the standard's own example


@BOTH
@pytest.mark.parametrize("ground", ["background", "panel", "map_background", "selected", "hover"])
def test_text_is_readable_on_every_ground(theme: Theme, ground: str):
    assert contrast_ratio(theme.ink, getattr(theme, ground)) >= 7
    assert contrast_ratio(theme.secondary, getattr(theme, ground)) >= READABLE


@BOTH
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("ink", "match"),
        ("ink", "phrase_mark"),
        ("accent", "panel"),
        ("accent", "background"),
        ("on_accent", "accent"),
        ("error", "error_background"),
        ("warning", "warning_background"),
        ("secondary", "error_background"),
        ("secondary", "warning_background"),
    ],
)
def test_marked_and_coloured_text_is_readable(theme: Theme, text: str, ground: str):
    assert contrast_ratio(getattr(theme, text), getattr(theme, ground)) >= READABLE


@BOTH
def test_the_style_sheet_names_only_colours_that_exist(theme: Theme):
    sheet = style_sheet(theme)

    assert "@" not in sheet
    assert theme.accent in sheet


def test_applying_a_theme_keeps_the_system_font_and_sets_its_size(qapp: QApplication):
    family = qapp.font().family()

    theme = apply_theme(qapp, "dark")

    assert theme is DARK
    assert qapp.font().family() == family
    assert qapp.font().pixelSize() == 13
    assert qapp.palette().window().color().name() == DARK.background
