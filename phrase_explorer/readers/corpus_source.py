"""The one door to a corpus on disk: `open_corpus` looks at it, `CorpusSource.items` streams its documents.

Nothing is held but the record in hand, so a corpus larger than memory works. A bad file or row becomes a `SkippedItem`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

from phrase_explorer.domain.document import NOTE_FORMAT, Document, MetadataColumn, SkippedItem, SourceNote
from phrase_explorer.foundation.content_hash import hash_bytes, hash_file, hash_value
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.readers.corpus_survey import fields_from_name
from phrase_explorer.readers.document_assembly import DocumentAssembler
from phrase_explorer.readers.import_options import ImportOptions
from phrase_explorer.readers.input_files import InputFile, iterate_input_files, list_raw_files
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.reader_errors import DamagedFileError, UnreadableCorpusError
from phrase_explorer.readers.reading_plan import ReadingPlan, make_reading_plan
from phrase_explorer.readers.record import Record, RecordStream

__all__ = ["CorpusSource", "ImportOptions", "UnreadableCorpusError", "open_corpus"]

MAX_RECORDS_HELD_BACK = 50
READING_RULES_VERSION = 1
"""Part of `content_key`: raise it when the same bytes would give other documents."""


def open_corpus(path: Path, options: ImportOptions = ImportOptions()) -> "CorpusSource":  # noqa: B008 (frozen)
    """Look at a folder, file, zip or gz and settle how it is read.

    Raises
    ------
    UnreadableCorpusError
        If nothing in it can be read, or a column or encoding that was asked for does not exist.
    """
    path = Path(path)
    return CorpusSource(path, options, make_reading_plan(path, options))


class CorpusSource:
    """A corpus on disk that can be streamed, as often as wanted."""

    def __init__(self, path: Path, options: ImportOptions, plan: ReadingPlan) -> None:
        self.path = path
        self.options = options
        self.plan = plan

    @property
    def columns(self) -> tuple[MetadataColumn, ...]:
        """The metadata columns that every document carries."""
        return self.plan.metadata

    @property
    def total_bytes(self) -> int:
        """Size of the source on disk, which `items` counts through."""
        return self.plan.total_bytes

    @cached_property
    def content_key(self) -> str:
        """Hash of names, bytes, options and reading rules: equal keys give equal documents."""
        files = [[name, _hash_or_blank(path)] for name, path in list_raw_files(self.path)]
        return hash_value([READING_RULES_VERSION, files, asdict(self.options)])

    def items(self, progress: Progress | None = None) -> Iterator[Document | SkippedItem | SourceNote]:
        """Stream documents, what was skipped, and notes, in the order of files and rows."""
        progress = progress or Progress()
        progress.begin("read", self.total_bytes, "bytes")
        assembler = DocumentAssembler(self.plan, self.path.name)
        remarks: Counter[str] = Counter()
        yield from assembler.opening_notes()
        for file in iterate_input_files(self.path):
            if isinstance(file, SkippedItem):
                yield file
            else:
                yield from self._items_of(file, assembler, remarks, progress)
        for remark, count in remarks.items():
            yield SourceNote(self.path.name, NOTE_FORMAT, remark.format(n=f"{count:,}"), count)
        yield from assembler.closing_notes()

    def _items_of(
        self, file: InputFile, assembler: DocumentAssembler, remarks: Counter[str], progress: Progress
    ) -> Iterator[Document | SkippedItem | SourceNote]:
        reader = self.plan.selection.reader_of(file)
        if isinstance(reader, SkippedItem):
            yield reader
            return
        settings = ReadSettings(
            self.options.encoding,
            self.options.text_column,
            encodings=dict(self.plan.encodings),
            on_bytes=progress.advance,
            on_scan=lambda _n_bytes: progress.check_cancelled(),
            remarks=remarks,
        )
        from_name = {
            name: value for name, value in fields_from_name(file, reader).items() if name in self.plan.file_columns
        }
        is_whole_file = reader.holds == "document"
        n_records = 0
        try:
            items = reader.read(file, settings)
            for item in items if is_whole_file else refuse_without_column(items, self.plan.of_records.text):
                if isinstance(item, Record):
                    n_records += 1
                    yield from assembler.assemble(file, item, from_name, is_whole_file=is_whole_file)
                else:
                    yield item
        except DamagedFileError as error:
            where = f"after record {n_records:,}" if n_records else ""
            reason = f"The rest was not read: {error}." if n_records else f"It was not read: {error}."
            yield SkippedItem(file.name, where, reason)
        else:
            if n_records == 0:
                yield SkippedItem(file.name, "", "It is empty.")


def refuse_without_column(items: RecordStream, column: str) -> RecordStream:
    """Pass a table on if one of its first records has the column; refuse it whole otherwise, not row by row.

    Raises
    ------
    DamagedFileError
        If none of the first records has it.
    """
    held_back: list[Record | SkippedItem | SourceNote] = []
    names: dict[str, None] = {}
    n_records = 0
    for item in items:
        held_back.append(item)
        if isinstance(item, Record):
            n_records += 1
            names.update(dict.fromkeys(item.fields))
            if column in item.fields or n_records == MAX_RECORDS_HELD_BACK:
                break
    if n_records and column not in names:
        raise DamagedFileError(f"it has no column '{column}', only {', '.join(list(names)[:20])}")
    yield from held_back
    yield from items


def _hash_or_blank(path: Path) -> str:
    try:
        return hash_file(path) if path.is_file() else hash_bytes(b"")
    except OSError:
        return hash_bytes(b"")
