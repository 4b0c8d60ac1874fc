from phrase_explorer.readers import ImportOptions, preview_corpus


def test_the_preview_shows_columns_rows_format_and_encoding(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(
        "id,text,stars,date\n001,caf\xe9 and more words,5,2020-01-02\n002,second text of words,4,\n".encode("cp1252")
    )

    preview = preview_corpus(path)

    assert (preview.format, preview.encoding, preview.n_files) == ("CSV", "Windows-1252", 1)
    assert [(column.name, column.role, column.kind) for column in preview.columns] == [
        ("id", "id", "category"),
        ("text", "text", "category"),
        ("stars", "metadata", "number"),
        ("date", "date", "date"),
    ]
    assert preview.rows == (
        ("001", "café and more words", "5", "2020-01-02"),
        ("002", "second text of words", "4", ""),
    )
    assert preview.columns[0].sample_values == ("001", "002")


def test_choices_show_in_the_preview(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("id,text,note\n1,some words here,other words there\n")

    preview = preview_corpus(path, ImportOptions(text_column="note", metadata_columns=()))

    assert {column.name: column.role for column in preview.columns} == {"id": "id", "text": "ignore", "note": "text"}


def test_long_values_are_cut_and_few_rows_are_given(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "' + "word " * 1000 + '"}\n')

    preview = preview_corpus(path, n_rows=3)

    assert len(preview.rows) == 1
    assert len(preview.rows[0][0]) <= 501


def test_a_folder_of_texts_previews_its_files(tmp_path):
    (tmp_path / "1861-Lincoln.txt").write_text("In compliance with a custom")

    preview = preview_corpus(tmp_path)

    assert [(column.name, column.role) for column in preview.columns] == [("text", "text"), ("year", "date")]
    assert preview.rows == (("In compliance with a custom", "1861"),)
