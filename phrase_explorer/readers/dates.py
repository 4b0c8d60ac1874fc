"""Dates as people write them, read under one stated order of day and month per column.

A date becomes ISO text of the precision that was written: "1789", "1789-04" or "1789-04-30". The time of day is dropped. What
is not surely a date ("c. 1850", 30 February) is not parsed: the value is then kept as text and counted.
"""

import re
from collections import Counter
from collections.abc import Iterable
from datetime import date

from phrase_explorer.domain.document import DateOrder

TWO_DIGIT_PIVOT = 69
"""Two-digit years from here on are 1969-1999, below are 2000-2068 (as in POSIX)."""
ORDER_IN_WORDS: dict[DateOrder, str] = {"dmy": "day/month/year", "mdy": "month/day/year", "ymd": "year/month/day"}
DEFAULT_ORDER: DateOrder = "dmy"

_MONTH_NAMES = ("january", "february", "march", "april", "may", "june")
_LATER_MONTH_NAMES = ("july", "august", "september", "october", "november", "december")
_MONTHS = {
    **{name: number for number, name in enumerate((*_MONTH_NAMES, *_LATER_MONTH_NAMES), start=1)},
    **{name[:3]: number for number, name in enumerate((*_MONTH_NAMES, *_LATER_MONTH_NAMES), start=1)},
    "sept": 9,
}
_TIME = (
    r"(?:[T,]?\s*(?:at\s+)?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*"
    r"(?:Z|[+-]\d{2}:?\d{2}|[A-Z]{2,4})?(?:\s*\(.*\))?)?"
)
_WEEKDAY = r"(?:(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?\.?,?\s+)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})(?:\2(\d{{1,2}}))?{_TIME}", re.IGNORECASE)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T\d{4,6}Z?)?")
_YEAR = re.compile(r"\d{4}")
_NUMERIC = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}|\d{{2}}){_TIME}", re.IGNORECASE)
_MONTH_YEAR = re.compile(r"(\d{1,2})[-/.](\d{4})")
_DAY_MONTH_NAME = re.compile(
    rf"{_WEEKDAY}(\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?[\s-]+([a-z]{{3,9}})\.?,?[\s-]+(\d{{4}}|'?\d{{2}}){_TIME}",
    re.IGNORECASE,
)
_MONTH_NAME_DAY = re.compile(
    rf"{_WEEKDAY}([a-z]{{3,9}})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}}){_TIME}", re.IGNORECASE
)
_CTIME = re.compile(
    rf"{_WEEKDAY}([a-z]{{3}})\s+(\d{{1,2}})\s+\d{{1,2}}:\d{{2}}(?::\d{{2}})?\s+(?:[A-Z]{{2,4}}\s+)?(\d{{4}})",
    re.IGNORECASE,
)
_MONTH_NAME_YEAR = re.compile(r"([a-z]{3,9})\.?,?[\s-]+(\d{4})", re.IGNORECASE)
_ISO_RESULT = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
_MAX_LENGTH = 80


def parse_date(value: str, order: DateOrder) -> str | None:
    """Give ISO text of the precision that was written, or None if the value is not surely a date."""
    text = value.strip()
    if not text or len(text) > _MAX_LENGTH:
        return None
    if match := _YEAR.fullmatch(text):
        return f"{int(text):04d}" if int(text) > 0 else None
    if match := _YEAR_FIRST.fullmatch(text):
        year, _, month, day = match.groups()
        return _iso(int(year), int(month), int(day) if day else None)
    if match := _COMPACT.fullmatch(text):
        return _iso(*(int(part) for part in match.groups()))
    if match := _NUMERIC.fullmatch(text):
        return _numeric(int(match[1]), int(match[3]), match[4], order)
    if match := _MONTH_YEAR.fullmatch(text):
        return _iso(int(match[2]), int(match[1]), None)
    if match := _DAY_MONTH_NAME.fullmatch(text):
        return _named(match[3], match[2], int(match[1]))
    if match := _MONTH_NAME_DAY.fullmatch(text) or _CTIME.fullmatch(text):
        return _named(match[3], match[1], int(match[2]))
    if match := _MONTH_NAME_YEAR.fullmatch(text):
        return _named(match[2], match[1], None)
    return None


def infer_date_order(values: Iterable[str]) -> DateOrder:
    """Choose the order of day and month under which most values are dates; with no evidence it is day first."""
    return date_order_evidence(values)[0]


def date_order_evidence(values: Iterable[str]) -> tuple[DateOrder, int, int]:
    """Give (order, values that can only be read that way, values that could be read either way)."""
    votes: Counter[DateOrder] = Counter()
    n_either = 0
    for value in values:
        text = value.strip()
        if _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
            votes["ymd"] += 1
        elif match := _NUMERIC.fullmatch(text):
            first, second = int(match[1]), int(match[3])
            if first > 12 >= second:
                votes["dmy"] += 1
            elif second > 12 >= first:
                votes["mdy"] += 1
            else:
                n_either += first != second
    day_or_month_first: list[DateOrder] = ["dmy", "mdy"]
    if votes["dmy"] or votes["mdy"]:
        order = max(day_or_month_first, key=lambda candidate: votes[candidate])
        return order, votes[order], n_either
    if votes["ymd"] and not n_either:
        return "ymd", votes["ymd"], 0
    return DEFAULT_ORDER, 0, n_either


def is_iso_date(value: object) -> bool:
    """Tell whether a stored value is a parsed date rather than text that was kept as it was."""
    return isinstance(value, str) and _ISO_RESULT.fullmatch(value) is not None


def _numeric(first: int, second: int, year_text: str, order: DateOrder) -> str | None:
    if order == "ymd":
        if len(year_text) == 2 and first > 12:
            return _iso(_full_year(f"{first:02d}"), second, int(year_text))
        order = DEFAULT_ORDER
    day, month = (first, second) if order == "dmy" else (second, first)
    return _iso(_full_year(year_text), month, day)


def _named(year_text: str, month_name: str, day: int | None) -> str | None:
    month = _MONTHS.get(month_name.lower())
    return None if month is None else _iso(_full_year(year_text.lstrip("'")), month, day)


def _full_year(text: str) -> int:
    year = int(text)
    if len(text) > 2:
        return year
    return year + (1900 if year >= TWO_DIGIT_PIVOT else 2000)


def _iso(year: int, month: int, day: int | None) -> str | None:
    try:
        date(year, month, 1 if day is None else day)
    except ValueError:
        return None
    return f"{year:04d}-{month:02d}" if day is None else f"{year:04d}-{month:02d}-{day:02d}"
