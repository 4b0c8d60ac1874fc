import gzip
import io
import zipfile

import pytest
from reading import documents_of, skipped_of

from phrase_explorer.readers import UnreadableCorpusError, input_files, open_corpus


def zip_of(path, members, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_nothing_in_a_zip_can_reach_outside_it(tmp_path):
    path = zip_of(tmp_path / "a.zip", {"../../up.txt": "one", "/etc/passwd.txt": "two", "C:\\x\\y.txt": "three"})

    assert sorted(document.key for document in documents_of(path)) == ["C:/x/y.txt", "etc/passwd.txt", "up.txt"]
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.zip"]


def test_an_encrypted_member_is_skipped_and_the_others_are_read(tmp_path):
    path = zip_of(tmp_path / "a.zip", {"a.txt": "open words", "b.txt": "closed words"})
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 8] |= 1  # the flag that says "encrypted", in the directory at the end
    path.write_bytes(bytes(content))

    assert [document.key for document in documents_of(path)] == ["a.txt"]
    assert "encrypted" in skipped_of(path)[0].reason


def test_a_member_with_a_wrong_checksum_is_skipped(tmp_path):
    path = zip_of(tmp_path / "a.zip", {"a.txt": "good words", "b.txt": "spoilt words"}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"spoilt words", b"spoilt w0rds"))

    assert [document.key for document in documents_of(path)] == ["a.txt"]
    assert "CRC" in skipped_of(path)[0].reason


def test_a_bomb_is_refused_by_its_own_words(tmp_path, monkeypatch):
    monkeypatch.setattr(input_files, "MAX_SUSPICIOUS_BYTES", 100_000)
    path = zip_of(tmp_path / "a.zip", {"bomb.txt": b"0" * 1_000_000, "ok.txt": "words"})

    assert [document.key for document in documents_of(path)] == ["ok.txt"]
    assert "no text does" in skipped_of(path)[0].reason


def test_a_gz_that_never_ends_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(input_files, "MAX_SUSPICIOUS_BYTES", 100_000)
    (tmp_path / "bomb.txt.gz").write_bytes(gzip.compress(b"0" * 5_000_000))
    (tmp_path / "ok.txt").write_text("words")

    assert [document.key for document in documents_of(tmp_path)] == ["ok.txt"]
    assert "far more than any text" in skipped_of(tmp_path)[0].reason


def test_a_cut_gz_gives_what_came_before_the_cut_of_a_table(tmp_path):
    rows = "id,text\n" + "".join(f"{number},text number {number * 7919}\n" for number in range(20_000))
    whole = gzip.compress(rows.encode())
    (tmp_path / "a.csv.gz").write_bytes(whole[: len(whole) // 2])

    items = skipped_of(tmp_path)

    assert "read further" in items[0].reason or "broken" in items[0].reason


def test_archives_within_archives_and_tars_are_named(tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("x.txt", "x")
    zip_of(tmp_path / "a.zip", {"inner.zip": inner.getvalue(), "a.txt": "words"})
    (tmp_path / "b.tar.gz").write_bytes(b"x")

    assert [item.reason for item in skipped_of(tmp_path)] == [
        "It is an archive within an archive; unpack it first.",
        "It is a tar archive; unpack it first or make a zip of it.",
    ]


def test_a_gz_within_a_zip_is_read(tmp_path):
    path = zip_of(tmp_path / "a.zip", {"rows.csv.gz": gzip.compress(b"id,text\n1,hello world\n")})

    assert [document.text for document in documents_of(path)] == ["hello world"]


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip"])
def test_a_file_that_is_no_zip_is_said_to_be_none(tmp_path, content):
    (tmp_path / "a.zip").write_bytes(content)

    with pytest.raises(UnreadableCorpusError, match="not a readable zip"):
        open_corpus(tmp_path / "a.zip")


def test_an_empty_folder_says_what_could_be_read(tmp_path):
    with pytest.raises(UnreadableCorpusError, match=r"no file that can be read; readable are .*\.csv"):
        open_corpus(tmp_path)


def test_hidden_and_system_files_are_passed_over_in_silence(tmp_path):
    for name in (".DS_Store", "._a.txt", "~$letter.docx", "Thumbs.db"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "a.txt").write_text("x")
    (tmp_path / "a.txt").write_text("words")

    assert [document.key for document in documents_of(tmp_path)] == ["a.txt"]
    assert skipped_of(tmp_path) == []
