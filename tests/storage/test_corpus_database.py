import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phrase_explorer.domain.document import Document, MetadataColumn, SkippedItem, SourceNote
from phrase_explorer.foundation.errors import Cancelled, UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.storage import corpus_writer
from phrase_explorer.storage.corpus_database import CorpusDatabase, UnreadableDatabaseError
from phrase_explorer.storage.corpus_writer import count_words

COLUMNS = (
    MetadataColumn("rating", "number"),
    MetadataColumn("when", "date", "dmy"),
    MetadataColumn("place", "category"),
)


def small_database(folder: Path) -> CorpusDatabase:
    items = [
        Document("a", "First", "The quick brown fox.", {"rating": 5.0, "when": "1789-04-30", "place": "Oslo"}),
        SkippedItem("x.csv", "row 3", "It has 2 cells where the header has 3."),
        Document(
            "b", "Second", "A café by the sea, a quick coffee.", {"rating": None, "when": "c. 1850", "place": None}
        ),
        SourceNote("x.csv", "encoding", "It was read as Windows-1252."),
        Document("c", "Third", "Brown quick fox.", {"rating": "n/a", "when": None, "place": "Rome"}),
    ]
    return CorpusDatabase.create(folder / "corpus.sqlite", COLUMNS, items)


def test_everything_put_in_comes_out_in_order(tmp_path):
    with small_database(tmp_path) as database:
        assert (database.n_documents, database.n_words) == (3, 15)
        assert database.columns == COLUMNS
        assert list(database.iter_texts(1)) == [
            (1, "A café by the sea, a quick coffee."),
            (2, "Brown quick fox."),
        ]
        assert database.document(1) == Document(
            "b", "Second", "A café by the sea, a quick coffee.", {"rating": None, "when": "c. 1850", "place": None}
        )
        assert database.keys() == ["a", "b", "c"]
        assert database.skipped()[0].place == "row 3"
        assert database.notes()[0].kind == "encoding"


def test_values_that_are_not_of_their_kind_are_shown_but_never_computed_with(tmp_path):
    with small_database(tmp_path) as database:
        assert database.metadata_values("rating") == [5.0, None, None]
        assert database.metadata_values("when") == ["1789-04-30", None, None]
        assert database.document(2).metadata["rating"] == "n/a"


def test_a_phrase_is_found_where_its_words_stand_together(tmp_path):
    with small_database(tmp_path) as database:
        assert list(database.rows_containing("quick brown")) == [0]
        assert [row for row, _ in database.search_full_text("quick fox", limit=10)] == [2, 0]
        assert list(database.rows_containing("CAFE\u0301")) == [1]


@pytest.mark.parametrize(
    "query",
    [
        "",
        '"',
        '""',
        "AND",
        "a OR",
        "NEAR(",
        "*",
        "title:x",
        "\x00",
        "\ud800",
        "😀",
        "(",
        "-x",
        "^a",
        "a" * 5000,
        "'; DROP",
    ],
)
def test_no_query_raises(tmp_path, query):
    with small_database(tmp_path) as database:
        database.search_full_text(query, limit=5)
        list(database.rows_containing(query))


def test_scripts_without_spaces_and_emoji_are_found_by_scanning(tmp_path):
    items = [
        Document("a", "", "他们赋有理性和良心。"),
        Document("b", "", "nice 👨‍👩‍👧 day, 良心"),
        Document("c", "", "plain"),
    ]
    with CorpusDatabase.create(tmp_path / "corpus.sqlite", (), items) as database:
        assert list(database.rows_containing("良心")) == [0, 1]
        assert [row for row, _ in database.search_full_text("👨‍👩‍👧", limit=3)] == [1]


wild_text = st.text(st.characters(), max_size=30)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=wild_text | st.text('"*()^:-+AND OR NOT NEAR{}\\0 \ud800é', max_size=30))
def test_no_wild_query_raises(tmp_path, query):
    path = tmp_path / "corpus.sqlite"
    if not path.exists():
        small_database(tmp_path).close()
    with CorpusDatabase.open(path) as database:
        database.search_full_text(query, limit=5)
        list(database.rows_containing(query))


values = st.none() | st.floats(allow_nan=False) | wild_text


@settings(max_examples=40)
@given(st.lists(st.tuples(wild_text, wild_text, wild_text, values), max_size=8))
def test_documents_come_back_as_they_were_with_unique_keys(rows):
    column = MetadataColumn("x", "category")
    documents = [Document(key, title, text, {"x": value}) for key, title, text, value in rows]

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.sqlite"
        with CorpusDatabase.create(path, (column,), documents) as database:
            found = [database.document(row) for row in range(database.n_documents)]
            keys = database.keys()

    def storable(text):
        return re.sub("[\ud800-\udfff]", "\ufffd", text)

    assert len(set(keys)) == len(keys) == len(rows)
    assert [document.text for document in found] == [storable(text) for _, _, text, _ in rows]
    assert [document.title for document in found] == [storable(title) for _, title, _, _ in rows]


@given(st.text(max_size=60), st.integers(1, 5))
def test_words_are_counted_the_same_in_slices(text, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(corpus_writer, "SLICE_CHARACTERS", size)

        assert count_words(text) == len(text.split())


def test_equal_documents_give_an_equal_content_hash_and_others_another(tmp_path):
    def hash_of(*texts):
        items = [Document(str(number), "t", text) for number, text in enumerate(texts)]
        with CorpusDatabase.create(tmp_path / "corpus.sqlite", (), items) as database:
            return database.content_hash

    assert hash_of("a", "b") == hash_of("a", "b")
    assert len({hash_of("a", "b"), hash_of("ab"), hash_of("a", "c"), hash_of()}) == 4


def test_rows_out_of_range_are_an_index_error_never_another_document(tmp_path):
    with small_database(tmp_path) as database:
        for row in (-1, 3):
            with pytest.raises(IndexError):
                database.text(row)
            with pytest.raises(IndexError):
                database.texts([0, row])


def test_an_empty_corpus_can_be_stored(tmp_path):
    with CorpusDatabase.create(tmp_path / "corpus.sqlite", (), []) as database:
        assert (database.n_documents, list(database.iter_texts()), database.titles()) == (0, [], [])
        assert database.search_full_text("word", limit=5) == []


def test_a_kill_while_building_leaves_the_old_file(tmp_path):
    small_database(tmp_path).close()
    program = """
import os, sys
from pathlib import Path
from phrase_explorer.domain.document import Document
from phrase_explorer.storage.corpus_database import CorpusDatabase
def items():
    for number in range(2000):
        yield Document(str(number), "t", "some words " * 50)
    os._exit(9)
CorpusDatabase.create(Path(sys.argv[1]), (), items())
"""
    path = tmp_path / "corpus.sqlite"

    finished = subprocess.run([sys.executable, "-c", program, str(path)], cwd=Path.cwd(), check=False)

    assert finished.returncode == 9
    with CorpusDatabase.open(path) as database:
        assert database.keys() == ["a", "b", "c"]


def test_the_next_build_removes_what_a_killed_one_left(tmp_path):
    (tmp_path / ".corpus.sqlite.99999999.partial").write_bytes(b"half")

    small_database(tmp_path).close()

    assert [path.name for path in tmp_path.iterdir()] == ["corpus.sqlite"]


def test_damage_in_the_middle_is_one_sentence(tmp_path):
    items = [Document(str(number), "t", f"word{number} " * 200) for number in range(200)]
    CorpusDatabase.create(tmp_path / "corpus.sqlite", (), items).close()
    content = bytearray((tmp_path / "corpus.sqlite").read_bytes())
    for start in range(len(content) // 8192 * 4096, len(content), 4096):
        content[start : start + 64] = b"\xff" * 64
    (tmp_path / "corpus.sqlite").write_bytes(bytes(content))

    with (
        CorpusDatabase.open(tmp_path / "corpus.sqlite") as database,
        pytest.raises(UnreadableDatabaseError, match="import the documents again"),
    ):
        list(database.iter_texts())


def test_cancelling_stops_the_build(tmp_path):
    cancel = threading.Event()

    def items():
        yield Document("a", "t", "words")
        cancel.set()
        yield Document("b", "t", "words")

    with pytest.raises(Cancelled):
        CorpusDatabase.create(tmp_path / "corpus.sqlite", (), items(), Progress(cancel_event=cancel))

    assert list(tmp_path.iterdir()) == []


def test_reading_after_close_is_a_sentence(tmp_path):
    database = small_database(tmp_path)
    database.close()

    with pytest.raises(UnreadableDatabaseError, match="closed"):
        database.text(0)


def test_several_threads_read_at_once(tmp_path):
    found = []
    with small_database(tmp_path) as database:
        threads = [threading.Thread(target=lambda: found.append(database.text(0))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert found == ["The quick brown fox."] * 4


def test_an_error_while_building_leaves_the_old_file(tmp_path):
    small_database(tmp_path).close()

    def failing():
        yield Document("z", "z", "z")
        raise RuntimeError("source went away")

    with pytest.raises(RuntimeError):
        CorpusDatabase.create(tmp_path / "corpus.sqlite", (), failing())

    with CorpusDatabase.open(tmp_path / "corpus.sqlite") as database:
        assert database.n_documents == 3
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.sqlite"]


def test_a_damaged_or_missing_file_is_one_sentence(tmp_path):
    (tmp_path / "corpus.sqlite").write_bytes(b"not a database at all" * 100)

    with pytest.raises(UnreadableDatabaseError, match="damaged"):
        CorpusDatabase.open(tmp_path / "corpus.sqlite")
    with pytest.raises(UnreadableDatabaseError, match="no corpus"):
        CorpusDatabase.open(tmp_path / "other.sqlite")


def test_a_full_disk_is_said_in_a_sentence_and_leaves_no_half_corpus(tmp_path, monkeypatch):
    def full(*_arguments):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("phrase_explorer.storage.corpus_writer._fill", full)

    with pytest.raises(
        UserFacingError, match=r"cannot be written \(database or disk is full\); see that there is room"
    ):
        CorpusDatabase.create(tmp_path / "corpus.sqlite", (), ())

    assert list(tmp_path.iterdir()) == []
