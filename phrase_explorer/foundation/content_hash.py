"""Content hashes: the names of artifacts and the fingerprints of models.

A hash is the first 32 hex digits of a sha256. Values are hashed through canonical JSON, so that two equal parameter sets give
one key on every machine.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, is_dataclass
from enum import Enum
from pathlib import Path, PurePath
from typing import Any

HASH_LENGTH = 32
READ_BYTES = 1 << 20


def hash_bytes(chunks: bytes | Iterable[bytes]) -> str:
    """Hash bytes, or several pieces of bytes as if they were one."""
    digest = hashlib.sha256()
    for chunk in (chunks,) if isinstance(chunks, bytes) else chunks:
        digest.update(chunk)
    return digest.hexdigest()[:HASH_LENGTH]


def hash_file(path: Path) -> str:
    """Hash a file's content without reading it into memory at once."""
    with path.open("rb") as file:
        return hash_bytes(iter(lambda: file.read(READ_BYTES), b""))


def hash_value(value: object) -> str:
    """Hash dataclasses, mappings, sequences, strings, numbers, booleans and None by what they say.

    Raises
    ------
    TypeError
        If the value holds anything else: a key must never depend on a memory address.
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=_as_json)
    return hash_bytes(text.encode("ascii"))


def _as_json(value: object) -> Any:  # Any: json's own hook type
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset | set):
        return sorted(value)
    if isinstance(value, PurePath):
        raise TypeError("a path has no place in a content hash; hash what it holds")
    raise TypeError(f"cannot hash a {type(value).__name__}")
