"""A folder of numpy arrays, string lists and small facts, with a manifest that proves it is whole. Never pickle.

Strings are kept as one UTF-8 blob with int64 offsets; arrays open memory-mapped and read-only.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from phrase_explorer.foundation.array_types import AnyArray
from phrase_explorer.foundation.content_hash import hash_file
from phrase_explorer.storage.atomic_write import write_atomically

MANIFEST_NAME = "manifest.json"


class CorruptArtifactError(Exception):
    """The folder is missing, incomplete or altered; whoever asked computes it again."""


@dataclass(frozen=True, eq=False)
class ArrayFolder:
    """What one folder holds: arrays by name, string lists by name, and JSON facts."""

    arrays: Mapping[str, AnyArray]
    strings: Mapping[str, Sequence[str]]
    facts: Mapping[str, Any]  # Any: JSON values


def write_array_folder(folder: Path, content: ArrayFolder) -> None:
    """Write the content into an existing, empty folder; the manifest comes last."""
    files: dict[str, dict[str, Any]] = {}
    for name, array in content.arrays.items():
        _save(folder / f"{name}.npy", np.asarray(array))
    for name, texts in content.strings.items():
        encoded = [text.encode("utf-8", errors="surrogatepass") for text in texts]
        offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
        np.cumsum([len(piece) for piece in encoded], out=offsets[1:])
        _save(folder / f"{name}.utf8.npy", np.frombuffer(b"".join(encoded), dtype=np.uint8))
        _save(folder / f"{name}.offsets.npy", offsets)
    for path in sorted(folder.glob("*.npy")):
        files[path.name] = {"bytes": path.stat().st_size, "sha256": hash_file(path)}
    manifest = {
        "arrays": sorted(content.arrays),
        "strings": sorted(content.strings),
        "facts": dict(content.facts),
        "files": files,
    }
    write_atomically(folder / MANIFEST_NAME, json.dumps(manifest, ensure_ascii=False, indent=1).encode("utf-8"))


def read_array_folder(folder: Path, *, verify: bool = False) -> ArrayFolder:
    """Open a folder; arrays are memory-mapped and read-only.

    Parameters
    ----------
    verify
        Also compare each file's sha256; otherwise only sizes are checked.

    Raises
    ------
    CorruptArtifactError
        If anything is missing or differs from the manifest.
    """
    manifest = check_array_folder(folder, verify=verify)
    try:
        arrays = {name: _load(folder / f"{name}.npy") for name in manifest["arrays"]}
        strings = {name: _load_strings(folder, name) for name in manifest["strings"]}
        return ArrayFolder(arrays, strings, manifest["facts"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorruptArtifactError(f"cannot read {folder.name}: {error}") from error


def check_array_folder(folder: Path, *, verify: bool = False) -> dict[str, Any]:  # Any: JSON values
    """See that every file is there with the size (and, to `verify`, the sha256) that the manifest says; give the manifest.

    Raises
    ------
    CorruptArtifactError
        If anything is missing or differs.
    """
    manifest = _read_manifest(folder)
    try:
        for name, facts in manifest["files"].items():
            path = folder / name
            if path.stat().st_size != facts["bytes"] or (verify and hash_file(path) != facts["sha256"]):
                raise CorruptArtifactError(f"{path.name} differs from its manifest")
    except (OSError, KeyError, TypeError, AttributeError) as error:
        raise CorruptArtifactError(f"cannot read {folder.name}: {error}") from error
    return manifest


def read_facts(folder: Path) -> Mapping[str, Any]:  # Any: JSON values
    """Give only the facts of a folder. Raises `CorruptArtifactError`."""
    facts = _read_manifest(folder).get("facts")
    if not isinstance(facts, dict):
        raise CorruptArtifactError(f"{folder.name} has no facts")
    return facts


def _read_manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / MANIFEST_NAME).read_bytes())
    except (OSError, ValueError) as error:
        raise CorruptArtifactError(f"cannot read the manifest of {folder.name}: {error}") from error
    if not isinstance(manifest, dict):
        raise CorruptArtifactError(f"the manifest of {folder.name} is not an object")
    return manifest


def _save(path: Path, array: AnyArray) -> None:
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)
        file.flush()


def _load(path: Path) -> AnyArray:
    array: AnyArray = np.load(path, mmap_mode="r", allow_pickle=False)
    return array


def _load_strings(folder: Path, name: str) -> tuple[str, ...]:
    blob = np.load(folder / f"{name}.utf8.npy", allow_pickle=False).tobytes()
    offsets = np.load(folder / f"{name}.offsets.npy", allow_pickle=False).tolist()
    return tuple(
        blob[start:end].decode("utf-8", errors="surrogatepass")
        for start, end in zip(offsets[:-1], offsets[1:], strict=True)
    )
