"""JSON read piece by piece: a list of any length gives its items one at a time, even on a single line.

Whole values are decoded by the standard decoder from a buffer that grows only as far as one value needs. Numbers stay as they
were written ("007" is not valid JSON, but 1.10 stays 1.10).
"""

import io
import json
from collections.abc import Iterator

from phrase_explorer.readers.reader_errors import DamagedFileError

JsonValue = str | bool | None | list["JsonValue"] | dict[str, "JsonValue"]

CHUNK_CHARACTERS = 1 << 20
NEAR_THE_END = 16
MAX_DEPTH = 50
_WHITESPACE = " \t\n\r\ufeff\x00"


def new_decoder() -> json.JSONDecoder:
    """Give a decoder that keeps numbers as text and allows control characters in strings."""
    return json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_constant, strict=False)


def _constant(name: str) -> str | None:
    return None if name == "NaN" else name


class JsonStream:
    """A cursor over JSON text.

    `position` is the number of characters consumed, for messages.
    """

    def __init__(self, stream: io.TextIOBase) -> None:
        self._stream = stream
        self._decoder = new_decoder()
        self._buffer = ""
        self._at = 0
        self._dropped = 0
        self._ended = False

    @property
    def position(self) -> int:
        """How many characters were consumed."""
        return self._dropped + self._at

    def peek(self) -> str:
        """Give the next character that is not whitespace without consuming it, "" at the end."""
        while True:
            while self._at < len(self._buffer):
                if self._buffer[self._at] not in _WHITESPACE:
                    return self._buffer[self._at]
                self._at += 1
            if not self._fill(CHUNK_CHARACTERS):
                return ""

    def take(self, expected: str) -> None:
        """Consume one character. Raises `DamagedFileError` if it is another."""
        found = self.peek()
        if found != expected:
            raise DamagedFileError(self._complaint(f"'{expected}' was expected"))
        self._at += 1

    def value(self) -> JsonValue:
        """Decode the next value whole. Raises `DamagedFileError`."""
        if not self.peek():
            raise DamagedFileError(self._complaint("the file ends too early"))
        n_more = CHUNK_CHARACTERS
        while True:
            try:
                value, end = self._decoder.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                is_cut = "Unterminated string" in error.msg or error.pos >= len(self._buffer) - NEAR_THE_END
                if is_cut and self._fill(n_more):
                    n_more *= 2
                    continue
                self._at = error.pos
                raise DamagedFileError(self._complaint(error.msg)) from error
            except RecursionError as error:
                raise DamagedFileError(self._complaint("its lists or objects are nested too deeply")) from error
            if end < len(self._buffer) or not self._fill(n_more):
                self._at = end
                return value  # type: ignore[no-any-return]
            n_more *= 2

    def items(self) -> Iterator[JsonValue]:
        """Yield the items of the list that comes next."""
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            yield self.value()
            if self.peek() == ",":
                self.take(",")
                continue
            self.take("]")
            return

    def member_names(self) -> Iterator[str]:
        """Yield the names in the object that comes next; the caller consumes each value before asking for the next."""
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            if self.peek() != '"':
                raise DamagedFileError(self._complaint("a name in double quotes was expected"))
            yield str(self.value())
            if self.peek() == ",":
                self.take(",")
                continue
            self.take("}")
            return

    def value_of_member(self) -> JsonValue:
        """Consume the colon and the value of the member whose name was given last."""
        self.take(":")
        return self.value()

    def _fill(self, n_characters: int) -> bool:
        if self._ended:
            return False
        chunk = self._stream.read(n_characters)
        self._ended = not chunk
        if self._at:
            self._dropped += self._at
            self._buffer = self._buffer[self._at :]
            self._at = 0
        self._buffer += chunk
        return bool(chunk)

    def _complaint(self, what: str) -> str:
        return f"its JSON is broken at character {self.position:,} ({what[:1].lower()}{what[1:]})"


def parse_prefix(text: str) -> JsonValue:
    """Parse JSON text that may be cut anywhere: a cut list or object keeps the members that are whole."""
    value, _, _ = _parse_prefix(new_decoder(), text, _skip(text, 0), 0)
    return value


def _parse_prefix(decoder: json.JSONDecoder, text: str, at: int, depth: int) -> tuple[JsonValue, int, bool]:
    """Give (value, where it ends, whether it is whole)."""
    try:
        value, end = decoder.raw_decode(text, at)
        return value, end, True
    except (json.JSONDecodeError, RecursionError):
        pass
    opening = text[at : at + 1] if depth < MAX_DEPTH else ""
    if opening == "[":
        return _parse_cut_list(decoder, text, at, depth + 1)
    if opening == "{":
        return _parse_cut_object(decoder, text, at, depth + 1)
    return None, at, False


def _parse_cut_list(decoder: json.JSONDecoder, text: str, at: int, depth: int) -> tuple[JsonValue, int, bool]:
    items: list[JsonValue] = []
    at = _skip(text, at + 1)
    while at < len(text):
        value, at, is_whole = _parse_prefix(decoder, text, at, depth)
        if is_whole or value:
            items.append(value)
        at = _skip(text, at)
        if not is_whole or text[at : at + 1] != ",":
            break
        at = _skip(text, at + 1)
    return items, at, False


def _parse_cut_object(decoder: json.JSONDecoder, text: str, at: int, depth: int) -> tuple[JsonValue, int, bool]:
    members: dict[str, JsonValue] = {}
    at = _skip(text, at + 1)
    while text[at : at + 1] == '"':
        name, at, is_whole = _parse_prefix(decoder, text, at, depth)
        at = _skip(text, at)
        if not is_whole or text[at : at + 1] != ":":
            break
        value, at, is_whole = _parse_prefix(decoder, text, _skip(text, at + 1), depth)
        if is_whole or value:
            members[str(name)] = value
        at = _skip(text, at)
        if not is_whole or text[at : at + 1] != ",":
            break
        at = _skip(text, at + 1)
    return members, at, False


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _WHITESPACE:
        at += 1
    return at
