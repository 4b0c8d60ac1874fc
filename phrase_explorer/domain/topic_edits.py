"""What a user says about topics, as small frozen facts that can be stored, replayed and undone.

The edits of a fitted model are a list; the topics shown are the fitted model with the list applied in order. Undo drops the
last edit. Terms are named by text, never by row; documents by row, as rows of documents stand for good once a corpus is imported.
Topics are named by key (see `Topic.key`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from phrase_explorer.foundation.errors import UserFacingError


@dataclass(frozen=True)
class RenameTopic:
    """Give a topic a name; a blank name brings the default name back."""

    topic: str
    name: str


@dataclass(frozen=True)
class MergeTopics:
    """Make one topic of several; it keeps the key, name and colour of the first."""

    topics: tuple[str, ...]


@dataclass(frozen=True)
class SplitTopic:
    """Divide a topic by grouping again what is in it, into parts "KEY.1", "KEY.2" and so on."""

    topic: str
    n_parts: int = 2


@dataclass(frozen=True)
class SplitTopicByTerms:
    """Divide a topic in two: what is near the given terms (a lasso on the map) becomes "KEY.1", the rest "KEY.2"."""

    topic: str
    terms: tuple[str, ...]


@dataclass(frozen=True)
class SeedTopic:
    """Make a topic from words, phrases or documents; it takes its share of each document from the topics that had it."""

    terms: tuple[str, ...] = ()
    documents: tuple[int, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class PinTerm:
    """Always list a term first in a topic."""

    topic: str
    term: str


@dataclass(frozen=True)
class ForbidTerm:
    """Never list a term in a topic."""

    topic: str
    term: str


@dataclass(frozen=True)
class ReleaseTerm:
    """Take back a pin or a ban."""

    topic: str
    term: str


@dataclass(frozen=True)
class HideTopic:
    """Leave a topic out of views, or show it again; documents keep their share of it."""

    topic: str
    is_hidden: bool = True


@dataclass(frozen=True)
class ReorderTopics:
    """Show the named topics first, in this order."""

    topics: tuple[str, ...]


@dataclass(frozen=True)
class RecolourTopic:
    """Give a topic another place in the palette."""

    topic: str
    colour: int


TopicEdit = (
    RenameTopic
    | MergeTopics
    | SplitTopic
    | SplitTopicByTerms
    | SeedTopic
    | PinTerm
    | ForbidTerm
    | ReleaseTerm
    | HideTopic
    | ReorderTopics
    | RecolourTopic
)
EDIT_KINDS: Mapping[str, type[TopicEdit]] = {
    "rename": RenameTopic,
    "merge": MergeTopics,
    "split": SplitTopic,
    "split_by_terms": SplitTopicByTerms,
    "seed": SeedTopic,
    "pin": PinTerm,
    "forbid": ForbidTerm,
    "release": ReleaseTerm,
    "hide": HideTopic,
    "reorder": ReorderTopics,
    "recolour": RecolourTopic,
}


def edit_to_json(edit: TopicEdit) -> dict[str, Any]:  # Any: JSON values
    """Give an edit as a JSON object."""
    kind = next(name for name, edit_class in EDIT_KINDS.items() if type(edit) is edit_class)
    return {"edit": kind, **{name: _plain(value) for name, value in asdict(edit).items()}}


def edit_from_json(value: Mapping[str, Any]) -> TopicEdit:  # Any: JSON values
    """Read an edit from its JSON object.

    Raises
    ------
    UserFacingError
        If it is not one.
    """
    given = {name: item for name, item in value.items() if name != "edit"}
    fields = {name: tuple(item) if isinstance(item, list) else item for name, item in given.items()}
    try:
        edit_class: Any = EDIT_KINDS[value["edit"]]  # Any: each class takes its own fields
        edit: TopicEdit = edit_class(**fields)
    except (KeyError, TypeError) as error:
        raise UserFacingError(f"'{value}' is not a topic edit that this version knows; it was left out.") from error
    return edit


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
