import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from phrase_explorer.domain.document import Document
from phrase_explorer.gui.qt_models.document_page import make_document_page
from phrase_explorer.gui.session import Place
from phrase_explorer.gui.theme import LIGHT
from phrase_explorer.gui.views.reader_text import ReaderText
from tests.builders import build_vocabulary


@pytest.fixture
def reader(qtbot: QtBot) -> ReaderText:
    reader_text = ReaderText(LIGHT, None)
    qtbot.addWidget(reader_text)
    reader_text.resize(400, 300)
    return reader_text


def formats_at(reader: ReaderText, position: int) -> list[tuple[int, int]]:
    block = reader.document().findBlock(position)
    return [(span.start, span.length) for span in block.layout().formats()]


def test_text_is_never_read_as_markup(reader: ReaderText):
    reader.show_page(make_document_page(Document("1", "", "<b>bold</b> &amp; <img src=x>"), 0, None, None))

    assert reader.toPlainText() == "<b>bold</b> &amp; <img src=x>"


def test_marks_lie_on_the_right_characters_after_an_emoji(reader: ReaderText):
    text = "👩‍👩‍👧 the public debt grew"
    start = text.index("public")
    vocabulary = build_vocabulary(("public debt",), [(0, 0, start, start + 11)])

    reader.show_page(make_document_page(Document("1", "", text), 0, vocabulary, None))
    (begin, length), *_ = formats_at(reader, 0)
    cursor = QTextCursor(reader.document())
    cursor.setPosition(begin)
    cursor.setPosition(begin + length, QTextCursor.MoveMode.KeepAnchor)

    assert cursor.selectedText() == "public debt"


def test_the_place_is_lit_over_a_line_break(reader: ReaderText):
    text = "one public\r\ndebt two"

    reader.show_page(make_document_page(Document("1", "", text), 0, None, Place(0, 4, 16)))

    assert formats_at(reader, 4) == [(4, 7)]  # "public " with the carriage return shown as a space
    assert formats_at(reader, 12) == [(0, 4)]


def test_the_place_is_scrolled_into_view(reader: ReaderText, qtbot: QtBot):
    text = "line of text\n" * 400 + "the place\n" + "line of text\n" * 400
    start = text.index("the place")
    reader.show()

    reader.show_page(make_document_page(Document("1", "", text), 0, None, Place(0, start, start + 9)))
    qtbot.waitUntil(lambda: reader.viewport().rect().contains(reader.cursorRect().center()), timeout=5_000)
