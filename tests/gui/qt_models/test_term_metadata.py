import numpy as np
import pytest

from phrase_explorer.gui.qt_models.term_metadata import as_numbers, leading_categories, mean_of_documents
from tests.builders import build_vocabulary


def test_a_mean_counts_every_mention_and_leaves_blanks_out():
    mentions = [(0, 0, 0, 1), (0, 0, 2, 3), (0, 1, 0, 1), (0, 2, 0, 1), (1, 2, 5, 6)]
    vocabulary = build_vocabulary(("war", "peace"), mentions)

    means = mean_of_documents(vocabulary, np.array([1800.0, 1830.0, np.nan]))

    assert means[0] == pytest.approx((1800 + 1800 + 1830) / 3)
    assert np.isnan(means[1])


def test_dates_become_years():
    numbers = as_numbers(["1801-01-05", "1793", "0044-03-15", "c. 1850", None, 4.5])

    assert numbers[:3].tolist() == pytest.approx([1801.0, 1793.5, 44 + 2 / 12])
    assert np.isnan(numbers[3:5]).all()
    assert numbers[5] == 4.5


def test_a_term_leans_to_the_category_that_has_more_than_its_share():
    # "tax": 9 of 10 mentions in red, which holds 19 of 30 mentions: expected 6.33, excess (9 - 6.33) / 2.52 = 1.06
    # "sea": 10 of 10 in blue, which holds 11 of 30: expected 3.67, excess (10 - 3.67) / 1.91 = 3.31
    mentions = [(0, 0, n, n + 1) for n in range(9)] + [(0, 1, 0, 1)] + [(1, 1, 10 + n, 11 + n) for n in range(10)]
    mentions += [(2, 0, 50 + n, 51 + n) for n in range(10)]
    vocabulary = build_vocabulary(("tax", "sea", "all"), mentions)

    leading = leading_categories(vocabulary, ["red", "blue"])

    assert leading.names == ("blue", "red")
    assert leading.rows.tolist() == [0, 1, 0]


def test_more_than_twenty_categories_become_twenty_and_other():
    mentions = [(document, document, start, start + 1) for document in range(25) for start in range(3)]
    vocabulary = build_vocabulary([f"term{number}" for number in range(25)], mentions)

    leading = leading_categories(vocabulary, [f"group {number:02}" for number in range(25)])

    assert len(leading.names) == 21
    assert leading.names[-1] == "other"
    assert set(leading.rows[20:].tolist()) == {21}


def test_documents_without_a_category_take_no_part():
    vocabulary = build_vocabulary(("war",), [(0, 0, 0, 1)])

    assert leading_categories(vocabulary, [None]).names == ()
