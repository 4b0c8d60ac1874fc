"""A first look at a corpus: which files there are, in which formats, and what their first records hold."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from phrase_explorer.domain.document import SkippedItem, SourceNote
from phrase_explorer.readers.dates import parse_date
from phrase_explorer.readers.file_selection import FileSelection, select_files
from phrase_explorer.readers.format_registry import readable_suffixes
from phrase_explorer.readers.import_options import ImportOptions
from phrase_explorer.readers.input_files import InputFile, iterate_input_files
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.reader_errors import DamagedFileError, UnreadableCorpusError
from phrase_explorer.readers.record import FieldValue, FormatReader, Record
from phrase_explorer.readers.text_decoding import DetectedEncoding

SAMPLE_RECORDS_PER_FILE = 1000
SAMPLE_CHARACTERS_PER_FILE = 10_000_000
SAMPLE_CHARACTERS_PER_DOCUMENT = 20_000
SAMPLE_FILES = 40
SAMPLE_BYTES_PER_FORMAT = 20_000_000
FILE_TEXT = "text"
"""The field in which readers of whole files give their text."""
FOLDER_COLUMN = "folder"
FILE_COLUMN = "file"
YEAR_COLUMN = "year"
DATE_COLUMN = "date"
_DATE_IN_NAME = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_YEAR_IN_NAME = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)")

Sampled = tuple[Mapping[str, FieldValue], Mapping[str, FieldValue]]
"""The fields of a record, and what the place of its file says."""


@dataclass
class Survey:
    """What a first look at the files found."""

    selection: FileSelection
    n_files: int = 0
    total_bytes: int = 0
    formats: Counter[str] = field(default_factory=Counter)
    records: list[Sampled] = field(default_factory=list)
    documents: list[Sampled] = field(default_factory=list)
    encodings: dict[str, DetectedEncoding] = field(default_factory=dict)
    has_folders: bool = False
    n_document_files: int = 0
    n_names_with_year: int = 0
    n_names_with_date: int = 0
    n_record_files: int = 0


def survey_corpus(path: Path, options: ImportOptions) -> Survey:
    """Walk all files and sample some.

    Raises
    ------
    UnreadableCorpusError
        If there is no readable file.
    """
    selection = select_files(path)
    survey = Survey(selection=selection)
    n_sampled: Counter[str] = Counter()
    n_sampled_bytes: Counter[str] = Counter()
    problem = ""
    settings = ReadSettings(options.encoding, options.text_column, sample_characters=SAMPLE_CHARACTERS_PER_DOCUMENT)
    for file in iterate_input_files(path):
        if isinstance(file, SkippedItem):
            problem = problem or f"{file.source}: {file.reason}"
            continue
        reader = selection.reader_of(file)
        if isinstance(reader, SkippedItem):
            if selection.is_only_file:
                raise UnreadableCorpusError(f"'{file.name}' cannot be read: {reader.reason}")
            continue
        survey.n_files += 1
        survey.total_bytes += file.size
        survey.formats[reader.name] += 1
        survey.has_folders |= bool(file.folder)
        from_name = fields_from_name(file, reader)
        survey.n_document_files += reader.holds == "document"
        survey.n_record_files += reader.holds == "records"
        survey.n_names_with_year += bool(from_name.get(YEAR_COLUMN))
        survey.n_names_with_date += bool(from_name.get(DATE_COLUMN))
        if n_sampled[reader.name] < SAMPLE_FILES and n_sampled_bytes[reader.name] < SAMPLE_BYTES_PER_FORMAT:
            n_sampled[reader.name] += 1
            n_sampled_bytes[reader.name] += file.size
            sampled = survey.documents if reader.holds == "document" else survey.records
            try:
                sampled.extend((record.fields, from_name) for record in _sample(file, reader, settings))
            except DamagedFileError as error:
                problem = problem or f"{file.name}: {error}."
    survey.encodings = settings.encodings
    if survey.n_files == 0:
        raise UnreadableCorpusError(
            f"'{path.name}' holds no file that can be read{f' ({problem})' if problem else ''}; "
            f"readable are {' '.join(readable_suffixes())}."
        )
    if not survey.records and not survey.documents and selection.is_only_file and problem:
        raise UnreadableCorpusError(f"'{path.name}' cannot be read: {problem.partition(': ')[2]}")
    return survey


def fields_from_name(file: InputFile, reader: FormatReader) -> dict[str, FieldValue]:
    """Give what the place and name of a file say: its folder, and for a document the date or the year in its name."""
    fields: dict[str, FieldValue] = {FOLDER_COLUMN: file.folder or None}
    if reader.holds == "document":
        day = _DATE_IN_NAME.search(file.stem)
        iso_date = parse_date("-".join(day.groups()), "ymd") if day else None
        year = _YEAR_IN_NAME.search(file.stem)
        fields[DATE_COLUMN] = iso_date
        fields[YEAR_COLUMN] = year.group() if year else iso_date[:4] if iso_date else None
    else:
        fields[FILE_COLUMN] = file.name
    return fields


def _sample(file: InputFile, reader: FormatReader, settings: ReadSettings) -> Iterator[Record]:
    n_records = n_characters = 0
    for item in reader.read(file, settings):
        if not isinstance(item, SkippedItem | SourceNote):
            yield item
            n_records += 1
            n_characters += sum(len(value) for value in item.fields.values() if isinstance(value, str))
            if n_records >= SAMPLE_RECORDS_PER_FILE or n_characters >= SAMPLE_CHARACTERS_PER_FILE:
                return
