"""Build ``corpus.sqlite`` from a stream of documents: in one transaction, beside its place, renamed when it is whole."""

import hashlib
import json
import logging
import os
import re
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from phrase_explorer.domain.document import (
    NOTE_DUPLICATE_ID,
    Document,
    MetadataColumn,
    MetadataValue,
    SkippedItem,
    SourceNote,
)
from phrase_explorer.domain.unique_keys import UniqueKeys
from phrase_explorer.foundation.content_hash import HASH_LENGTH
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.storage.atomic_write import flush_folder

logger = logging.getLogger(__name__)

SCHEMA_VERSION = 1
BATCH_DOCUMENTS = 500
BATCH_CHARACTERS = 4_000_000
SLICE_CHARACTERS = 1 << 20
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE columns (position INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, date_order TEXT);
CREATE TABLE documents (row INTEGER PRIMARY KEY, key TEXT NOT NULL, title TEXT NOT NULL, n_words INTEGER NOT NULL{metadata});
CREATE TABLE texts (row INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE skipped (source TEXT NOT NULL, place TEXT NOT NULL, reason TEXT NOT NULL);
CREATE TABLE notes (source TEXT NOT NULL, kind TEXT NOT NULL, message TEXT NOT NULL, count INTEGER NOT NULL);
CREATE VIRTUAL TABLE full_text USING fts5(title, text, content='', tokenize='unicode61 remove_diacritics 2');
"""


def build_corpus_file(
    path: Path,
    columns: Sequence[MetadataColumn],
    items: Iterable[Document | SkippedItem | SourceNote],
    progress: Progress,
) -> None:
    """Write the file; on any error or kill, what stood at `path` before is still there."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    for leftover in path.parent.glob(f".{path.name}.*.partial"):  # of a killed build; only the project's owner builds
        _remove(leftover)
    try:
        connection = sqlite3.connect(partial, isolation_level=None)
        try:
            _fill(connection, columns, items, progress)
        finally:
            connection.close()
        _flush_file(partial)
        os.replace(partial, path)
    except sqlite3.OperationalError as error:
        _remove(partial)
        raise UserFacingError(
            f"'{path.parent}' cannot be written ({error}); see that there is room and that no other program holds it, "
            "and run the same again."
        ) from error
    except BaseException:
        _remove(partial)
        raise
    flush_folder(path.parent)


def count_words(text: str) -> int:
    """Count runs of characters between spaces, in slices so that a book takes no list of all its words."""
    n_words = 0
    in_word = False
    for start in range(0, len(text), SLICE_CHARACTERS):
        piece = text[start : start + SLICE_CHARACTERS]
        n_words += len(piece.split()) - (in_word and not piece[0].isspace())
        in_word = not piece[-1].isspace()
    return n_words


def _fill(
    connection: sqlite3.Connection,
    columns: Sequence[MetadataColumn],
    items: Iterable[Document | SkippedItem | SourceNote],
    progress: Progress,
) -> None:
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -65536")
    connection.executescript(_SCHEMA.replace("{metadata}", "".join(f", m{at}" for at in range(len(columns)))))
    connection.execute("BEGIN")
    connection.executemany(
        "INSERT INTO columns VALUES (?, ?, ?, ?)",
        [(at, column.name, column.kind, column.date_order) for at, column in enumerate(columns)],
    )
    writer = _DocumentWriter(connection, columns)
    for item in items:
        progress.check_cancelled()
        if isinstance(item, Document):
            writer.add(item)
        elif isinstance(item, SkippedItem):
            connection.execute(
                "INSERT INTO skipped VALUES (?, ?, ?)", _storable_all(item.source, item.place, item.reason)
            )
        else:
            connection.execute(
                "INSERT INTO notes VALUES (?, ?, ?, ?)",
                (*_storable_all(item.source, item.kind, item.message), item.count),
            )
            writer.n_duplicate_keys += item.count if item.kind == NOTE_DUPLICATE_ID else 0
    writer.finish()
    connection.execute("COMMIT")
    logger.info("corpus database holds %d documents, %d words", writer.n_documents, writer.n_words)


class _DocumentWriter:
    """Insert documents in batches and count them."""

    def __init__(self, connection: sqlite3.Connection, columns: Sequence[MetadataColumn]) -> None:
        self.n_documents = self.n_words = self.n_characters = self.n_duplicate_keys = 0
        self._connection = connection
        self._columns = columns
        self._keys = UniqueKeys()
        self._digest = hashlib.sha256(json.dumps([[column.name, column.kind] for column in columns]).encode("utf-8"))
        marks = ", ".join("?" * (4 + len(columns)))
        self._insert = f"INSERT INTO documents VALUES ({marks})"  # noqa: S608
        self._rows: list[tuple[object, ...]] = []
        self._texts: list[tuple[int, str, str]] = []
        self._n_pending_characters = 0

    def add(self, document: Document) -> None:
        row = self.n_documents
        key = self._keys.claim(_storable(document.key))
        title, text = _storable(document.title), _storable(document.text)
        values = [_storable_value(document.metadata.get(column.name)) for column in self._columns]
        n_words = count_words(text)
        self._digest.update(json.dumps([key, title, values, len(text)]).encode("ascii"))
        for start in range(0, len(text), SLICE_CHARACTERS):
            self._digest.update(text[start : start + SLICE_CHARACTERS].encode("utf-8"))
        self._rows.append((row, key, title, n_words, *values))
        self._texts.append((row, title, text))
        self.n_documents += 1
        self.n_words += n_words
        self.n_characters += len(text)
        self._n_pending_characters += len(text)
        if len(self._rows) >= BATCH_DOCUMENTS or self._n_pending_characters > BATCH_CHARACTERS:
            self._write_batch()

    def finish(self) -> None:
        self._write_batch()
        facts = {
            "schema_version": SCHEMA_VERSION,
            "n_documents": self.n_documents,
            "n_words": self.n_words,
            "n_characters": self.n_characters,
            "duplicate_key_count": self.n_duplicate_keys + self._keys.n_changed,
            "content_hash": self._digest.hexdigest()[:HASH_LENGTH],
        }
        self._connection.executemany("INSERT INTO facts VALUES (?, ?)", [(name, str(facts[name])) for name in facts])

    def _write_batch(self) -> None:
        self._connection.executemany(self._insert, self._rows)
        self._connection.executemany("INSERT INTO texts VALUES (?, ?)", [(row, text) for row, _, text in self._texts])
        self._connection.executemany("INSERT INTO full_text (rowid, title, text) VALUES (?, ?, ?)", self._texts)
        self._rows.clear()
        self._texts.clear()
        self._n_pending_characters = 0


def _storable(text: str) -> str:
    """Replace lone surrogates one by one; readers have done so already, other makers of documents may not have."""
    if text.isascii():
        return text
    return _LONE_SURROGATE.sub("\ufffd", text)


def _storable_all(*texts: str) -> tuple[str, ...]:
    return tuple(_storable(text) for text in texts)


def _storable_value(value: MetadataValue) -> MetadataValue:
    return _storable(value) if isinstance(value, str) else value


def _remove(partial: Path) -> None:
    for path in (partial, partial.with_name(f"{partial.name}-journal")):
        path.unlink(missing_ok=True)


def _flush_file(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
