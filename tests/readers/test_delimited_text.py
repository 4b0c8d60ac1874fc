import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import documents_of, notes_of, skipped_of

from phrase_explorer.readers.delimited_text import Dialect, column_names, find_dialect, is_header


@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
def test_the_delimiter_is_found(tmp_path, delimiter):
    path = tmp_path / "a.csv"
    rows = [["id", "text", "place"], ["1", "Well, that; is it", "Rome"], ["2", "no more", "Oslo"]]
    path.write_text("\n".join(delimiter.join(f'"{cell}"' for cell in row) for row in rows))

    documents = documents_of(path)

    assert [document.text for document in documents] == ["Well, that; is it", "no more"]
    assert documents[0].metadata == {"place": "Rome"}


def test_quotes_line_breaks_and_doubled_quotes_within_a_cell(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('id,text\n1,"She said ""no"",\nand left."\n2,fine\n')

    assert [document.text for document in documents_of(path)] == ['She said "no",\nand left.', "fine"]


def test_a_tab_separated_file_with_stray_quotes_keeps_its_rows(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text("id\ttext\n" + "\n".join(f'{row}\t"a stray quote {row}' for row in range(50)))

    assert len(documents_of(path)) == 50


def test_carriage_returns_alone_end_rows(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"id,text\r1,one two\r2,three four\r")

    assert [document.text for document in documents_of(path)] == ["one two", "three four"]


def test_one_column_of_texts_with_commas_is_one_column(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('text\n"Quoted, with comma"\nHello, world of phones\nWell, then\nNo comma here, really\n')

    assert [document.text for document in documents_of(path)] == [
        "Quoted, with comma",
        "Hello, world of phones",
        "Well, then",
        "No comma here, really",
    ]


def test_row_names_without_a_header_of_their_own_are_a_column(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('"text","stars"\n"1","A fine phone indeed",5\n"2","A poor phone indeed",1\n')

    documents = documents_of(path)

    assert [document.text for document in documents] == ["A fine phone indeed", "A poor phone indeed"]
    assert documents[0].metadata["stars"] == 5.0


def test_a_line_that_declares_the_delimiter_is_no_row(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("sep=;\nid;text\n1;one, two\n2;three\n")

    assert [document.text for document in documents_of(path)] == ["one, two", "three"]


def test_a_huge_cell_is_read(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1," + "word " * 400_000 + "\n")

    assert len(documents_of(path)[0].text) == 2_000_000


def test_rows_that_do_not_fit_the_header_are_skipped_with_row_and_line(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('id,text\n1,"two\nlines"\n2\n3,fine\n4,too,many\n')

    assert [document.key for document in documents_of(path)] == ["1", "3"]
    assert [(item.place, item.reason) for item in skipped_of(path)] == [
        ("row 3 (line 4)", "It has 1 cell where the header has 2."),
        ("row 5 (line 6)", "It has 3 cells where the header has 2."),
    ]


def test_empty_trailing_cells_do_no_harm(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1,fine,,\n2,also fine\n")

    assert [document.text for document in documents_of(path)] == ["fine", "also fine"]


def test_a_file_without_a_header_gets_numbered_columns(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("1,A long enough opinion of this phone\n2,Another opinion of that phone\n")

    assert len(documents_of(path)) == 2
    assert [note.kind for note in notes_of(path)] == ["format"]


def test_rows_without_text_are_listed(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1,\n2,   \n3,words\n")

    assert [(item.place, item.reason) for item in skipped_of(path)] == [
        ("row 2", "It has no text in 'text'."),
        ("row 3", "It has no text in 'text'."),
    ]


def test_html_entities_stay_as_they_are_and_are_mentioned(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,text\n1,I&#39;ve been &amp; gone\n")

    assert documents_of(path)[0].text == "I&#39;ve been &amp; gone"
    assert ["&#39;" in note.message for note in notes_of(path)] == [True]


def test_a_table_without_the_text_column_is_one_skipped_file_not_many_rows(tmp_path):
    (tmp_path / "a.csv").write_text("id,text\n1,hello world\n")
    (tmp_path / "b.csv").write_text("id,price\n" + "1,2\n" * 100)

    assert [item.source for item in skipped_of(tmp_path)] == ["b.csv"]


def test_repeated_and_blank_column_names_are_made_distinct():
    assert column_names(["a", "a", "", "\ufeffb"]) == ("a", "a (2)", "column 3", "b")


def test_a_header_is_short_and_distinct_and_not_numbers():
    assert is_header([["id", "text"], ["1", "x"]])
    assert not is_header([["1", "hello"], ["2", "x"]])
    assert not is_header([["same", "same"]])


@given(
    st.lists(
        st.lists(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\r\n")), min_size=3, max_size=3
        ),
        min_size=3,
        max_size=8,
    )
)
def test_a_comma_file_written_by_the_csv_module_never_confuses_the_sniffer(rows):
    import csv
    import io

    buffer = io.StringIO()
    csv.writer(buffer, quoting=csv.QUOTE_ALL).writerows(rows)

    assert find_dialect(buffer.getvalue(), whole=True) == Dialect(",", True)
