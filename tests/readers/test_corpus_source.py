import gzip
import json
import zipfile

import pytest
from reading import documents_of, notes_of, skipped_of

from phrase_explorer.domain.document import Document
from phrase_explorer.readers import ImportOptions, UnreadableCorpusError, open_corpus


def test_a_folder_gives_one_document_per_text_file_with_folder_and_year(tmp_path):
    (tmp_path / "speeches" / "early").mkdir(parents=True)
    (tmp_path / "speeches" / "early" / "1789-Washington.txt").write_text("Fellow citizens of the Senate.")
    (tmp_path / "speeches" / "1861-Lincoln.txt").write_text("In compliance with a custom.")

    source = open_corpus(tmp_path / "speeches")
    documents = [item for item in source.items() if isinstance(item, Document)]

    assert [(column.name, column.kind) for column in source.columns] == [("folder", "category"), ("year", "date")]
    assert [(document.key, document.title) for document in documents] == [
        ("1861-Lincoln.txt", "1861-Lincoln"),
        ("early/1789-Washington.txt", "1789-Washington"),
    ]
    assert documents[1].metadata == {"folder": "early", "year": "1789"}


def test_a_whole_date_in_most_file_names_becomes_a_date(tmp_path):
    for name in ("2020-01-02-post.md", "18610304_speech.txt", "1999.12.31.txt", "notes.txt"):
        (tmp_path / name).write_text("words")

    dates = {document.key: document.metadata for document in documents_of(tmp_path)}

    assert dates == {
        "18610304_speech.txt": {"date": "1861-03-04"},
        "1999.12.31.txt": {"date": "1999-12-31"},
        "2020-01-02-post.md": {"date": "2020-01-02"},
        "notes.txt": {"date": None},
    }


def test_csv_ids_stay_strings_and_na_is_text(tmp_path):
    path = tmp_path / "reviews.csv"
    path.write_text("id,text,rating,grade\n007,A fine phone,5,NA\n008,null,4,null\n")

    first, second = documents_of(path, text_column="text")

    assert (first.key, first.metadata) == ("007", {"rating": 5.0, "grade": "NA"})
    assert (second.text, second.metadata["grade"]) == ("null", "null")


def test_a_ragged_row_is_skipped_with_its_number(tmp_path):
    path = tmp_path / "reviews.csv"
    path.write_text("id,text\n1,good\n2,bad,extra\n3,fine\n")

    (skipped,) = skipped_of(path)

    assert (skipped.source, skipped.place) == ("reviews.csv", "row 3")
    assert "3 cells" in skipped.reason


def test_json_lines_skip_a_broken_line_and_go_on(tmp_path):
    path = tmp_path / "posts.jsonl"
    path.write_text('{"id": 1, "text": "one"}\n{broken\n{"id": 2, "text": "two"}\n')

    assert [document.key for document in documents_of(path)] == ["1", "2"]
    assert [item.place for item in skipped_of(path)] == ["line 2"]


def test_a_list_of_sentences_is_joined_with_spaces(tmp_path):
    path = tmp_path / "papers.jsonl"
    path.write_text(json.dumps({"paper_id": "p1", "source": ["We train a model.", "It works."]}) + "\n")

    (document,) = documents_of(path)

    assert document.text == "We train a model. It works."


def test_nested_json_gives_the_records_that_hold_the_text(tmp_path):
    path = tmp_path / "nested.json"
    paragraphs = [
        {"context": f"Paragraph {number}. " + "long text " * 30, "qas": [{"q": "why?"}]} for number in range(3)
    ]
    path.write_text(json.dumps({"version": "1", "data": [{"title": "Tin", "paragraphs": paragraphs}]}))

    documents = documents_of(path)

    assert len(documents) == 3
    assert documents[0].title == "Tin"
    assert documents[2].text.startswith("Paragraph 2.")


def test_zip_and_gz_are_read_without_unpacking(tmp_path):
    with zipfile.ZipFile(tmp_path / "corpus.zip", "w") as archive:
        archive.writestr("../../evil.txt", "harmless words")
        archive.writestr("sub/b.txt", "more words")
        archive.writestr("__MACOSX/._b.txt", "noise")
    with gzip.open(tmp_path / "rows.csv.gz", "wt") as file:
        file.write("id,text\na,hello world\n")

    assert sorted(document.key for document in documents_of(tmp_path / "corpus.zip")) == ["evil.txt", "sub/b.txt"]
    assert [document.text for document in documents_of(tmp_path / "rows.csv.gz")] == ["hello world"]


def test_duplicate_ids_are_made_unique_and_noted(tmp_path):
    path = tmp_path / "posts.csv"
    path.write_text("id,text\nx,one\nx,two\nx,three\n")
    options = {"id_column": "id", "text_column": "text"}

    assert [document.key for document in documents_of(path, **options)] == ["x", "x (2)", "x (3)"]
    assert [(note.kind, note.count) for note in notes_of(path, **options)] == [("duplicate_id", 2)]


def test_a_missing_column_is_named_with_those_there_are(tmp_path):
    path = tmp_path / "posts.csv"
    path.write_text("id,body\n1,hello\n")

    with pytest.raises(UnreadableCorpusError, match=r"no column 'text'.*id, body"):
        open_corpus(path, ImportOptions(text_column="text"))


def test_a_missing_path_says_so(tmp_path):
    with pytest.raises(UnreadableCorpusError, match="no file or folder"):
        open_corpus(tmp_path / "nowhere")


def test_the_content_key_follows_bytes_and_options(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1,hello\n")
    before = open_corpus(path).content_key
    other_options = open_corpus(path, ImportOptions(text_column="text")).content_key
    path.write_text("id,text\n1,hallo\n")

    assert len({before, other_options, open_corpus(path).content_key}) == 3


def test_a_readme_beside_a_table_is_no_document(tmp_path):
    (tmp_path / "README.md").write_text("What this is.")
    (tmp_path / "data.csv").write_text("id,body\n1,A text that is long enough.\n")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "readme.txt").write_text("A letter about reading.")

    assert sorted(document.key for document in documents_of(tmp_path)) == ["1", "letters/readme.txt"]
    assert [item.source for item in skipped_of(tmp_path)] == ["README.md"]


def test_tables_and_texts_in_one_folder_are_read_each_in_its_way(tmp_path):
    (tmp_path / "data.csv").write_text("name,body\nAnn,A text that is long enough.\nBen,Another one of some length.\n")
    (tmp_path / "letter.txt").write_text("Dear all.")

    documents = documents_of(tmp_path)

    assert [document.text for document in documents] == [
        "A text that is long enough.",
        "Another one of some length.",
        "Dear all.",
    ]


def test_text_longer_than_a_document_may_be_becomes_several_at_paragraph_bounds():
    import io

    from phrase_explorer.readers.plain_text import _in_parts

    paragraphs = "".join(f"Paragraph {number} with some words.\n\n" for number in range(50))

    parts = list(_in_parts(io.StringIO(paragraphs), 200))

    assert "".join(parts) == paragraphs
    assert all(len(part) <= 200 for part in parts)
    assert all(part.endswith("\n\n") for part in parts)


def test_progress_counts_all_bytes(tmp_path):
    from phrase_explorer.foundation.progress import Progress

    (tmp_path / "a.txt").write_text("words " * 1000)
    (tmp_path / "b.csv").write_text("id,text\n1,hello there\n")
    updates = []

    source = open_corpus(tmp_path)
    list(source.items(Progress(updates.append)))

    assert source.total_bytes == 6000 + 22
    assert (updates[-1].done, updates[-1].total) == (source.total_bytes, source.total_bytes)


def test_names_that_are_not_unicode_do_no_harm(tmp_path):
    import os

    from phrase_explorer.storage.corpus_database import CorpusDatabase

    folder = tmp_path / "names"
    folder.mkdir()
    try:
        (folder / os.fsdecode(b"caf\xe9.txt")).write_text("words")
        (folder / os.fsdecode(b"\xff.zzz")).write_text("words")
    except OSError:
        pytest.skip("this file system takes only Unicode names")

    source = open_corpus(folder)
    with CorpusDatabase.create(tmp_path / "corpus.sqlite", source.columns, source.items()) as database:
        assert database.n_documents == 1
        assert len(database.skipped()) == 1
    assert source.content_key


def test_links_that_lead_nowhere_or_round_in_circles_are_harmless(tmp_path):
    (tmp_path / "a.txt").write_text("words")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")

    assert [document.key for document in documents_of(tmp_path)] == ["a.txt"]
    assert [item.source for item in skipped_of(tmp_path)] == ["gone.txt"]


def test_a_table_of_thousands_of_columns_keeps_the_first_two_hundred(tmp_path):
    path = tmp_path / "wide.csv"
    names = [f"c{number}" for number in range(3000)]
    path.write_text(",".join(["text", *names]) + "\n" + ",".join(["some words here", *["1"] * 3000]) + "\n")

    (document,) = documents_of(path)

    assert len(document.metadata) == 200
    assert [note.count for note in notes_of(path)] == [2800]
    assert documents_of(path, metadata_columns=("c2999",))[0].metadata == {"c2999": 1.0}
