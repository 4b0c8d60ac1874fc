"""Frozen configurations from TOML, with strict keys, and single values set on the command line."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from phrase_explorer.foundation.errors import UsageError

Config = TypeVar("Config")


def load_config(kind: type[Config], path: Path | None, settings: Sequence[str] = ()) -> Config:
    """Build a configuration from a TOML file and from ``key=value`` settings, which win.

    Raises
    ------
    UsageError
        If a file or key is unknown, or a value is of the wrong type.
    """
    values = _read_toml(path) if path is not None else {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise UsageError(f"'--set {setting}' has no '='; write it as --set key=value.")
        values[key.strip()] = _parse_value(text.strip())
    return build_config(kind, values)


def build_config(kind: type[Config], values: Mapping[str, object]) -> Config:
    """Build a configuration from plain values, refusing unknown keys and wrong types."""
    types = get_type_hints(kind)
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    checked = {}
    for key, given in values.items():
        value = given
        if key not in known:
            raise UsageError(f"There is no setting '{key}'; the settings are {', '.join(known)}.")
        wanted = types[key]
        if wanted is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not wanted:
            raise UsageError(f"The setting '{key}' is {value!r}; it must be of type {wanted.__name__}.")
        checked[key] = value
    return kind(**checked)


def _read_toml(path: Path) -> dict[str, Any]:  # Any: TOML values
    if not path.is_file():
        raise UsageError(f"There is no configuration '{path}'; choose one of training/configs.")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"The configuration '{path}' is not valid TOML: {error}.") from error


def _parse_value(text: str) -> object:
    try:
        value: object = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
    return value
