"""A document, its typed metadata, and what an import left out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType

DocumentRow = NewType("DocumentRow", int)

ColumnKind = Literal["text", "number", "date", "category"]
DateOrder = Literal["dmy", "mdy", "ymd"]

MetadataValue = str | float | None
"""A number is a float; a date is ISO text of any precision ("1789", "1789-04", "1789-04-30"); blank is None."""


@dataclass(frozen=True)
class MetadataColumn:
    """One column of metadata: its name as the user knows it, and how its values are to be read."""

    name: str
    kind: ColumnKind
    date_order: DateOrder | None = None


@dataclass(frozen=True)
class Document:
    """One text with its identity.

    `key` is unique within the corpus and stays a string; `text` is the original text, never normalised: every offset in the
    program counts its characters.
    """

    key: str
    title: str
    text: str
    metadata: Mapping[str, MetadataValue] = field(default_factory=dict)


@dataclass(frozen=True)
class SkippedItem:
    """A file or row that could not become a document, where it was, and why, in one plain sentence."""

    source: str
    place: str
    reason: str


@dataclass(frozen=True)
class SourceNote:
    """Something the user should know of a source that was read: its encoding, repaired bytes, unparsed dates.

    `count` says how many times it happened; `kind` is one of the constants below or a new one.
    """

    source: str
    kind: str
    message: str
    count: int = 1


NOTE_ENCODING = "encoding"
NOTE_REPAIRED = "repaired"
NOTE_DUPLICATE_ID = "duplicate_id"
NOTE_UNPARSED_DATE = "unparsed_date"
NOTE_DATE_ORDER = "date_order"
NOTE_UNPARSED_NUMBER = "unparsed_number"
NOTE_COLUMNS = "columns"
NOTE_FORMAT = "format"
