"""What each column is for and how its values are to be read, guessed from a sample of records."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from phrase_explorer.domain.document import ColumnKind, DateOrder
from phrase_explorer.readers.dates import DEFAULT_ORDER, date_order_evidence, parse_date
from phrase_explorer.readers.record import FieldValue

ColumnRole = Literal["text", "id", "title", "date", "metadata", "ignore"]

TEXT_NAMES = (
    "text", "body", "content", "full_text", "fulltext", "quote", "review_text", "review", "comment", "comments",
    "message", "post", "tweet", "speech", "article", "transcript", "abstract", "context", "document", "description",
)  # fmt: skip
ID_NAMES = (
    "id",
    "key",
    "_id",
    "uid",
    "guid",
    "doc_id",
    "docid",
    "document_id",
    "identifier",
    "filename",
    "file_name",
    "paper_id",
)
TITLE_NAMES = ("title", "headline", "heading", "subject", "name")
DATE_NAMES = ("date", "published", "created", "created_at", "datetime", "timestamp", "pubdate", "day", "year", "time")
DATE_WORDS = frozenset(
    {"date", "year", "published", "created", "day", "time", "datetime", "timestamp", "month", "period"}
)
NO_RANK = 1000
MIN_TEXT_CHARACTERS = 20
MAX_TITLE_CHARACTERS = 300
MAX_CATEGORIES = 60
SHARE_OF_KIND = 0.8
SHARE_OF_NUMBERS = 0.95
_LEADING_ZERO = re.compile(r"[+-]?0\d+")
_BARE_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class GuessedColumn:
    """One column of a sample: its kind, its role, and what the guess rests on."""

    name: str
    kind: ColumnKind
    role: ColumnRole
    date_order: DateOrder | None
    n_ambiguous_dates: int
    sample_values: tuple[str, ...]


def as_plain_text(value: FieldValue, separator: str = "; ") -> str:
    """Give a field as one text; the items of a list are joined."""
    if value is None:
        return ""
    return value if isinstance(value, str) else separator.join(value)


def parse_number(value: str) -> float | None:
    """Give a number written in the plain way (12, -3.5, 1e6), or None."""
    text = value.strip()
    if not _BARE_NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def guess_columns(
    sample: Sequence[Mapping[str, FieldValue]], *, date_order: DateOrder | None = None
) -> list[GuessedColumn]:
    """Guess kind and role of every column that occurs in the sample, in order of first appearance."""
    names: dict[str, None] = {}
    for fields in sample:
        names.update(dict.fromkeys(fields))
    values = {name: [as_plain_text(fields.get(name)).strip() for fields in sample] for name in names}
    filled = {name: [value for value in column if value] for name, column in values.items()}
    kinds = {name: guess_kind(name, filled[name]) for name in names}
    roles = _roles(list(names), filled, kinds, len(sample))
    guessed = []
    for name in names:
        is_date = kinds[name] == "date"
        order, n_sure, n_either = date_order_evidence(filled[name]) if is_date else (DEFAULT_ORDER, 0, 0)
        guessed.append(
            GuessedColumn(
                name,
                kinds[name],
                roles[name],
                (date_order or order) if is_date else None,
                n_either if is_date and date_order is None and n_sure == 0 else 0,
                tuple(dict.fromkeys(filled[name]))[:5],
            )
        )
    return guessed


def guess_kind(name: str, filled: Sequence[str]) -> ColumnKind:
    """Guess how the values of one column are to be read; a number with leading zeros is a code, not a number."""
    if not filled:
        return "text"
    n = len(filled)
    distinct = set(filled)
    order = date_order_evidence(filled)[0]
    n_dates = sum(parse_date(value, order) is not None for value in filled)
    bare_years = all(_BARE_NUMBER.fullmatch(value) for value in distinct)
    if n_dates >= SHARE_OF_KIND * n and (not bare_years or _speaks_of_dates(name)):
        return "date"
    numbers = sum(parse_number(value) is not None and not _LEADING_ZERO.fullmatch(value) for value in filled)
    if numbers >= SHARE_OF_NUMBERS * n and not any(_LEADING_ZERO.fullmatch(value) for value in distinct):
        return "number"
    longest = max(map(len, distinct))
    if len(distinct) <= MAX_CATEGORIES and longest <= 80 and (len(distinct) <= max(2, n // 2) or n <= 20):
        return "category"
    return "text"


def _speaks_of_dates(name: str) -> bool:
    return bool(DATE_WORDS & set(_words(name)))


def _words(name: str) -> list[str]:
    """Divide a column name: "reviewText", "Review text" and "review_text" are all ["review", "text"]."""
    return re.findall(r"[a-z]+|\d+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower())


def _roles(
    names: list[str], filled: Mapping[str, list[str]], kinds: Mapping[str, ColumnKind], n_records: int
) -> dict[str, ColumnRole]:
    roles: dict[str, ColumnRole] = {name: "metadata" if filled[name] else "ignore" for name in names}
    text = _text_column(names, filled, kinds)
    if text is not None:
        roles[text] = "text"
    wanted_roles: tuple[tuple[ColumnRole, tuple[str, ...]], ...] = (
        ("id", ID_NAMES),
        ("title", TITLE_NAMES),
        ("date", DATE_NAMES),
    )
    for role, known in wanted_roles:
        free = [name for name in names if roles[name] == "metadata" and _rank(name, known) < NO_RANK]
        fitting = (name for name in free if _fits(role, filled[name], kinds[name], n_records))
        best = min(fitting, key=lambda name: _rank(name, known), default=None)
        if best is not None:
            roles[best] = role
    if "date" not in roles.values():
        dates = [name for name in names if roles[name] == "metadata" and kinds[name] == "date"]
        if len(dates) == 1:
            roles[dates[0]] = "date"
    return roles


def _text_column(names: list[str], filled: Mapping[str, list[str]], kinds: Mapping[str, ColumnKind]) -> str | None:
    """Choose a column that is called text and holds some, else the one with the longest texts."""
    mean_length = {name: sum(map(len, filled[name])) / len(filled[name]) for name in names if filled[name]}
    called_text = [
        name
        for name, length in mean_length.items()
        if _rank(name, TEXT_NAMES) < NO_RANK and (length >= MIN_TEXT_CHARACTERS or len(names) <= 3)
    ]
    if called_text:
        return min(called_text, key=lambda name: (_rank(name, TEXT_NAMES), -mean_length[name]))
    free = [name for name in mean_length if kinds[name] in ("text", "category")]
    return max(free or list(mean_length), key=lambda name: mean_length[name], default=None)


def _fits(role: str, filled: list[str], kind: ColumnKind, n_records: int) -> bool:
    if role == "id":
        return len(set(filled)) == n_records and max(map(len, filled)) <= 200
    if role == "title":
        return kind in ("text", "category") and max(map(len, filled)) <= MAX_TITLE_CHARACTERS
    return kind == "date"


def _rank(name: str, known: tuple[str, ...]) -> int:
    """Give the place of a column name in a list of names; one that ends in such a name comes after all of them."""
    words = _words(name)
    if "_".join(words) in known:
        return known.index("_".join(words))
    return len(known) if len(words) > 1 and words[-1] in known and words[-1] != "name" else NO_RANK
