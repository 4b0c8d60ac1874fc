"""Whatever the bytes, reading gives documents, skipped items and notes, or one plain sentence; never a traceback."""

import gzip
import io
import json
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phrase_explorer.domain.document import Document, SkippedItem, SourceNote
from phrase_explorer.readers import ImportOptions, UnreadableCorpusError, open_corpus, preview_corpus
from phrase_explorer.readers.format_registry import reader_by_suffix
from phrase_explorer.storage.corpus_database import CorpusDatabase


def small_zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", "hello world " * 20)
        archive.writestr("x/b.csv", "id,text\n1,hello there\n2,more\n")
    return buffer.getvalue()


TABLE = b'id,text,date\n1,"hello, ""x"" there",2020-01-02\n007,more,13/04/2021\n'
RECORDS = json.dumps([{"id": 1, "text": "abc", "tags": ["x"], "a": {"b": 1}}, {"id": 2, "text": None}]).encode()
SEEDS = {
    ".txt": [
        b"hello world\r\nmore",
        "é “x” привет".encode(),
        b"From: a\nSubject: b\nDate: 1 May 1990\n\nbody",
        b"\xff\xfeh\0i\0",
    ],
    ".csv": [TABLE, TABLE.replace(b",", b";"), TABLE.decode().encode("utf-16"), b"text\nx"],
    ".tsv": [TABLE.replace(b",", b"\t")],
    ".json": [
        RECORDS,
        b'{"data": [{"title": "x", "paragraphs": [{"context": "abc"}]}]}',
        b'{"t": 1}\n{"t": 2}',
        b'["a"]',
    ],
    ".jsonl": [b'{"id": 1, "text": "abc"}\n{"text": "\\ud800x"}\n[1, 2]\n"s"\nnull\n'],
    ".zip": [small_zip()],
    ".csv.gz": [gzip.compress(TABLE)],
    ".html": [
        b"<html><head><meta charset=utf-8><title>t</title></head><body><p>a&amp;b<table><tr><td>c</table></body>"
    ],
    ".xml": [
        b'<?xml version="1.0" encoding="utf-8"?><TEI><text><body><p>a</p></body></text></TEI>',
        b"<a>b<!-- c --></a>",
    ],
    ".eml": [b"From: a\nSubject: =?utf-8?q?x?=\nContent-Type: text/plain; charset=utf-8\n\nbody"],
}
TOKENS = [
    b'"',
    b",",
    b"\n",
    b"\r",
    b"\0",
    b"\xff",
    b"{",
    b"]",
    b":",
    b"\\ud800",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"1e999",
    b"NaN",
]
TOKENS += [
    b";",
    b"\t",
    b"\xe9",
    b"\xf0\x9f\x98\x80",
    b"[[[[",
    b"<",
    b"&#0;",
    b"]]>",
    b"\xe2\x80\xa8",
    b"=?x?b?",
    b"2020-01-02",
]
ENCODINGS = [
    None,
    None,
    None,
    "utf-8",
    "utf-16",
    "utf-32",
    "cp1252",
    "utf-7",
    "gb18030",
    "ascii",
    "iso2022_jp",
    "hz",
    "cp037",
]


@st.composite
def spoilt(draw, seeds):
    content = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 12)))
        middle = draw(st.sampled_from(TOKENS) | st.binary(max_size=12)) * draw(st.sampled_from([1, 1, 30]))
        content = content[:start] + middle + content[end:]
    return content


def read_everything(path: Path, options: ImportOptions) -> None:
    try:
        preview_corpus(path, options)
        source = open_corpus(path, options)
        items = list(source.items())
        with CorpusDatabase.create(path.with_name("corpus.sqlite"), source.columns, items) as database:
            assert database.n_documents == sum(isinstance(item, Document) for item in items)
    except UnreadableCorpusError as error:
        assert str(error).endswith(".")
        assert "\n" not in str(error)
        return
    for item in items:
        if isinstance(item, Document):
            assert item.text.strip()
            assert "\0" not in item.text
            assert "\r" not in item.text
            item.text.encode("utf-8")
        elif isinstance(item, SkippedItem):
            assert item.reason.endswith(".")
        else:
            assert isinstance(item, SourceNote)


@pytest.mark.parametrize("suffix", SEEDS)
@settings(max_examples=25)
@given(data=st.data())
def test_spoilt_files_are_read_or_refused_in_a_sentence(suffix, data):
    content = data.draw(spoilt(SEEDS[suffix]))
    encoding = data.draw(st.sampled_from(ENCODINGS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"wild{suffix}"
        path.write_bytes(content)

        read_everything(path, ImportOptions(encoding=encoding))


@pytest.mark.parametrize("suffix", [*sorted(reader_by_suffix()), ".zip", ".gz"])
@settings(max_examples=6)
@given(content=st.binary(max_size=400))
def test_any_bytes_under_any_suffix(suffix, content):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"wild{suffix}"
        path.write_bytes(content)

        read_everything(path, ImportOptions())
