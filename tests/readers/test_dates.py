import pytest
from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.readers.dates import infer_date_order, is_iso_date, parse_date


@pytest.mark.parametrize(
    ("written", "order", "expected"),
    [
        ("2020-01-02", "dmy", "2020-01-02"),
        ("2020-01-02", "mdy", "2020-01-02"),
        ("03/04/2021", "dmy", "2021-04-03"),
        ("03/04/2021", "mdy", "2021-03-04"),
        ("13/04/2021", "dmy", "2021-04-13"),
        ("13/04/2021", "mdy", None),
        ("1789", "dmy", "1789"),
        ("0044-03-15", "dmy", "0044-03-15"),
        ("c. 1850", "dmy", None),
        ("2021-02-30", "dmy", None),
        ("9999-12-31", "dmy", "9999-12-31"),
        ("", "dmy", None),
        ("  ", "dmy", None),
        ("1850-07", "dmy", "1850-07"),
        ("07/1850", "dmy", "1850-07"),
        ("July 1850", "dmy", "1850-07"),
        ("4 July 1776", "mdy", "1776-07-04"),
        ("July 4, 1776", "dmy", "1776-07-04"),
        ("1st of May 1851", "dmy", "1851-05-01"),
        ("14 September 2009, 18:30", "dmy", "2009-09-14"),
        ("2 Apr 93 20:57:33 GMT", "dmy", "1993-04-02"),
        ("Tue, 6 Apr 1993 18:54:10 -0400", "dmy", "1993-04-06"),
        ("Mon Apr 5 10:02:11 1993", "dmy", "1993-04-05"),
        ("2020-01-02T10:20:30.5+01:00", "dmy", "2020-01-02"),
        ("2020/01/02 10:20", "dmy", "2020-01-02"),
        ("20200102", "dmy", "2020-01-02"),
        ("31.12.1999", "dmy", "1999-12-31"),
        ("1/2/68", "dmy", "2068-02-01"),
        ("1/2/69", "dmy", "1969-02-01"),
        ("99-12-31", "ymd", "1999-12-31"),
        ("12345678", "dmy", None),
        ("3.14", "dmy", None),
        ("yesterday", "dmy", None),
        ("0000", "dmy", None),
        ("١٧٨٩", "dmy", "1789"),
    ],
)
def test_a_date_keeps_the_precision_it_was_written_with(written, order, expected):
    assert parse_date(written, order) == expected


def test_one_day_over_twelve_settles_the_order_of_the_column():
    assert infer_date_order(["03/04/2021", "13/04/2021"]) == "dmy"
    assert infer_date_order(["03/04/2021", "04/13/2021"]) == "mdy"
    assert infer_date_order(["2020-01-02", "2020-02-03"]) == "ymd"


def test_with_no_evidence_the_day_comes_first():
    assert infer_date_order(["03/04/2021", "05/06/2021"]) == "dmy"
    assert infer_date_order([]) == "dmy"


@given(st.dates(), st.sampled_from(["dmy", "mdy", "ymd"]))
def test_iso_dates_read_the_same_in_every_order(day, order):
    assert parse_date(day.isoformat(), order) == day.isoformat()


@given(st.dates())
def test_day_first_and_month_first_are_mirror_images(day):
    assert parse_date(f"{day.day}/{day.month}/{day.year:04d}", "dmy") == day.isoformat()
    assert parse_date(f"{day.month}/{day.day}/{day.year:04d}", "mdy") == day.isoformat()


@given(st.text(max_size=60), st.sampled_from(["dmy", "mdy", "ymd"]))
def test_anything_is_either_a_date_or_none(text, order):
    result = parse_date(text, order)

    assert result is None or is_iso_date(result)
