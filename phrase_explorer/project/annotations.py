"""What the user said of terms: hidden, tagged, noted, selections saved. One small SQLite transaction for each change.

Everything is kept under the term's folded text and kind, never under a row, so that it outlives a new analysis. Reads come
from memory; a change is on disk before the call returns.
"""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from phrase_explorer.domain.term_key import TermKey, rows_of_keys
from phrase_explorer.domain.topic_edits import TopicEdit, edit_from_json, edit_to_json
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.array_types import BoolArray
from phrase_explorer.foundation.errors import UserFacingError

ANNOTATIONS_NAME = "annotations.sqlite"
SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE hidden_terms (text TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (text, kind)) WITHOUT ROWID;
CREATE TABLE tags (text TEXT NOT NULL, kind TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (text, kind, tag)) WITHOUT ROWID;
CREATE TABLE notes (text TEXT NOT NULL, kind TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY (text, kind)) WITHOUT ROWID;
CREATE TABLE saved_selections (
    name TEXT NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (name, text, kind)) WITHOUT ROWID;
"""
TOPIC_SCHEMA = """
CREATE TABLE IF NOT EXISTS topic_edits (
    topics_key TEXT NOT NULL, place INTEGER NOT NULL, edit TEXT NOT NULL, PRIMARY KEY (topics_key, place)) WITHOUT ROWID;
"""


class UnreadableAnnotationsError(UserFacingError):
    """annotations.sqlite is damaged or newer than this program."""


class Annotations:
    """What the user said, in memory and on disk alike. May be used from any thread."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self._guard = threading.RLock()
        self._connection = _connect(path, read_only=read_only)
        try:
            self._prepare(path)
            if not read_only:
                self._connection.execute(TOPIC_SCHEMA)
            self._hidden = {TermKey(text, kind) for text, kind in self._rows("SELECT text, kind FROM hidden_terms")}
            self._tags: dict[TermKey, set[str]] = {}
            for text, kind, tag in self._rows("SELECT text, kind, tag FROM tags"):
                self._tags.setdefault(TermKey(text, kind), set()).add(tag)
            self._notes = {
                TermKey(text, kind): note for text, kind, note in self._rows("SELECT text, kind, note FROM notes")
            }
            self._topic_edits: dict[str, list[TopicEdit]] = {}
            for key, edit in self._topic_rows():
                self._topic_edits.setdefault(key, []).append(edit_from_json(json.loads(edit)))
            self._selections: dict[str, set[TermKey]] = {}
            for name, text, kind in self._rows("SELECT name, text, kind FROM saved_selections"):
                self._selections.setdefault(name, set()).add(TermKey(text, kind))
        except sqlite3.Error as error:
            self._connection.close()
            raise UnreadableAnnotationsError(
                f"{path.name} of the project '{path.parent.name}' is damaged ({error}); restore it from a copy, or "
                "move it away to go on without hidden terms, tags and notes."
            ) from error
        except UserFacingError:
            self._connection.close()
            raise

    @property
    def hidden(self) -> frozenset[TermKey]:
        """Terms that the user does not want to see."""
        return frozenset(self._hidden)

    @property
    def tags(self) -> Mapping[TermKey, frozenset[str]]:
        """Tags of each term that has any."""
        return {key: frozenset(tags) for key, tags in self._tags.items()}

    @property
    def notes(self) -> Mapping[TermKey, str]:
        """The note on each term that has one."""
        return MappingProxyType(self._notes)

    @property
    def saved_selections(self) -> Mapping[str, frozenset[TermKey]]:
        """Terms of each selection that was saved under a name."""
        return {name: frozenset(keys) for name, keys in self._selections.items()}

    def topic_edits(self, topics_key: str) -> tuple[TopicEdit, ...]:
        """Give what the user said about the topics of a fit, oldest first."""
        return tuple(self._topic_edits.get(topics_key, ()))

    def set_topic_edits(self, topics_key: str, edits: Iterable[TopicEdit]) -> None:
        """Keep the edits of a fit in place of those it had."""
        kept = list(edits)
        rows = [(topics_key, place, json.dumps(edit_to_json(edit))) for place, edit in enumerate(kept)]
        with self._transaction() as connection:
            connection.execute("DELETE FROM topic_edits WHERE topics_key = ?", (topics_key,))
            connection.executemany("INSERT INTO topic_edits VALUES (?, ?, ?)", rows)
            self._topic_edits[topics_key] = kept

    def hidden_mask(self, vocabulary: Vocabulary) -> BoolArray:
        """Say which terms are hidden: ndarray of shape (n_terms,), dtype=bool."""
        mask = np.zeros(vocabulary.n_terms, dtype=np.bool_)
        mask[rows_of_keys(vocabulary, self._hidden)] = True
        return mask

    def hide(self, keys: Iterable[TermKey]) -> None:
        """Hide terms."""
        added = set(keys)
        with self._transaction() as connection:
            connection.executemany("INSERT OR IGNORE INTO hidden_terms VALUES (?, ?)", added)
            self._hidden |= added

    def restore(self, keys: Iterable[TermKey]) -> None:
        """Show hidden terms again."""
        removed = set(keys)
        with self._transaction() as connection:
            connection.executemany("DELETE FROM hidden_terms WHERE text = ? AND kind = ?", removed)
            self._hidden -= removed

    def add_tag(self, keys: Iterable[TermKey], tag: str) -> None:
        """Put a tag on terms."""
        keys = set(keys)
        with self._transaction() as connection:
            connection.executemany("INSERT OR IGNORE INTO tags VALUES (?, ?, ?)", [(*key, tag) for key in keys])
            for key in keys:
                self._tags.setdefault(key, set()).add(tag)

    def remove_tag(self, keys: Iterable[TermKey], tag: str) -> None:
        """Take a tag off terms."""
        keys = set(keys)
        with self._transaction() as connection:
            connection.executemany(
                "DELETE FROM tags WHERE text = ? AND kind = ? AND tag = ?", [(*key, tag) for key in keys]
            )
            for key in keys & self._tags.keys():
                self._tags[key].discard(tag)
                if not self._tags[key]:
                    del self._tags[key]

    def set_note(self, key: TermKey, note: str) -> None:
        """Write the note of a term; an empty note removes it."""
        with self._transaction() as connection:
            if note:
                connection.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?)", (*key, note))
                self._notes[key] = note
            else:
                connection.execute("DELETE FROM notes WHERE text = ? AND kind = ?", key)
                self._notes.pop(key, None)

    def save_selection(self, name: str, keys: Iterable[TermKey]) -> None:
        """Keep terms under a name, in place of what was kept there; no terms removes the name."""
        kept = set(keys)
        with self._transaction() as connection:
            connection.execute("DELETE FROM saved_selections WHERE name = ?", (name,))
            connection.executemany("INSERT INTO saved_selections VALUES (?, ?, ?)", [(name, *key) for key in kept])
            if kept:
                self._selections[name] = kept
            else:
                self._selections.pop(name, None)

    def close(self) -> None:
        """Close the file."""
        with self._guard:
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._guard, self._connection:
            yield self._connection

    def _rows(self, query: str) -> list[tuple[Any, ...]]:  # Any: what SQLite gives
        return self._connection.execute(query).fetchall()

    def _topic_rows(self) -> list[tuple[Any, ...]]:  # Any: what SQLite gives
        known = self._rows("SELECT 1 FROM sqlite_master WHERE name = 'topic_edits'")
        return self._rows("SELECT topics_key, edit FROM topic_edits ORDER BY topics_key, place") if known else []

    def _prepare(self, path: Path) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise UnreadableAnnotationsError(
                f"{path.name} of the project '{path.parent.name}' was saved by a newer Phrase Explorer; "
                "install that one to open it."
            )
        if version == 0:
            self._connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    if not read_only:
        return sqlite3.connect(path, check_same_thread=False)
    if not path.exists():
        return sqlite3.connect(":memory:", check_same_thread=False)
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
