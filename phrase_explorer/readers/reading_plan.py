"""Look at a sample of a corpus and settle how it is to be read: which column is the text, which kinds the others have."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from phrase_explorer.domain.document import DateOrder, MetadataColumn
from phrase_explorer.readers.column_guess import GuessedColumn, as_plain_text, guess_columns
from phrase_explorer.readers.corpus_survey import (
    DATE_COLUMN,
    FILE_COLUMN,
    FILE_TEXT,
    FOLDER_COLUMN,
    YEAR_COLUMN,
    Sampled,
    Survey,
    survey_corpus,
)
from phrase_explorer.readers.dates import infer_date_order
from phrase_explorer.readers.file_selection import FileSelection
from phrase_explorer.readers.import_options import ImportOptions
from phrase_explorer.readers.reader_errors import WrongImportOptionError
from phrase_explorer.readers.record import FieldValue
from phrase_explorer.readers.text_decoding import DetectedEncoding

MAX_METADATA_COLUMNS = 200
_HTML_ENTITY = re.compile(r"&(?:#\d{2,5}|#x[0-9a-fA-F]{2,4}|amp|quot|lt|gt|nbsp|apos);")


@dataclass(frozen=True)
class Roles:
    """Which field is the text, the id and the title; None where there is none."""

    text: str
    id: str | None
    title: str | None


@dataclass(frozen=True)
class ReadingPlan:
    """Which field is what. `metadata` are the columns that documents will carry, in order.

    `of_records` holds for tables, `of_files` for formats where a file is a document.
    """

    of_records: Roles
    of_files: Roles
    text_columns: frozenset[str]
    metadata: tuple[MetadataColumn, ...]
    n_columns_left_out: int
    guessed: tuple[GuessedColumn, ...]
    format: str
    encoding: str | None
    encodings: Mapping[str, DetectedEncoding]
    n_files: int
    total_bytes: int
    selection: FileSelection
    file_columns: tuple[str, ...]
    sample: tuple[dict[str, FieldValue], ...]
    example_entity: str | None


def make_reading_plan(path: Path, options: ImportOptions) -> ReadingPlan:
    """Sample the corpus and settle every column.

    Raises
    ------
    UnreadableCorpusError
        If there is no readable file, or a column that was asked for does not exist.
    """
    survey = survey_corpus(path, options)
    file_columns = _file_columns(survey)
    records = _with_place(survey.records, file_columns)
    documents = _with_place(survey.documents, file_columns)
    record_columns = guess_columns(records, date_order=options.date_order)
    file_level_columns = guess_columns(documents, date_order=options.date_order)
    file_level_columns = [column for column in file_level_columns if column.role != "ignore"]
    known = {column.name for column in record_columns}
    guessed = [*record_columns, *(column for column in file_level_columns if column.name not in known)]
    for wanted in _named_columns(options):
        if guessed and wanted not in {column.name for column in guessed}:
            raise WrongImportOptionError(
                f"There is no column '{wanted}' in '{path.name}'; its columns are: "
                f"{', '.join(column.name for column in guessed) or 'none'}."
            )
    of_records = _roles_of(record_columns, options)
    of_files = Roles(FILE_TEXT, None, _free(_with_role(file_level_columns, "title"), options))
    text_columns = frozenset({of_records.text} if records else ()) | frozenset({FILE_TEXT} if documents else ())
    taken = {*text_columns, of_records.id, of_records.title, of_files.title}
    metadata = _metadata_columns(guessed, options, taken)
    return ReadingPlan(
        of_records,
        of_files,
        text_columns,
        metadata[:MAX_METADATA_COLUMNS],
        max(0, len(metadata) - MAX_METADATA_COLUMNS),
        tuple(guessed),
        ", ".join(name for name, _ in survey.formats.most_common()),
        _main_encoding(survey),
        {name: encoding for name, encoding in survey.encodings.items() if encoding.is_settled},
        survey.n_files,
        survey.total_bytes,
        survey.selection,
        file_columns,
        (*records, *documents),
        _example_entity(records, of_records.text),
    )


def _main_encoding(survey: Survey) -> str | None:
    names = Counter(encoding.display_name for encoding in survey.encodings.values())
    return names.most_common(1)[0][0] if names else None


def _file_columns(survey: Survey) -> tuple[str, ...]:
    columns = []
    if survey.has_folders:
        columns.append(FOLDER_COLUMN)
    if survey.n_record_files > 1:
        columns.append(FILE_COLUMN)
    if survey.n_names_with_date and survey.n_names_with_date >= 0.5 * survey.n_document_files:
        columns.append(DATE_COLUMN)
    elif survey.n_names_with_year and survey.n_names_with_year >= 0.5 * survey.n_document_files:
        columns.append(YEAR_COLUMN)
    return tuple(columns)


def _named_columns(options: ImportOptions) -> Iterator[str]:
    for name in (options.text_column, options.id_column, options.title_column, options.date_column):
        if name is not None:
            yield name
    yield from options.metadata_columns or ()
    yield from (name for name, _ in options.column_kinds)


def _with_place(sample: list[Sampled], file_columns: tuple[str, ...]) -> list[dict[str, FieldValue]]:
    """Add to each sampled record what its file's place says, where that is a column."""
    return [
        {**fields, **{name: place[name] for name in file_columns if name in place and name not in fields}}
        for fields, place in sample
    ]


def _roles_of(columns: list[GuessedColumn], options: ImportOptions) -> Roles:
    text = options.text_column or _with_role(columns, "text") or FILE_TEXT
    title = options.title_column or _free(_with_role(columns, "title"), options)
    identity = options.id_column or _free(_with_role(columns, "id"), options)
    return Roles(text, identity if identity != text else None, title if title != text else None)


def _with_role(guessed: list[GuessedColumn], role: str) -> str | None:
    return next((column.name for column in guessed if column.role == role), None)


def _free(name: str | None, options: ImportOptions) -> str | None:
    """Give a guessed column unless the person wants it for something else."""
    return None if name in set(_named_columns(options)) else name


def _metadata_columns(
    guessed: list[GuessedColumn], options: ImportOptions, taken: set[str | None]
) -> tuple[MetadataColumn, ...]:
    kinds = dict(options.column_kinds)
    columns = []
    for column in guessed:
        is_wanted = options.metadata_columns is None or column.name in options.metadata_columns
        is_date = column.name == options.date_column
        if (is_wanted or is_date) and (column.name not in taken or column.name in (options.metadata_columns or ())):
            kind = "date" if is_date else kinds.get(column.name, column.kind)
            if column.name in (FOLDER_COLUMN, FILE_COLUMN) and column.name not in kinds:
                kind = "category"
            order = (options.date_order or column.date_order or _order_of(column)) if kind == "date" else None
            columns.append(MetadataColumn(column.name, kind, order))
    return tuple(columns)


def _example_entity(records: list[dict[str, FieldValue]], text: str) -> str | None:
    """Give an HTML entity that stands in the texts of a sample."""
    matches = (_HTML_ENTITY.search(as_plain_text(fields.get(text))) for fields in records)
    return next((match.group() for match in matches if match), None)


def _order_of(column: GuessedColumn) -> DateOrder:
    return infer_date_order(column.sample_values)
