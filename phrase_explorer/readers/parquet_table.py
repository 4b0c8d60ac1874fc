"""Parquet: each row is one record, read in batches."""

import datetime
import math
from collections.abc import Mapping
from typing import Literal

from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.json_records import fields_of
from phrase_explorer.readers.json_stream import JsonValue
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.record import Record, RecordStream

ROWS_AT_ONCE = 1000


class ParquetReader:
    """Give each row as one record; nested columns become dotted names."""

    name = "Parquet"
    suffixes: tuple[str, ...] = (".parquet", ".pq")
    holds: Literal["document", "records"] = "records"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the records. Raises `DamagedFileError`."""
        import pyarrow
        import pyarrow.parquet

        with file.open_seekable(settings.on_bytes) as stream:
            number = 0
            try:
                for batch in pyarrow.parquet.ParquetFile(stream).iter_batches(batch_size=ROWS_AT_ONCE):
                    for row in batch.to_pylist():
                        number += 1
                        yield Record(f"row {number:,}", fields_of(_as_json(row)))
            except (*PARSER_ERRORS, pyarrow.ArrowException) as error:
                raise damaged(error, "Parquet") from error


def _as_json(value: object) -> JsonValue:
    """Write numbers and dates as text, as the JSON reader does; bytes are taken for UTF-8."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace")
    if isinstance(value, Mapping):
        return {str(name): _as_json(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    if isinstance(value, float):
        return None if math.isnan(value) else repr(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(sep=" ")
    return str(value)
