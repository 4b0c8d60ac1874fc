import numpy as np

from phrase_explorer.gui.map.palette import (
    CIVIDIS,
    CONTINUOUS_STEPS,
    categorical_palette,
    colour_rows_of,
    continuous_palette,
)


def test_a_category_has_its_colour_and_row_zero_is_the_blank():
    palette = categorical_palette(["war", "money"], ["#4477aa", "#ee6677"], blank="#a8a8a8")

    assert palette.names == ("none", "war", "money")
    assert palette.colours.tolist() == [[0xA8, 0xA8, 0xA8], [0x44, 0x77, 0xAA], [0xEE, 0x66, 0x77]]


def test_a_scale_begins_and_ends_in_its_own_colours_and_gets_lighter_all_the_way():
    colours = continuous_palette(CIVIDIS).colours[1:].astype(float)

    assert colours[0].tolist() == [0x00, 0x20, 0x4C]
    assert colours[-1].tolist() == [0xFF, 0xE9, 0x45]
    luminance = colours @ [0.2126, 0.7152, 0.0722]
    assert (np.diff(luminance) > -0.6).all()


def test_values_are_spread_over_the_scale_and_what_is_no_number_is_blank():
    rows = colour_rows_of(np.array([0.0, 5.0, 10.0, np.nan, np.inf]))

    assert rows.tolist() == [1, 1 + (CONTINUOUS_STEPS - 1) // 2, CONTINUOUS_STEPS, 0, 0]


def test_values_beyond_given_ends_are_clipped_and_equal_values_are_no_trouble():
    assert colour_rows_of(np.array([-3.0, 99.0]), 0, 10).tolist() == [1, CONTINUOUS_STEPS]
    assert colour_rows_of(np.array([7.0, 7.0])).tolist() == [1, 1]
    assert colour_rows_of(np.zeros(0)).tolist() == []
