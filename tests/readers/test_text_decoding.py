import codecs

import pytest
from reading import documents_of, notes_of, skipped_of

from phrase_explorer.readers import (
    ImportOptions,
    UnreadableCorpusError,
    open_corpus,
    read_settings,
    text_decoding,
)

TEXT = "“Curly” quotes, a café and £5 — déjà vu.\nSecond line of plain words.\n"


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (TEXT.encode("utf-8"), None),
        (codecs.BOM_UTF8 + TEXT.encode("utf-8"), "UTF-8 with byte order mark"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "UTF-16 with byte order mark"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "UTF-16 with byte order mark"),
        (TEXT.encode("utf-16-le"), "UTF-16 (little endian)"),
        (TEXT.encode("utf-16-be"), "UTF-16 (big endian)"),
        (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), "UTF-32 with byte order mark"),
        (TEXT.encode("cp1252"), "Windows-1252"),
    ],
)
def test_the_encoding_is_found_and_said(tmp_path, content, named):
    path = tmp_path / "a.txt"
    path.write_bytes(content)

    assert documents_of(path)[0].text == TEXT
    assert [note.message for note in notes_of(path)] == ([f"It was read as {named}."] if named else [])


@pytest.mark.parametrize("line_end", ["\r", "\r\n", "\n"])
def test_every_kind_of_line_end_becomes_a_newline(tmp_path, line_end):
    path = tmp_path / "a.txt"
    path.write_bytes(f"one{line_end}two{line_end}{line_end}three".encode())

    assert documents_of(path)[0].text == "one\ntwo\n\nthree"


def test_one_bad_byte_in_the_middle_of_utf8_is_reported_with_its_place(tmp_path):
    path = tmp_path / "a.txt"
    before = "é" * 20
    path.write_bytes(before.encode() + b"\xff" + b" after")

    assert documents_of(path)[0].text == f"{before}\ufffd after"
    (note,) = notes_of(path)
    assert (note.kind, note.count) == ("repaired", 1)
    assert "0xFF" in note.message
    assert "byte 40" in note.message


def test_a_bad_byte_after_many_megabytes_is_still_found(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(("é word " * 300_000).encode() + b"\xc3 end")

    (note,) = notes_of(path)

    assert f"byte {8 * 300_000:,}" in note.message


def test_a_first_look_searches_only_the_beginning_and_a_full_reading_all(tmp_path, monkeypatch):
    monkeypatch.setattr(text_decoding, "CHUNK_BYTES", 100)
    monkeypatch.setattr(read_settings, "SAMPLE_BYTES", 1000)
    path = tmp_path / "a.txt"
    path.write_bytes(b"plain words " * 1000 + "déjà vu ".encode() * 100 + b"\xff")

    source = open_corpus(path)

    assert source.plan.encodings == {}
    assert [note.kind for note in notes_of(path)] == ["repaired"]


def test_the_persons_choice_of_encoding_wins(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("где мы".encode("koi8_r"))

    assert documents_of(path, encoding="koi8_r")[0].text == "где мы"
    assert documents_of(path, encoding="latin-1")[0].text == "ÇÄÅ ÍÙ"


def test_bytes_that_the_chosen_encoding_lacks_are_counted(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"caf\xe9 and \xe9t\xe9")

    notes = notes_of(path, encoding="ascii")

    assert [(note.kind, note.count) for note in notes] == [("encoding", 1), ("repaired", 3)]
    assert "byte 3" in notes[1].message


@pytest.mark.parametrize("name", ["no-such-codec", "rot13", "hex", "zlib", "idna", "undefined", ""])
def test_what_is_not_a_text_encoding_is_refused_in_a_sentence(tmp_path, name):
    path = tmp_path / "a.txt"
    path.write_text("hello")

    with pytest.raises(UnreadableCorpusError, match="not a text encoding"):
        open_corpus(path, ImportOptions(encoding=name))


def test_nul_bytes_are_replaced_one_for_one_and_reported_with_their_place(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"a long enough line of text\x00with one zero byte")

    (document,) = documents_of(path)

    assert document.text == "a long enough line of text with one zero byte"
    (note,) = notes_of(path)
    assert "first at character 26" in note.message


def test_a_picture_with_a_text_suffix_is_skipped(tmp_path):
    (tmp_path / "ok.txt").write_text("words")
    (tmp_path / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 20)

    (skipped,) = skipped_of(tmp_path)

    assert skipped.source == "picture.txt"
    assert "binary data" in skipped.reason


def test_a_byte_order_mark_never_enters_the_first_header(tmp_path):
    for name, content in {
        "a.csv": codecs.BOM_UTF8 + b"text,id\nhello there,1\n",
        "b.csv": codecs.BOM_UTF16_LE + "text,id\nhello there,1\n".encode("utf-16-le"),
    }.items():
        path = tmp_path / name
        path.write_bytes(content)

        assert (documents_of(path)[0].text, documents_of(path)[0].key) == ("hello there", "1")
