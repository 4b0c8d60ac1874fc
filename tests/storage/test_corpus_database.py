import threading
from pathlib import Path

import pytest

from phrase_explorer.domain.document import Document, MetadataColumn, SkippedItem, SourceNote
from phrase_explorer.storage.corpus_database import CorpusDatabase, UnreadableDatabaseError

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
