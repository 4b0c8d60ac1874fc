"""What the import dialog shows before anything is imported: columns with guessed kinds and roles, and the first rows."""

from dataclasses import dataclass
from pathlib import Path

from phrase_explorer.domain.document import ColumnKind
from phrase_explorer.readers.column_guess import ColumnRole, as_plain_text
from phrase_explorer.readers.import_options import ImportOptions
from phrase_explorer.readers.reading_plan import ReadingPlan, make_reading_plan
from phrase_explorer.readers.text_cleaning import clean_text

MAX_PREVIEW_CHARACTERS = 500


@dataclass(frozen=True)
class PreviewColumn:
    """One column as the dialog shows it."""

    name: str
    kind: ColumnKind
    role: ColumnRole
    sample_values: tuple[str, ...]


@dataclass(frozen=True)
class CorpusPreview:
    """A first look at a corpus. Each row holds one text per column, cut to a few hundred characters."""

    format: str
    encoding: str | None
    columns: tuple[PreviewColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    n_files: int


def preview_corpus(path: Path, options: ImportOptions = ImportOptions(), n_rows: int = 20) -> CorpusPreview:  # noqa: B008
    """Look at the first records of a corpus. Raises `UnreadableCorpusError`."""
    plan = make_reading_plan(Path(path), options)
    columns = tuple(
        PreviewColumn(
            column.name,
            next((kept.kind for kept in plan.metadata if kept.name == column.name), column.kind),
            _role(plan, options, column.name, column.role),
            tuple(_short(value) for value in column.sample_values),
        )
        for column in plan.guessed
    )
    rows = tuple(
        tuple(_short(as_plain_text(fields.get(column.name))) for column in columns) for fields in plan.sample[:n_rows]
    )
    return CorpusPreview(plan.format, plan.encoding, columns, rows, plan.n_files)


def _role(plan: ReadingPlan, options: ImportOptions, name: str, guessed: ColumnRole) -> ColumnRole:
    if name in plan.text_columns:
        return "text"
    if name == plan.of_records.id:
        return "id"
    if name in (plan.of_records.title, plan.of_files.title):
        return "title"
    if not any(column.name == name for column in plan.metadata):
        return "ignore"
    is_date = name == options.date_column or (options.date_column is None and guessed == "date")
    return "date" if is_date else "metadata"


def _short(value: str) -> str:
    text = clean_text(value).text
    return text if len(text) <= MAX_PREVIEW_CHARACTERS else text[:MAX_PREVIEW_CHARACTERS] + "…"
