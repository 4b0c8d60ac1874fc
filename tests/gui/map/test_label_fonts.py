import numpy as np
import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from phrase_explorer.gui.map.label_fonts import LONGEST_LABEL_PX, LabelFonts
from phrase_explorer.gui.map.label_painter import grown, plain


@pytest.fixture
def fonts(qapp: QApplication) -> LabelFonts:
    return LabelFonts(QFont())


def test_a_label_has_at_least_the_room_that_its_text_takes(fonts: LabelFonts):
    labels = ["public debt", "Übergang", "العربية", "i", "", "WAVE Tomorrow"]
    rows = np.arange(len(labels), dtype=np.int32)

    for font_class in range(4):
        widths = fonts.widths(labels, rows, np.full(len(labels), font_class, np.uint8))
        for label, width in zip(labels, widths.tolist(), strict=True):
            assert width >= fonts.metrics[font_class].horizontalAdvance(label) - 1.0


def test_widths_follow_the_rows_and_very_long_labels_are_cut(fonts: LabelFonts):
    labels = ["a" * 500, "b"]

    widths = fonts.widths(labels, np.array([1, 0], np.int32), np.zeros(2, np.uint8))

    assert widths[0] < 20
    assert widths[1] == LONGEST_LABEL_PX


def test_a_lone_surrogate_has_a_width(fonts: LabelFonts):
    assert fonts.widths(["\ud800"], np.zeros(1, np.int32), np.zeros(1, np.uint8))[0] > 0


def test_labels_are_one_line_without_control_characters():
    assert plain("public\n\tdebt\x00 of  all") == "public debt of all"


def test_a_shape_grown_by_a_disc_reaches_so_far_and_no_farther():
    dot = np.zeros((9, 9), np.float32)
    dot[4, 4] = 1

    halo = grown(dot, 2.5)

    assert halo[4, 6] == 1
    assert halo[4, 7] == 0
    assert halo[6, 6] < 1
    np.testing.assert_array_equal(halo, halo.T)
