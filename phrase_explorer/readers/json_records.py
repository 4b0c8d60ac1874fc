"""Where the records are in a JSON value, and what fields each has.

A record path is a tuple of steps from the top: a name for a member, ``ANY_ITEM`` for every item of a list, ``ANY_MEMBER`` for
every member of an object whose names are ids. The shallowest place whose objects hold document-like text wins; where none
does, the place with most text. Fields of the objects above a record are inherited by it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from phrase_explorer.readers.json_stream import JsonValue
from phrase_explorer.readers.record import FieldValue
from phrase_explorer.readers.text_cleaning import clean_label

ANY_ITEM = "[]"
ANY_MEMBER = "{}"
MEMBER_NAME_FIELD = "key"
DOCUMENT_LIKE_CHARACTERS = 100
MAX_SAMPLED_ITEMS = 200
MAX_DEPTH = 12

RecordPath = tuple[str, ...]


@dataclass
class _Candidate:
    """What was seen at one path."""

    n_records: int = 0
    characters: dict[str, int] = field(default_factory=dict)

    @property
    def most_text(self) -> int:
        return max(self.characters.values(), default=0)

    @property
    def is_document_like(self) -> bool:
        return self.most_text >= DOCUMENT_LIKE_CHARACTERS * self.n_records


def find_record_path(value: JsonValue, text_column: str | None = None) -> RecordPath | None:
    """Choose where the records are; None if the value holds no text. `text_column` must be among their fields if given."""
    candidates: dict[RecordPath, _Candidate] = {}
    _collect(value, (), candidates)
    with_column = {path: seen for path, seen in candidates.items() if text_column in seen.characters}
    candidates = with_column or {path: seen for path, seen in candidates.items() if seen.most_text > 0}
    if not candidates:
        return None
    document_like = {path: seen for path, seen in candidates.items() if seen.is_document_like}
    if document_like:
        depth = min(_depth(path) for path in document_like)
        candidates = {path: seen for path, seen in document_like.items() if _depth(path) == depth}
    return max(candidates, key=lambda path: candidates[path].most_text)


def records_at(
    value: JsonValue, path: RecordPath, inherited: Mapping[str, FieldValue], place: str
) -> Iterator[tuple[str, dict[str, FieldValue]]]:
    """Yield (place, fields) of each record under `path` within a value."""
    if not path:
        yield place, {**inherited, **fields_of(value)}
        return
    step, rest = path[0], path[1:]
    if step == ANY_ITEM and isinstance(value, list):
        for number, item in enumerate(value, start=1):
            yield from records_at(item, rest, inherited, f"{place}, item {number:,}" if place else f"item {number:,}")
    elif step == ANY_MEMBER and isinstance(value, dict):
        for name, member in value.items():
            yield from records_at(member, rest, {**inherited, MEMBER_NAME_FIELD: name}, place or f"'{name}'")
    elif isinstance(value, dict) and step in value:
        own = {name: member for name, member in fields_of(value).items() if name != step}
        yield from records_at(value[step], rest, {**inherited, **own}, place)


def fields_of(value: JsonValue) -> dict[str, FieldValue]:
    """Give the fields of a record: text, lists of text, and those of objects within as "author.name"."""
    if isinstance(value, dict):
        fields: dict[str, FieldValue] = {}
        _flatten(value, "", fields, 0)
        return fields
    return {"text": _as_field(value)}


def _flatten(members: Mapping[str, JsonValue], prefix: str, fields: dict[str, FieldValue], depth: int) -> None:
    for name, member in members.items():
        label = f"{prefix}{name if name.isprintable() else clean_label(name)}"
        if isinstance(member, dict):
            if depth < MAX_DEPTH:
                _flatten(member, f"{label}.", fields, depth + 1)
        elif not isinstance(member, list) or not any(isinstance(item, dict) for item in member):
            fields[label] = _as_field(member)


def _as_field(value: JsonValue) -> FieldValue:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return tuple(_strings_in(value))
    if isinstance(value, dict):
        return None
    return value


def _strings_in(items: list[JsonValue], depth: int = 0) -> Iterator[str]:
    for item in items:
        if isinstance(item, list):
            if depth < MAX_DEPTH:
                yield from _strings_in(item, depth + 1)
        elif item is not None and not isinstance(item, dict):
            yield str(_as_field(item))


def _depth(path: RecordPath) -> int:
    return sum(step in (ANY_ITEM, ANY_MEMBER) for step in path)


def _collect(value: JsonValue, path: RecordPath, candidates: dict[RecordPath, _Candidate]) -> None:
    if len(path) > MAX_DEPTH:
        return
    if isinstance(value, list):
        is_field = _depth(path) > 0 and not any(isinstance(item, dict | list) for item in value)
        if not is_field:
            for item in value[:MAX_SAMPLED_ITEMS]:
                _see(item, (*path, ANY_ITEM), candidates)
    elif isinstance(value, dict):
        if not path:
            _see(value, path, candidates)
        elif is_object_of_records(value):
            _collect_members(value, path, candidates)


def _see(value: JsonValue, path: RecordPath, candidates: dict[RecordPath, _Candidate]) -> None:
    """Count one possible record, and look for records within it."""
    seen = candidates.setdefault(path, _Candidate())
    if isinstance(value, dict) and is_object_of_records(value):
        _collect_members(value, path, candidates)
        return
    seen.n_records += 1
    for name, content in fields_of(value).items():
        n_characters = len(content) if isinstance(content, str) else sum(map(len, content or ()))
        seen.characters[name] = seen.characters.get(name, 0) + n_characters
    if isinstance(value, dict):
        for name, member in value.items():
            if isinstance(member, list):
                _collect(member, (*path, name), candidates)
            elif isinstance(member, dict):
                _look_within(member, (*path, name), candidates)


def _look_within(members: dict[str, JsonValue], path: RecordPath, candidates: dict[RecordPath, _Candidate]) -> None:
    if len(path) > MAX_DEPTH:
        return
    if is_object_of_records(members):
        _collect_members(members, path, candidates)
        return
    for name, member in members.items():
        if isinstance(member, list):
            _collect(member, (*path, name), candidates)
        elif isinstance(member, dict):
            _look_within(member, (*path, name), candidates)


def _collect_members(members: dict[str, JsonValue], path: RecordPath, candidates: dict[RecordPath, _Candidate]) -> None:
    for member in list(members.values())[:MAX_SAMPLED_ITEMS]:
        _see(member, (*path, ANY_MEMBER), candidates)


def is_object_of_records(members: Mapping[str, JsonValue]) -> bool:
    """Tell whether an object's names are ids: several members, all objects that share a field, or many long texts."""
    values = list(members.values())[:MAX_SAMPLED_ITEMS]
    if len(values) >= 2 and all(isinstance(value, dict) for value in values):
        return bool(set.intersection(*(set(value) for value in values if isinstance(value, dict))))
    n_long = sum(isinstance(value, str) and len(value) >= DOCUMENT_LIKE_CHARACTERS for value in values)
    return len(values) >= 3 and all(isinstance(value, str) for value in values) and n_long > 0.5 * len(values)
