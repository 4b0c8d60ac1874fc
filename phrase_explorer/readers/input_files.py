"""From a path to the files behind it: a folder, a single file, a zip or a gz. Nothing is ever extracted to disk."""

import gzip
import io
import lzma
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from phrase_explorer.domain.document import SkippedItem
from phrase_explorer.readers.reader_errors import DamagedFileError, UnreadableCorpusError

MAX_EXPANSION = 200
"""No text compresses better than this; beyond it, and beyond `MAX_SUSPICIOUS_BYTES`, an archive is taken for a bomb."""
MAX_SUSPICIOUS_BYTES = 200_000_000
MAX_HELD_BYTES = 500_000_000
SYSTEM_NAMES = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini"})
TAR_SUFFIXES = (".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")


@dataclass(frozen=True)
class InputFile:
    """One readable stream of bytes.

    `name` is the path within what was opened, with "/"; `size` is what `open` reports through `on_bytes` in all.
    """

    name: str
    size: int
    opener: Callable[["CountBytes"], BinaryIO]

    @property
    def suffix(self) -> str:
        """The last suffix in lower case, that of the compressed file for a .gz."""
        name = self.name.lower().removesuffix(".gz")
        return PurePosixPath(name).suffix

    @property
    def stem(self) -> str:
        """The file's name without folder, suffix and .gz."""
        name = PurePosixPath(self.name).name
        if name.lower().endswith(".gz"):
            name = name[:-3]
        return PurePosixPath(name).stem or name

    @property
    def folder(self) -> str:
        """The folder within what was opened, "" for the top."""
        parent = str(PurePosixPath(self.name).parent)
        return "" if parent == "." else parent

    def open_seekable(self, on_bytes: "CountBytes | None" = None) -> BinaryIO:
        """Hold the whole content in memory, for a parser that jumps about.

        Raises
        ------
        DamagedFileError
            If it cannot be read, or is too large to be held.
        """
        with self.open(on_bytes) as stream:
            content = stream.read(MAX_HELD_BYTES + 1)
        if len(content) > MAX_HELD_BYTES:
            raise DamagedFileError(f"it is larger than {MAX_HELD_BYTES:,} bytes, which this format cannot be read in")
        return io.BytesIO(content)

    def open(self, on_bytes: "CountBytes | None" = None) -> BinaryIO:
        """Open the (decompressed) bytes. Raises `DamagedFileError`."""
        try:
            return self.opener(on_bytes or _ignore)
        except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
            raise DamagedFileError(f"it cannot be opened ({describe(error)})") from error


CountBytes = Callable[[int], None]


def iterate_input_files(path: Path) -> Iterator[InputFile | SkippedItem]:
    """Give the files behind a path in the order of their names; each is valid until the next is asked for.

    Raises
    ------
    UnreadableCorpusError
        If the path does not exist or is an archive that cannot be opened.
    """
    if path.is_dir():
        yield from _iterate_folder(path)
    elif path.is_file():
        for item in _expand(path, path.name):
            if isinstance(item, SkippedItem) and item.place == "archive":
                raise UnreadableCorpusError(f"'{path.name}' cannot be read: {item.reason}")
            yield item
    else:
        raise UnreadableCorpusError(f"There is no file or folder '{path}'; choose another one.")


def list_raw_files(path: Path) -> list[tuple[str, Path]]:
    """Give (relative name, path) of every file on disk that an import of `path` looks at, in order."""
    if path.is_dir():
        return list(_walk(path))
    return [(path.name, path)]


def describe(error: BaseException) -> str:
    """Say what a system error means without its path."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__


def _iterate_folder(folder: Path) -> Iterator[InputFile | SkippedItem]:
    for name, path in _walk(folder):
        if not path.exists():
            yield SkippedItem(name, "", "It is a link to a file that does not exist.")
        elif path.is_file():
            yield from _expand(path, name)


def _walk(folder: Path) -> Iterator[tuple[str, Path]]:
    for parent, folder_names, file_names in os.walk(folder):  # links to folders are not followed
        folder_names[:] = sorted(name for name in folder_names if not _is_system_name(name))
        for name in sorted(file_names):
            if not _is_system_name(name):
                path = Path(parent) / name
                yield path.relative_to(folder).as_posix(), path


def _is_system_name(name: str) -> bool:
    return name.startswith((".", "~$")) or name in SYSTEM_NAMES


def _expand(path: Path, name: str) -> Iterator[InputFile | SkippedItem]:
    lower_name = name.lower()
    if lower_name.endswith(TAR_SUFFIXES):
        yield SkippedItem(name, "archive", "It is a tar archive; unpack it first or make a zip of it.")
    elif lower_name.endswith(".zip"):
        yield from _iterate_zip(path, name)
    elif lower_name.endswith(".gz"):
        yield InputFile(name, _size(path), lambda on_bytes: _open_gz(path, on_bytes))
    else:
        yield InputFile(name, _size(path), lambda on_bytes: _counted(path.open("rb"), on_bytes))


def _iterate_zip(path: Path, name: str) -> Iterator[InputFile | SkippedItem]:
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as error:
        yield SkippedItem(name, "archive", f"It is not a readable zip archive ({describe(error)}).")
        return
    with archive:
        for member in sorted(archive.infolist(), key=lambda info: info.filename):
            label = _harmless_name(member.filename)
            if member.is_dir() or any(_is_system_name(part) for part in label.split("/")):
                continue
            reason = _why_not(member)
            if reason:
                yield SkippedItem(f"{name}/{label}", "", reason)
            elif label.lower().endswith(".gz"):
                yield InputFile(label, member.file_size, _gz_member_opener(archive, member))
            else:
                yield InputFile(label, member.file_size, _member_opener(archive, member))


def _harmless_name(name: str) -> str:
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return "/".join(parts) or "unnamed"


def _why_not(member: zipfile.ZipInfo) -> str | None:
    if member.flag_bits & 0x1:
        return "It is encrypted; unpack the archive with its password first."
    if member.file_size > MAX_SUSPICIOUS_BYTES and member.file_size > MAX_EXPANSION * max(1, member.compress_size):
        return f"It would unpack to {member.file_size:,} bytes from {member.compress_size:,}, which no text does."
    if member.filename.lower().endswith((".zip", *TAR_SUFFIXES)):
        return "It is an archive within an archive; unpack it first."
    return None


def _member_opener(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[CountBytes], BinaryIO]:
    return lambda on_bytes: _counted(archive.open(member), on_bytes)


def _gz_member_opener(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[CountBytes], BinaryIO]:
    return lambda on_bytes: _limited_gz(_counted(archive.open(member), on_bytes), member.file_size)


def _open_gz(path: Path, on_bytes: CountBytes) -> BinaryIO:
    return _limited_gz(_counted(path.open("rb"), on_bytes), _size(path))


def _limited_gz(compressed: BinaryIO, n_compressed: int) -> BinaryIO:
    unpacked = gzip.GzipFile(fileobj=compressed)
    limit = max(MAX_SUSPICIOUS_BYTES, MAX_EXPANSION * n_compressed)
    return cast(BinaryIO, io.BufferedReader(_Metered(cast(BinaryIO, unpacked), _ignore, limit, compressed), 1 << 16))


def _counted(file: object, on_bytes: CountBytes) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(_Metered(cast(BinaryIO, file), on_bytes, None, None), 1 << 16))


class _Metered(io.RawIOBase):
    """A stream that reports what is read from it, stops a bomb, and turns decompression errors into one kind."""

    def __init__(self, source: BinaryIO, on_bytes: CountBytes, limit: int | None, underlying: BinaryIO | None) -> None:
        self._source = source
        self._on_bytes = on_bytes
        self._limit = limit
        self._underlying = underlying
        self._n_read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        try:
            chunk = self._source.read(len(view))
        except (OSError, zipfile.BadZipFile, EOFError, RuntimeError) as error:
            raise DamagedFileError(f"its bytes cannot be read further ({describe(error)})") from error
        except (zlib.error, lzma.LZMAError) as error:
            raise DamagedFileError(f"its compressed data is broken ({error})") from error
        view[: len(chunk)] = chunk
        self._n_read += len(chunk)
        if self._limit is not None and self._n_read > self._limit:
            raise DamagedFileError("it unpacks to far more than any text would, so reading stopped")
        self._on_bytes(len(chunk))
        return len(chunk)

    def close(self) -> None:
        if not self.closed:
            self._source.close()
            if self._underlying is not None:
                self._underlying.close()
        super().close()


def _ignore(_n_bytes: int) -> None:
    pass


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
