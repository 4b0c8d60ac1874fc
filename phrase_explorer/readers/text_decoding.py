"""From bytes to text: which encoding a file is in, where it is damaged, and a text stream over it.

A byte order mark settles it. Otherwise bytes that are UTF-8 throughout, or with rare damage among much that is valid, are
UTF-8; bytes with zeros at every other place are UTF-16; for the rest `encoding_guess` looks at the passages beyond ASCII.
"""

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

from phrase_explorer.domain.document import NOTE_ENCODING, NOTE_REPAIRED, SourceNote
from phrase_explorer.readers.encoding_guess import guess_legacy_codec
from phrase_explorer.readers.input_files import CountBytes, InputFile
from phrase_explorer.readers.reader_errors import DamagedFileError, WrongImportOptionError

CHUNK_BYTES = 1 << 20
SNIFF_BYTES = 1 << 16
MAX_DAMAGE_COUNTED = 1000
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
NOT_FOR_FILES = frozenset(
    {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "unicode-escape", "raw-unicode-escape"}
)
DISPLAY_NAMES = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with byte order mark",
    "ascii": "ASCII",
    "utf-16": "UTF-16 with byte order mark",
    "utf-16-le": "UTF-16 (little endian)",
    "utf-16-be": "UTF-16 (big endian)",
    "utf-32": "UTF-32 with byte order mark",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250 (Central European)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "big5": "Big5",
    "gb18030": "GB 18030",
    "cp932": "Shift JIS",
    "euc_jp": "EUC-JP",
    "koi8_r": "KOI8-R",
    "mac_roman": "Mac Roman",
    "cp850": "IBM 850 (DOS)",
    "cp866": "IBM 866 (DOS, Cyrillic)",
    "iso8859_2": "ISO-8859-2 (Central European)",
    "iso8859_5": "ISO-8859-5 (Cyrillic)",
    "euc_kr": "EUC-KR",
    "cp949": "Korean (cp949)",
}


@dataclass(frozen=True)
class DetectedEncoding:
    """The codec of a file, and its damage: how many bytes it cannot decode and where the first one is.

    It `is_settled` if the file was looked through to its end, and not only its beginning.
    """

    codec: str
    n_damaged: int = 0
    first_damage: int | None = None
    first_damaged_byte: int | None = None
    n_multibyte: int = 0
    is_settled: bool = True

    @property
    def display_name(self) -> str:
        """The name to show to a person."""
        return DISPLAY_NAMES.get(self.codec, self.codec)


def open_text(
    file: InputFile, encoding: DetectedEncoding, on_bytes: CountBytes | None = None, *, newline: str | None = None
) -> io.TextIOWrapper:
    """Open a file as text; damaged bytes become U+FFFD. `newline` as in `open`: None makes each line end a newline."""
    return io.TextIOWrapper(file.open(on_bytes), encoding=encoding.codec, errors="replace", newline=newline)


def detect_encoding(
    file: InputFile,
    override: str | None = None,
    *,
    max_bytes: int | None = None,
    on_bytes: CountBytes | None = None,
) -> DetectedEncoding:
    """Find the encoding of a file, reading it through once, or its first `max_bytes`.

    Raises
    ------
    UnreadableCorpusError
        If `override` is not a text encoding.
    DamagedFileError
        If the file holds binary data or cannot be read.
    """
    with file.open() as stream:
        head = stream.read(SNIFF_BYTES)
    settled = _codec_from_head(head) if override is None else _codec_for_override(override, head)
    if settled is not None:
        return _look_for_damage(file, settled, max_bytes, on_bytes)
    if looks_binary(head):
        raise DamagedFileError("it holds binary data, not text")
    as_utf8 = _look_for_damage(file, "utf-8", max_bytes, on_bytes)
    if as_utf8.n_damaged == 0 or as_utf8.n_multibyte >= 5 * as_utf8.n_damaged:
        return as_utf8
    codec = guess_legacy_codec(_passages_beyond_ascii(file, max_bytes))
    return _look_for_damage(file, codec, max_bytes, on_bytes)


def encoding_notes(file: InputFile, encoding: DetectedEncoding) -> Iterator[SourceNote]:
    """Say which encoding was used where it is not plain UTF-8, and where bytes could not be decoded."""
    if encoding.codec != "utf-8":
        yield SourceNote(file.name, NOTE_ENCODING, f"It was read as {encoding.display_name}.")
    if encoding.n_damaged and encoding.first_damage is not None:
        bytes_word = "byte is" if encoding.n_damaged == 1 else "bytes are"
        more = "or more " if encoding.n_damaged >= MAX_DAMAGE_COUNTED else ""
        yield SourceNote(
            file.name,
            NOTE_REPAIRED,
            f"{encoding.n_damaged:,} {more}{bytes_word} not valid {encoding.display_name}, the first "
            f"(0x{encoding.first_damaged_byte or 0:02X}) at byte {encoding.first_damage:,}; each was replaced by U+FFFD.",
            encoding.n_damaged,
        )


def looks_binary(head: bytes) -> bool:
    """Tell whether bytes are neither text nor text with stray control characters."""
    if not head:
        return False
    n_control = sum(head.count(byte) for byte in range(32) if byte not in b"\t\n\r\f\x08\x1b")
    return n_control > 0.1 * len(head)


def _codec_for_override(override: str, head: bytes) -> str:
    message = f"'{override}' is not a text encoding; use a name such as utf-8, cp1252 or utf-16."
    try:
        name = codecs.lookup(override).name
        b"xx".decode(override, errors="replace")
    except (LookupError, ValueError, TypeError) as error:
        raise WrongImportOptionError(message) from error
    if name in NOT_FOR_FILES:
        raise WrongImportOptionError(message)
    for mark, codec in BYTE_ORDER_MARKS:
        if head.startswith(mark) and codec.startswith(name.removesuffix("-le").removesuffix("-be")):
            return codec
    return f"{name}-le" if name in ("utf-16", "utf-32") else name  # these two codecs insist on a mark


def _codec_from_head(head: bytes) -> str | None:
    for mark, codec in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return codec
    return _utf16_without_mark(head)


def _utf16_without_mark(head: bytes) -> str | None:
    n_pairs = len(head) // 2
    if n_pairs < 2:
        return None
    zeros_at_even = head[0 : 2 * n_pairs : 2].count(0) / n_pairs
    zeros_at_odd = head[1 : 2 * n_pairs : 2].count(0) / n_pairs
    if zeros_at_odd > 0.4 and zeros_at_even < 0.05:
        return "utf-16-le"
    if zeros_at_even > 0.4 and zeros_at_odd < 0.05:
        return "utf-16-be"
    return None


def _look_for_damage(
    file: InputFile, codec: str, max_bytes: int | None, on_bytes: CountBytes | None
) -> DetectedEncoding:
    """Decode a file to the end, to its first `max_bytes`, or until there is more damage than is worth counting."""
    n_damaged, n_multibyte = 0, 0
    first: int | None = None
    first_byte: int | None = None
    with file.open(on_bytes) as stream:
        scanned_codec = _codec_without_mark(codec, file)
        decoder = codecs.getincrementaldecoder(scanned_codec)("strict")
        position = 0
        for chunk in iter(partial(stream.read, CHUNK_BYTES), b""):
            rest, at = chunk, position
            while rest:
                n_pending = len(decoder.getstate()[0])
                try:
                    n_multibyte += len(rest) - len(decoder.decode(rest))
                    break
                except UnicodeDecodeError as error:
                    start = at - n_pending + error.start
                    end = max(error.end - n_pending, 1 if n_pending == 0 else 0)
                    n_multibyte += sum(byte & 0xC0 == 0x80 for byte in error.object[: error.start])
                    n_damaged += 1
                    if first is None:
                        first, first_byte = start, error.object[error.start]
                    if n_damaged >= MAX_DAMAGE_COUNTED:
                        return DetectedEncoding(codec, n_damaged, first, first_byte, n_multibyte)
                    decoder = codecs.getincrementaldecoder(scanned_codec)("strict")
                    rest, at = rest[end:], at + end
            position += len(chunk)
            if max_bytes is not None and position >= max_bytes:
                return DetectedEncoding(codec, n_damaged, first, first_byte, n_multibyte, is_settled=False)
        n_cut = len(decoder.getstate()[0])
        if n_cut:
            n_damaged += 1
            if first is None:
                first, first_byte = position - n_cut, decoder.getstate()[0][0]
    return DetectedEncoding(codec, n_damaged, first, first_byte, n_multibyte)


def _codec_without_mark(codec: str, file: InputFile) -> str:
    """Give the codec to scan with, which must not wait for a byte order mark again after damage."""
    if codec == "utf-8-sig":
        return "utf-8"
    if codec in ("utf-16", "utf-32"):
        with file.open() as stream:
            is_big_endian = stream.read(1) in (b"\xfe", b"\x00")
        return f"{codec}-{'be' if is_big_endian else 'le'}"
    return codec


def _passages_beyond_ascii(file: InputFile, max_bytes: int | None) -> bytes:
    """Give up to 32 KiB of the lines that hold bytes over 127."""
    passages: list[bytes] = []
    n_collected = n_read = 0
    with file.open() as stream:
        for line in _bounded_lines(stream):
            n_read += len(line)
            if max_bytes is not None and n_read > max_bytes:
                break
            if not line.isascii():
                passages.append(line)
                n_collected += len(line)
                if n_collected > SNIFF_BYTES // 2:
                    break
    return b"\n".join(passages)[: SNIFF_BYTES // 2]


def _bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    while line := stream.readline(4096):
        yield line
