"""Each format is built here by another program's writer, read back, and broken on purpose."""

import datetime
import io
import zipfile
from pathlib import Path

import pytest
from reading import documents_of, notes_of, skipped_of

from phrase_explorer.domain.document import Document
from phrase_explorer.readers import UnreadableCorpusError, open_corpus

OFFICE_DOCUMENTS = Path("../shared/data/corpora/office_documents")


def write_docx(path: Path) -> None:
    import docx

    document = docx.Document()
    document.add_paragraph("Before the table.")
    table = document.add_table(rows=1, cols=2)
    table.cell(0, 0).text = "left"
    table.cell(0, 1).text = "right"
    document.add_paragraph("After — the table.")
    document.save(path)


def write_xlsx(path: Path) -> None:
    import openpyxl

    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["id", "text", "when", "score"])
    sheet.append(["007", "A long enough sentence.", datetime.datetime(2020, 1, 2), 3])
    sheet.append([8, "Another long sentence.", None, 2.5])
    workbook.create_sheet("More").append(["id", "text"])
    workbook["More"].append(["x", "From the second sheet."])
    workbook.save(path)


def write_epub(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "META-INF/container.xml",
            '<container xmlns="urn:x"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        )
        archive.writestr(
            "OPS/book.opf",
            '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
            "<dc:title>The Book</dc:title><dc:creator>A. Writer</dc:creator><dc:date>1850-03</dc:date></metadata>"
            '<manifest><item id="two" href="c%202.xhtml"/><item id="one" href="c1.xhtml"/></manifest>'
            '<spine><itemref idref="one"/><itemref idref="two"/><itemref idref="gone"/></spine></package>',
        )
        archive.writestr("OPS/c1.xhtml", "<html><body><h1>One</h1><p>First chapter.</p></body></html>")
        archive.writestr("OPS/c 2.xhtml", "<html><body><p>Second chapter.</p></body></html>")


def write_pdf(path: Path) -> None:
    page = b"BT /F1 12 Tf 72 700 Td (The quick brown fox) Tj 0 -14 Td (jumps over the dog.) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(page), page),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    content, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    content += b"xref\n0 6\n0000000000 65535 f \n%strailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        table,
        len(content),
    )
    path.write_bytes(content)


def write_parquet(path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table(
        {
            "id": ["01", "02"],
            "text": ["A long enough sentence.", "Another long sentence."],
            "stars": [4, None],
            "tags": [["a", "b"], []],
            "day": [datetime.date(1789, 4, 30), None],
        }
    )
    pyarrow.parquet.write_table(table, path)


def write_html(path: Path) -> None:
    page = (
        "<!DOCTYPE html><html><head><meta charset=iso-8859-1><title>A page</title><style>p {}</style></head><body>"
        "<p>Caf\xe9 &amp; more<br>next   line</p><script>var x = 1;</script><!-- remark -->"
        "<ul><li>one</li><li>two</li></ul></body></html>"
    )
    path.write_bytes(page.encode("latin-1"))


def write_tei(path: Path) -> None:
    path.write_text(
        '<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>A letter</title>'
        "<author>Ann</author></titleStmt><publicationStmt><date>1999</date></publicationStmt><sourceDesc><bibl>"
        '<date when="1812-05-03">May</date></bibl></sourceDesc></fileDesc></teiHeader><text><body><head>To Ben</head>'
        "<p>Dear <name>Ben</name>, all is well.</p><lg><l>A line</l><l>of verse</l></lg></body></text></TEI>"
    )


def write_mail(path: Path) -> None:
    path.write_text(
        "From: Ann <ann@example.org>\nTo: Ben\nSubject: =?utf-8?q?Caf=C3=A9?=\nDate: Tue, 6 Apr 1993 18:54:10 -0400\n"
        "MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>no</p>\n--b\n"
        "Content-Type: text/plain; charset=utf-8\n\nThe plain words.\n--b--\n"
    )


WRITERS = {
    "a.docx": write_docx,
    "a.xlsx": write_xlsx,
    "a.epub": write_epub,
    "a.pdf": write_pdf,
    "a.parquet": write_parquet,
    "a.html": write_html,
    "a.xml": write_tei,
    "a.eml": write_mail,
}


def written(tmp_path: Path, name: str) -> Path:
    WRITERS[name](tmp_path / name)
    return tmp_path / name


def test_word_paragraphs_and_tables_come_in_reading_order(tmp_path):
    (document,) = documents_of(written(tmp_path, "a.docx"))

    assert document.text == "Before the table.\n\nleft\tright\n\nAfter — the table."


def test_each_row_of_each_sheet_is_a_document(tmp_path):
    documents = documents_of(written(tmp_path, "a.xlsx"))

    assert [document.key for document in documents] == ["007", "8", "x"]
    assert documents[0].metadata == {"when": "2020-01-02", "score": 3.0}


def test_chapters_of_a_book_come_in_the_order_of_its_spine(tmp_path):
    (document,) = documents_of(written(tmp_path, "a.epub"))

    assert document.title == "The Book"
    assert document.text == "One\n\nFirst chapter.\n\nSecond chapter."
    assert document.metadata == {"author": "A. Writer", "date": "1850-03"}


def test_lines_of_a_pdf_are_joined_where_the_sentence_goes_on(tmp_path):
    (document,) = documents_of(written(tmp_path, "a.pdf"))

    assert document.text == "The quick brown fox jumps over the dog."


def test_parquet_rows_keep_their_types(tmp_path):
    first, second = documents_of(written(tmp_path, "a.parquet"))

    assert (first.key, first.metadata) == ("01", {"stars": 4.0, "tags": "a; b", "day": "1789-04-30"})
    assert second.metadata == {"stars": None, "tags": None, "day": None}


def test_a_page_gives_what_is_read_on_it(tmp_path):
    path = written(tmp_path, "a.html")
    (document,) = documents_of(path)

    assert (document.title, document.text) == ("A page", "Café & more\nnext line\n\none\ntwo")
    assert [note.message for note in notes_of(path)] == ["It was read as Windows-1252."]


def test_tei_gives_title_author_date_and_the_text_without_the_header(tmp_path):
    (document,) = documents_of(written(tmp_path, "a.xml"))

    assert document.title == "A letter"
    assert document.text == "To Ben\n\nDear Ben, all is well.\n\nA line\nof verse"
    assert document.metadata == {"author": "Ann", "date": "1812-05-03"}


def test_mail_gives_its_plain_body_and_header(tmp_path):
    (document,) = documents_of(written(tmp_path, "a.eml"))

    assert (document.title, document.text.strip()) == ("Café", "The plain words.")
    assert document.metadata == {"from": "Ann <ann@example.org>", "date": "1993-04-06"}


def test_entities_are_never_expanded_and_nothing_is_fetched(tmp_path):
    secret = tmp_path / "secret.txt.key"
    secret.write_text("secret words")
    path = tmp_path / "a.xml"
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
    path.write_text(
        f'<!DOCTYPE x [<!ENTITY e0 "boom">{bomb}<!ENTITY file SYSTEM "{secret.as_uri()}">]><x>plain words &e8; &file;</x>'
    )

    (document,) = documents_of(path)

    assert document.text.startswith("plain words")
    assert "boom" not in document.text
    assert "secret" not in document.text


def test_a_document_that_would_explode_is_refused(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 250_000_000)
    (tmp_path / "bomb.docx").write_bytes(buffer.getvalue())

    with pytest.raises(UnreadableCorpusError, match="no document does"):
        open_corpus(tmp_path / "bomb.docx")


@pytest.mark.parametrize("name", WRITERS)
def test_a_broken_file_never_stops_the_import(tmp_path, name):
    content = written(tmp_path, name).read_bytes()
    (tmp_path / "good.txt").write_text("still here")
    broken = [
        content[: len(content) // 2],
        content[: len(content) - 30],
        content[len(content) // 3 :],
        b"",
        b"not this format at all",
        bytes(byte ^ 0x55 if at % 97 == 5 else byte for at, byte in enumerate(content)),
    ]
    for content in broken:
        (tmp_path / name).write_bytes(content)

        items = list(open_corpus(tmp_path).items())

        assert "still here" in [item.text for item in items if isinstance(item, Document)]


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_is_read_within_a_zip_too(tmp_path, name):
    path = written(tmp_path, name)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(path, f"folder/{name}")

    assert [document.text for document in documents_of(tmp_path / "all.zip")] == [
        document.text for document in documents_of(path)
    ]


def test_a_text_file_that_begins_with_a_mail_header_is_a_post(tmp_path):
    (tmp_path / "1.txt").write_text(
        "Path: a!b\nFrom: ann@example.org\nSubject: Re: tea\nDate: 2 Apr 93 20:57:33 GMT\n"
        "Article-I.D.: x.1\nReferences: <1>\n <2>\n\nI like tea.\n"
        + "begin 644 a.bmp\n"
        + ("M" + "!" * 60 + "\n") * 5
        + "end\nBye.\n"
    )

    (document,) = documents_of(tmp_path)

    assert (document.title, document.text) == ("Re: tea", "I like tea.\nBye.\n")
    assert document.metadata == {"from": "ann@example.org", "date": "1993-04-02"}
    assert len([note for note in notes_of(tmp_path) if note.kind == "format"]) == 2


def test_prose_with_a_colon_is_not_a_post(tmp_path):
    text = "Note: this is prose.\nFrom: nowhere\n\nMore prose."
    (tmp_path / "1.txt").write_text(text)

    assert documents_of(tmp_path)[0].text == text


def test_types_that_are_not_read_come_with_advice(tmp_path):
    (tmp_path / "a.rtf").write_text(r"{\rtf1 hello}")
    (tmp_path / "b.txt").write_text("words")

    assert [item.reason for item in skipped_of(tmp_path)] == [
        "Files of type '.rtf' are not read; save them as .docx or .txt."
    ]
    with pytest.raises(UnreadableCorpusError, match=r"save them as \.docx"):
        open_corpus(tmp_path / "a.rtf")


def test_unknown_file_types_are_listed_and_not_fatal(tmp_path):
    (tmp_path / "a.txt").write_text("words")
    (tmp_path / "b.mp3").write_bytes(b"x")
    (tmp_path / "README").write_text("x")

    assert [(item.source, item.reason) for item in skipped_of(tmp_path)] == [
        ("README", "Files without a suffix are not read."),
        ("b.mp3", "Files of type '.mp3' are not read."),
    ]


@pytest.mark.skipif(not OFFICE_DOCUMENTS.is_dir(), reason="needs the office documents beside the checkout")
@pytest.mark.parametrize("name", ["docx/raw_text.docx", "epub/raw_text.epub", "html/raw_text.html", "pdf/raw_text.pdf"])
def test_real_documents_give_nearly_the_words_expected_of_them(name):
    import re

    expected = set(
        re.findall(r"\w+", (OFFICE_DOCUMENTS / name).with_name("raw_text.txt").read_text(errors="replace").lower())
    )
    (document,) = documents_of(OFFICE_DOCUMENTS / name)
    found = set(re.findall(r"\w+", document.text.lower()))

    assert len(expected & found) >= 0.95 * len(expected)
