"""``corpus.sqlite``: the documents of a project, their typed metadata and a full-text index.

The file is built beside its place and renamed when it is whole; after that it never changes, so any number of threads read
it, each through a connection of its own. Texts are stored once: the FTS5 index is contentless. Its tokenizer is unicode61
with ``remove_diacritics 2``, so that "café" is found however its accent is encoded, and also by "cafe"; whoever needs the
exact spelling checks the text of the rows that come back.
"""

import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from phrase_explorer.domain.document import (
    Document,
    MetadataColumn,
    MetadataValue,
    SkippedItem,
    SourceNote,
)
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.storage.corpus_writer import SCHEMA_VERSION, build_corpus_file
from phrase_explorer.storage.full_text_query import as_literal, as_match_expression, as_phrase_expression, needs_scan

ROWS_PER_QUERY = 200
TEXTS_AT_ONCE = 64
_ISO_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


class UnreadableDatabaseError(UserFacingError):
    """The project's corpus file is missing, damaged or of another version."""


class CorpusDatabase:
    """Read the documents of a project; rows count from 0 in import order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._is_closed = False
        facts = self._read_facts()
        self.n_documents = int(facts["n_documents"])
        self.n_characters = int(facts["n_characters"])
        self.n_words = int(facts["n_words"])
        self.content_hash = facts["content_hash"]
        self.duplicate_key_count = int(facts["duplicate_key_count"])
        self.columns = tuple(
            MetadataColumn(name, kind, date_order)
            for name, kind, date_order in self._rows("SELECT name, kind, date_order FROM columns ORDER BY position")
        )

    @classmethod
    def create(
        cls,
        path: Path,
        columns: Sequence[MetadataColumn],
        items: Iterable[Document | SkippedItem | SourceNote],
        progress: Progress | None = None,
    ) -> "CorpusDatabase":
        """Build the file from a stream and open it; on any error or kill, what stood at `path` before is still there."""
        build_corpus_file(path, columns, items, progress or Progress())
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> "CorpusDatabase":
        """Open an existing file for reading. Raises `UnreadableDatabaseError`."""
        return cls(path)

    def close(self) -> None:
        """Close the connections of all threads; reading afterwards raises."""
        with self._lock:
            self._is_closed = True
            for connection in self._connections:
                connection.close()
            self._connections.clear()

    def __enter__(self) -> "CorpusDatabase":
        return self

    def __exit__(self, *_details: object) -> None:
        self.close()

    def iter_texts(self, start_row: int = 0, stop_row: int | None = None) -> Iterator[tuple[int, str]]:
        """Stream (row, text) in row order; `stop_row` is exclusive."""
        at, stop = start_row, self.n_documents if stop_row is None else min(stop_row, self.n_documents)
        while at < stop:
            found = self._rows(
                "SELECT row, text FROM texts WHERE row >= ? AND row < ? ORDER BY row",
                at,
                min(stop, at + TEXTS_AT_ONCE),
            )
            yield from found
            at += TEXTS_AT_ONCE

    def document(self, row: int) -> Document:
        """Give one document whole. Raises IndexError."""
        self._check_row(row)
        selected = "".join(f", m{position}" for position in range(len(self.columns)))
        key, title, *values = self._rows(f"SELECT key, title{selected} FROM documents WHERE row = ?", row)[0]  # noqa: S608
        metadata = {column.name: value for column, value in zip(self.columns, values, strict=True)}
        return Document(key, title, self.text(row), metadata)

    def text(self, row: int) -> str:
        """Give the text of one document. Raises IndexError."""
        self._check_row(row)
        text: str = self._rows("SELECT text FROM texts WHERE row = ?", row)[0][0]
        return text

    def texts(self, rows: Sequence[int]) -> dict[int, str]:
        """Give the texts of several documents by row. Raises IndexError."""
        wanted = sorted({int(row) for row in rows})
        if wanted:
            self._check_row(wanted[0])
            self._check_row(wanted[-1])
        found: dict[int, str] = {}
        for start in range(0, len(wanted), ROWS_PER_QUERY):
            some = wanted[start : start + ROWS_PER_QUERY]
            marks = ",".join("?" * len(some))
            found.update(self._rows(f"SELECT row, text FROM texts WHERE row IN ({marks})", *some))  # noqa: S608
        return found

    def titles(self) -> list[str]:
        """Give the title of every document, by row."""
        return [title for (title,) in self._rows("SELECT title FROM documents ORDER BY row")]

    def keys(self) -> list[str]:
        """Give the key of every document, by row."""
        return [key for (key,) in self._rows("SELECT key FROM documents ORDER BY row")]

    def metadata_values(self, column: str) -> list[MetadataValue]:
        """Give one column by row: floats for a number, ISO text for a date, None where blank or not readable as its kind.

        Raises
        ------
        KeyError
            If there is no such column.
        """
        position = next((at for at, known in enumerate(self.columns) if known.name == column), None)
        if position is None:
            raise KeyError(column)
        kind = self.columns[position].kind
        values = (value for (value,) in self._rows(f"SELECT m{position} FROM documents ORDER BY row"))  # noqa: S608
        return [_readable(value, kind) for value in values]

    def skipped(self) -> list[SkippedItem]:
        """Give what was skipped at import, in order."""
        return [SkippedItem(*row) for row in self._rows("SELECT source, place, reason FROM skipped ORDER BY rowid")]

    def notes(self) -> list[SourceNote]:
        """Give the notes of the import, in order."""
        return [SourceNote(*row) for row in self._rows("SELECT source, kind, message, count FROM notes ORDER BY rowid")]

    def search_full_text(self, query: str, limit: int, offset: int = 0) -> list[tuple[int, float]]:
        """Give (row, score) of documents that hold all words of the query, best first by BM25; higher is better.

        Words in double quotes are one phrase. No query raises: what cannot be searched for finds nothing.
        """
        if limit <= 0:
            return []
        if needs_scan(query):
            return self._scan(query, limit, max(0, offset))
        expression = as_match_expression(query)
        if expression is None:
            return []
        found = self._rows(
            "SELECT rowid, -bm25(full_text) AS score FROM full_text WHERE full_text MATCH ? "
            "ORDER BY score DESC, rowid LIMIT ? OFFSET ?",
            expression,
            limit,
            max(0, offset),
        )
        return [(int(row), float(score)) for row, score in found]

    def rows_containing(self, phrase: str) -> Iterator[int]:
        """Stream the rows whose text holds the words of the phrase next to each other, whatever their case and accents."""
        if needs_scan(phrase):
            yield from (row for row, _ in self._scan(phrase, self.n_documents, 0, by_row=True))
            return
        expression = as_phrase_expression(phrase)
        if expression is None:
            return
        last = -1
        while True:
            rows = self._rows(
                "SELECT rowid FROM full_text WHERE full_text MATCH ? AND rowid > ? ORDER BY rowid LIMIT 1000",
                "text : " + expression,
                last,
            )
            for (row,) in rows:
                yield row
            if len(rows) < 1000:
                return
            last = rows[-1][0]

    def _check_row(self, row: int) -> None:
        if not 0 <= row < self.n_documents:
            raise IndexError(f"document row {row} is not in 0..{self.n_documents - 1}")

    def _scan(self, phrase: str, limit: int, offset: int, *, by_row: bool = False) -> list[tuple[int, float]]:
        """Look for exact text that the index cannot hold: a script without spaces between words, emoji, signs."""
        wanted = as_literal(phrase)
        order = "row" if by_row else "hits DESC, row"
        found = self._rows(
            "SELECT row, CAST(length(text) - length(replace(text, ?1, '')) AS REAL) / length(?1) AS hits FROM texts "  # noqa: S608
            f"WHERE instr(text, ?1) > 0 ORDER BY {order} LIMIT ?2 OFFSET ?3",
            wanted,
            limit,
            offset,
        )
        return [(int(row), float(hits)) for row, hits in found]

    def _rows(self, sql: str, *parameters: object) -> list[Any]:  # Any: SQLite rows
        connection = self._connection()
        try:
            return connection.execute(sql, parameters).fetchall()
        except sqlite3.DatabaseError as error:
            if self._is_closed:
                raise UnreadableDatabaseError("The project is closed; open it again.") from error
            raise UnreadableDatabaseError(
                f"The corpus file '{self.path.name}' is damaged ({error}); import the documents again."
            ) from error

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None or self._is_closed:
            with self._lock:
                if self._is_closed:
                    raise UnreadableDatabaseError("The project is closed; open it again.")
                uri = f"{self.path.absolute().as_uri()}?mode=ro&immutable=1"
                connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
                self._connections.append(connection)
                self._local.connection = connection
        return connection

    def _read_facts(self) -> dict[str, str]:
        if not self.path.is_file():
            raise UnreadableDatabaseError(f"There is no corpus at '{self.path.name}'; import the documents again.")
        try:
            facts = dict(self._rows("SELECT name, value FROM facts"))
        except UnreadableDatabaseError:
            self.close()
            raise
        if facts.get("schema_version") != str(SCHEMA_VERSION):
            self.close()
            raise UnreadableDatabaseError(
                f"The corpus file '{self.path.name}' has version {facts.get('schema_version')}, this program reads version "
                f"{SCHEMA_VERSION}; import the documents again."
            )
        return facts


def _readable(value: MetadataValue, kind: str) -> MetadataValue:
    if kind == "number":
        return float(value) if isinstance(value, int | float) else None
    if kind == "date":
        return value if isinstance(value, str) and _ISO_DATE.fullmatch(value) else None
    return value
