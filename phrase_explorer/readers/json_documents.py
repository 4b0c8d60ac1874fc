"""JSON in one value or several: a list of records, records within records, one object; streamed item by item."""

import io
from collections.abc import Iterator, Mapping
from typing import Literal

from phrase_explorer.domain.document import NOTE_FORMAT, SkippedItem, SourceNote
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.json_records import (
    ANY_ITEM,
    ANY_MEMBER,
    MEMBER_NAME_FIELD,
    RecordPath,
    fields_of,
    find_record_path,
    records_at,
)
from phrase_explorer.readers.json_stream import JsonStream, parse_prefix
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.reader_errors import DamagedFileError
from phrase_explorer.readers.record import FieldValue, Record, RecordStream
from phrase_explorer.readers.text_decoding import encoding_notes, open_text

SAMPLE_CHARACTERS = 8 << 20


class JsonReader:
    """Give each record of a JSON file; one value after another (JSON lines under another name) works too."""

    name = "JSON"
    suffixes: tuple[str, ...] = (".json",)
    holds: Literal["document", "records"] = "records"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield notes, then records in file order."""
        encoding = settings.encoding_of(file)
        yield from encoding_notes(file, encoding)
        with open_text(file, encoding) as stream:
            sample = stream.read(SAMPLE_CHARACTERS)
        if not sample.strip():
            return
        if holds_several_values(sample):
            from phrase_explorer.readers.json_lines import JsonLinesReader

            yield from JsonLinesReader().records(file, settings)
            return
        path = find_record_path(parse_prefix(sample), settings.text_column)
        if path is None:
            raise DamagedFileError("its JSON is broken at the start or holds no text")
        if path not in ((), (ANY_ITEM,)):
            yield SourceNote(file.name, NOTE_FORMAT, f"Its documents were found at {_show(path)}.")
        with open_text(file, encoding, settings.on_bytes) as stream:
            yield from _stream_records(file, JsonStream(stream), path)


def holds_several_values(sample: str) -> bool:
    """Tell whether the first value is followed by another one, as in JSON lines."""
    stream = JsonStream(io.StringIO(sample))
    try:
        if stream.peek() not in ("{", "["):
            return False
        stream.value()
    except DamagedFileError:
        return False
    return stream.peek() in ("{", "[")


def _stream_records(file: InputFile, stream: JsonStream, path: RecordPath) -> RecordStream:
    n_records = 0
    try:
        for place, fields in _descend(stream, path, {}):
            n_records += 1
            yield Record(place, fields)
    except DamagedFileError as error:
        if n_records == 0:
            raise
        yield SkippedItem(file.name, f"character {stream.position:,}", f"The rest was not read: {error}.")


def _descend(
    stream: JsonStream, path: RecordPath, inherited: Mapping[str, FieldValue]
) -> Iterator[tuple[str, dict[str, FieldValue]]]:
    """Walk to the first list or object of records and give its items one by one."""
    if not path:
        yield from records_at(stream.value(), path, inherited, "")
        return
    step, rest = path[0], path[1:]
    if step == ANY_ITEM:
        for number, item in enumerate(stream.items(), start=1):
            yield from records_at(item, rest, inherited, f"item {number:,}")
    elif step == ANY_MEMBER:
        for name in stream.member_names():
            yield from records_at(stream.value_of_member(), rest, {**inherited, MEMBER_NAME_FIELD: name}, f"'{name}'")
    else:
        above = dict(inherited)
        for name in stream.member_names():
            if name == step:
                stream.take(":")
                yield from _descend(stream, rest, above)
            else:
                above.update(fields_of({name: stream.value_of_member()}))


def _show(path: RecordPath) -> str:
    shown = ""
    for step in path:
        shown += step if step == ANY_ITEM else (".*" if step == ANY_MEMBER else f".{step}")
    return f"'{shown.lstrip('.')}'"
