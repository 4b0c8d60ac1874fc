import pytest

from phrase_explorer.readers.column_guess import guess_columns, guess_kind, parse_number

SENTENCE = "A sentence that is long enough to be a text of its own."


def roles_of(rows):
    return {column.name: column.role for column in guess_columns(rows)}


def test_a_table_of_reviews_is_understood():
    rows = [
        {
            "marketplace": "US",
            "review_id": f"R{number:03d}",
            "star_rating": str(number % 5 + 1),
            "review_headline": f"Headline {number}",
            "review_body": SENTENCE,
            "review_date": f"2015-08-{number % 28 + 1:02d}",
        }
        for number in range(40)
    ]

    assert roles_of(rows) == {
        "marketplace": "metadata",
        "review_id": "id",
        "star_rating": "metadata",
        "review_headline": "title",
        "review_body": "text",
        "review_date": "date",
    }


def test_a_column_called_text_wins_over_a_longer_one():
    assert roles_of([{"summary": SENTENCE * 3, "text": SENTENCE}])["text"] == "text"


def test_with_no_telling_name_the_longest_texts_are_the_text():
    assert roles_of([{"a": "x", "b": SENTENCE, "c": "y"}])["b"] == "text"


def test_an_id_that_repeats_is_no_id():
    rows = [{"id": "same", "text": SENTENCE}, {"id": "same", "text": SENTENCE}]

    assert roles_of(rows)["id"] == "metadata"


def test_a_column_without_values_is_ignored():
    assert roles_of([{"text": SENTENCE, "empty": ""}])["empty"] == "ignore"


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("stars", ["1", "2.5", "-3"], "number"),
        ("code", ["007", "012", "100"], "category"),
        ("year", ["1789", "1793", "1797"], "date"),
        ("count", ["1789", "1793", "1797"], "number"),
        ("posted", ["2020-01-02", "3 May 2021"], "date"),
        ("party", ["Whig", "Whig", "Federalist", "Whig"], "category"),
        ("place", [f"place {number}" for number in range(200)], "text"),
        ("mixed", ["1", "two", "3"], "category"),
        ("blank", [], "text"),
        ("huge", ["1e999", "1e999"], "category"),
        ("not", ["nan", "inf"], "category"),
    ],
)
def test_kinds(name, values, kind):
    assert guess_kind(name, values) == kind


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12.0),
        (" -3.5 ", -3.5),
        ("1e6", 1e6),
        (".5", 0.5),
        ("1,000", None),
        ("1_000", None),
        ("nan", None),
        ("٣", None),
    ],
)
def test_only_plain_numbers_are_numbers(text, number):
    assert parse_number(text) == number


def test_an_order_that_nothing_settles_is_counted():
    rows = [{"text": SENTENCE, "date": "03/04/2021"}, {"text": SENTENCE, "date": "05/06/2021"}]

    (date,) = [column for column in guess_columns(rows) if column.name == "date"]

    assert (date.kind, date.date_order, date.n_ambiguous_dates) == ("date", "dmy", 2)
    (date,) = [column for column in guess_columns(rows, date_order="mdy") if column.name == "date"]
    assert (date.date_order, date.n_ambiguous_dates) == ("mdy", 0)
