"""Write a file so that a kill at any moment leaves the old one or the new one, never half of it."""

import os
import secrets
from pathlib import Path

BINARY = getattr(os, "O_BINARY", 0)  # Windows would turn line ends otherwise


def write_atomically(path: Path, content: bytes) -> None:
    """Replace `path` by `content` in one step that survives a crash of the machine."""
    temporary_name = path.parent / f".{path.name}.{secrets.token_hex(8)}.partial"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY
    descriptor = os.open(temporary_name, flags, 0o666)  # who may read it is for the user's mask to say
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary_name, path)
    except BaseException:
        temporary_name.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Make renames inside `folder` durable, where the system offers that."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
