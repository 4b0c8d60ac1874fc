"""How parsers of office formats are kept in bounds: what they raise on broken files, and zip containers that would explode."""

import io
import struct
import zipfile
import zlib
from typing import BinaryIO

from phrase_explorer.readers.input_files import MAX_EXPANSION, MAX_SUSPICIOUS_BYTES, InputFile, describe
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.reader_errors import DamagedFileError

PARSER_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    SyntaxError,  # lxml's errors are of this kind
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""Third-party parsers promise no error class of their own for every broken file; all of these were seen or are likely."""


def damaged(error: BaseException, format_name: str) -> DamagedFileError:
    """Say that a file is not what its suffix promises."""
    detail = describe(error).splitlines()[0][:120] if str(error) else type(error).__name__
    return DamagedFileError(f"it is not a readable {format_name} file ({detail})")


def open_container(file: InputFile, settings: ReadSettings, format_name: str) -> BinaryIO:
    """Give the bytes of a format that is a zip inside. Raises `DamagedFileError` for a broken or exploding one."""
    stream = file.open_seekable(settings.on_bytes)
    try:
        members = zipfile.ZipFile(stream).infolist()
    except PARSER_ERRORS as error:
        raise damaged(error, format_name) from error
    n_unpacked = sum(member.file_size for member in members)
    n_packed = sum(member.compress_size for member in members)
    if n_unpacked > MAX_SUSPICIOUS_BYTES and n_unpacked > MAX_EXPANSION * max(1, n_packed):
        raise DamagedFileError(f"it would unpack to {n_unpacked:,} bytes, which no document does")
    stream.seek(0, io.SEEK_SET)
    return stream
