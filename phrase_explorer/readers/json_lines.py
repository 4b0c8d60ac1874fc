"""JSON lines: one value a line. A broken line is skipped, and the next one is read."""

import json
from typing import Literal

from phrase_explorer.domain.document import SkippedItem
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.json_records import fields_of
from phrase_explorer.readers.json_stream import new_decoder
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.record import Record, RecordStream
from phrase_explorer.readers.text_decoding import encoding_notes, open_text


class JsonLinesReader:
    """Give each line's object as a record; a line that holds a list or a bare text gives its items as records."""

    name = "JSON lines"
    suffixes: tuple[str, ...] = (".jsonl", ".ndjson", ".jsonlines")
    holds: Literal["document", "records"] = "records"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield notes, then records in file order."""
        yield from encoding_notes(file, settings.encoding_of(file))
        yield from self.records(file, settings)

    def records(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the records alone."""
        decoder = new_decoder()
        with open_text(file, settings.encoding_of(file), settings.on_bytes) as stream:
            for number, line in enumerate(stream, start=1):
                content = line.strip(" \t\r\n\ufeff\x00")
                if not content:
                    continue
                place = f"line {number:,}"
                try:
                    value = decoder.decode(content)
                except (json.JSONDecodeError, RecursionError) as error:
                    yield SkippedItem(file.name, place, f"It is not valid JSON ({_describe(error)}).")
                    continue
                if isinstance(value, list) and all(isinstance(item, dict) for item in value):
                    for item_number, item in enumerate(value, start=1):
                        yield Record(f"{place}, item {item_number:,}", fields_of(item))
                else:
                    yield Record(place, fields_of(value))


def _describe(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]}, character {error.pos:,}"
    return "nested too deeply"
