"""Records become documents: the text cleaned, the key made unique, metadata read by kind, and everything odd counted."""

from collections import Counter
from collections.abc import Iterator

from phrase_explorer.domain.document import (
    NOTE_COLUMNS,
    NOTE_DATE_ORDER,
    NOTE_DUPLICATE_ID,
    NOTE_FORMAT,
    NOTE_REPAIRED,
    NOTE_UNPARSED_DATE,
    NOTE_UNPARSED_NUMBER,
    Document,
    MetadataColumn,
    MetadataValue,
    SkippedItem,
    SourceNote,
)
from phrase_explorer.domain.unique_keys import UniqueKeys
from phrase_explorer.readers.column_guess import as_plain_text, parse_number
from phrase_explorer.readers.corpus_survey import DATE_COLUMN, FILE_COLUMN, FOLDER_COLUMN, YEAR_COLUMN
from phrase_explorer.readers.dates import ORDER_IN_WORDS, parse_date
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.reading_plan import ReadingPlan, Roles
from phrase_explorer.readers.record import FieldValue, Record
from phrase_explorer.readers.text_cleaning import clean_label, clean_text

MAX_TITLE_CHARACTERS = 80
MAX_EXAMPLES = 3
MAX_LATE_COLUMNS = 20
MAX_TEXT_CHARACTERS = 240_000_000
"""SQLite holds a thousand million bytes in one value, and a character takes up to four."""


class DocumentAssembler:
    """Turn the records of one corpus into documents, and remember what there is to say at the end."""

    def __init__(self, plan: ReadingPlan, corpus_name: str) -> None:
        self._plan = plan
        self._corpus_name = corpus_name
        self._keys = UniqueKeys()
        self._n_unparsed: Counter[str] = Counter()
        self._examples: dict[str, list[str]] = {}
        self._known_columns = {column.name for column in plan.guessed} | {
            FOLDER_COLUMN,
            FILE_COLUMN,
            YEAR_COLUMN,
            DATE_COLUMN,
        }
        self._late_columns: Counter[str] = Counter()
        self._n_records: Counter[str] = Counter()

    def assemble(
        self, file: InputFile, record: Record, from_name: dict[str, FieldValue], *, is_whole_file: bool
    ) -> Iterator[Document | SkippedItem | SourceNote]:
        """Yield the document of one record, with a note if its text was repaired; or why there is none."""
        self._n_records[file.name] += 1
        fields = {**from_name, **record.fields}
        for name, value in record.fields.items():
            if value and name not in self._known_columns and len(self._late_columns) < MAX_LATE_COLUMNS:
                self._late_columns[name] += 1
        roles = self._plan.of_files if is_whole_file else self._plan.of_records
        text_field = fields.get(roles.text)
        cleaned = clean_text(_joined_text(text_field))
        if not cleaned.text.strip():
            reason = "It is empty." if is_whole_file else f"It has no text in '{roles.text}'."
            yield SkippedItem(file.name, record.place, reason)
            return
        if len(cleaned.text) > MAX_TEXT_CHARACTERS:
            reason = f"Its text has {len(cleaned.text):,} characters; more than {MAX_TEXT_CHARACTERS:,} do not fit: split it."
            yield SkippedItem(file.name, record.place, reason)
            return
        key = self._keys.claim(self._key(file, fields, roles, record.place, is_whole_file=is_whole_file))
        if cleaned.n_replaced:
            yield SourceNote(
                file.name,
                NOTE_REPAIRED,
                f"Document '{key}' held {cleaned.n_replaced:,} characters that cannot be shown (NUL or half of a pair), the "
                f"first at character {cleaned.first_replaced:,}; each was replaced by one character.",
                cleaned.n_replaced,
            )
        title = self._title(file, fields, roles, record.place, cleaned.text, is_whole_file=is_whole_file)
        metadata = {column.name: self._value(column, fields.get(column.name)) for column in self._plan.metadata}
        yield Document(key, title, cleaned.text, metadata)

    def closing_notes(self) -> Iterator[SourceNote]:
        """Say what was counted over the whole corpus."""
        if self._keys.n_changed:
            yield SourceNote(
                self._corpus_name,
                NOTE_DUPLICATE_ID,
                f"{self._keys.n_changed:,} documents had the id of an earlier one (such as "
                f"{_quoted(self._keys.examples)}) and got a number behind it.",
                self._keys.n_changed,
            )
        for column in self._plan.metadata:
            if n_unparsed := self._n_unparsed[column.name]:
                yield self._unparsed_note(column, n_unparsed)
        for name, count in self._late_columns.most_common():
            yield SourceNote(
                self._corpus_name,
                NOTE_COLUMNS,
                f"Column '{name}' holds values only later in the corpus ({count:,}) and was left out.",
                count,
            )

    def opening_notes(self) -> Iterator[SourceNote]:
        """Say which order of day and month is used where the values leave it open, and that HTML entities are left."""
        if self._plan.example_entity:
            yield SourceNote(
                self._corpus_name,
                NOTE_FORMAT,
                f"Some texts in '{self._plan.of_records.text}' hold HTML entities such as {self._plan.example_entity}; "
                "they are left as they are.",
            )
        if self._plan.n_columns_left_out:
            yield SourceNote(
                self._corpus_name,
                NOTE_COLUMNS,
                f"{self._plan.n_columns_left_out:,} columns beyond the first {len(self._plan.metadata):,} were left out; "
                "choose the ones to keep in the import settings.",
                self._plan.n_columns_left_out,
            )
        for column in self._plan.metadata:
            guess = next((guess for guess in self._plan.guessed if guess.name == column.name), None)
            if column.kind == "date" and column.date_order and guess is not None and guess.n_ambiguous_dates:
                yield SourceNote(
                    self._corpus_name,
                    NOTE_DATE_ORDER,
                    f"Dates in '{column.name}' are read as {ORDER_IN_WORDS[column.date_order]}; nothing in the first rows "
                    "settles it, so choose the other order in the import settings if that is wrong.",
                )

    def _key(
        self, file: InputFile, fields: dict[str, FieldValue], roles: Roles, place: str, *, is_whole_file: bool
    ) -> str:
        key = clean_label(as_plain_text(fields.get(roles.id))) if roles.id else ""
        if key:
            return key
        if is_whole_file:
            return clean_label(f"{file.name} {place}")
        number = str(self._n_records[file.name])
        return number if self._plan.n_files == 1 else f"{clean_label(file.name)}:{number}"

    def _title(
        self,
        file: InputFile,
        fields: dict[str, FieldValue],
        roles: Roles,
        place: str,
        text: str,
        *,
        is_whole_file: bool,
    ) -> str:
        title = clean_label(as_plain_text(fields.get(roles.title))) if roles.title else ""
        if title:
            return title
        if is_whole_file:
            return clean_label(f"{file.stem} {place}") or clean_label(file.name)
        first_line = clean_label(text.lstrip()[: 4 * MAX_TITLE_CHARACTERS].partition("\n")[0])
        if len(first_line) <= MAX_TITLE_CHARACTERS:
            return first_line
        return f"{first_line[:MAX_TITLE_CHARACTERS].rsplit(' ', 1)[0]} …"

    def _value(self, column: MetadataColumn, field: FieldValue) -> MetadataValue:
        value = clean_text(as_plain_text(field)).text.strip()
        if not value:
            return None
        parsed: MetadataValue = value
        if column.kind == "number":
            parsed = parse_number(value)
        elif column.kind == "date":
            parsed = parse_date(value, column.date_order or "dmy")
        if parsed is not None:
            return parsed
        self._n_unparsed[column.name] += 1
        examples = self._examples.setdefault(column.name, [])
        if len(examples) < MAX_EXAMPLES and value not in examples:
            examples.append(value[:MAX_TITLE_CHARACTERS])
        return value

    def _unparsed_note(self, column: MetadataColumn, n_unparsed: int) -> SourceNote:
        examples = _quoted(self._examples[column.name])
        values_word = "value" if n_unparsed == 1 else "values"
        if column.kind == "date":
            order = ORDER_IN_WORDS[column.date_order or "dmy"]
            message = (
                f"{n_unparsed:,} {values_word} in '{column.name}' could not be read as a date ({order}) and stay text"
            )
            return SourceNote(self._corpus_name, NOTE_UNPARSED_DATE, f"{message}, such as {examples}.", n_unparsed)
        message = f"{n_unparsed:,} {values_word} in '{column.name}' could not be read as a number and stay text"
        return SourceNote(self._corpus_name, NOTE_UNPARSED_NUMBER, f"{message}, such as {examples}.", n_unparsed)


def _joined_text(field: FieldValue) -> str:
    """Join a list of sentences with spaces, a list of longer passages with blank lines."""
    if field is None or isinstance(field, str):
        return field or ""
    are_passages = any("\n" in item or len(item) > 1000 for item in field)
    return ("\n\n" if are_passages else " ").join(item.strip() for item in field if item.strip())


def _quoted(examples: list[str]) -> str:
    return ", ".join(f"'{example}'" for example in examples)
