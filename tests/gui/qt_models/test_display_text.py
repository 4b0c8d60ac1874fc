import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from phrase_explorer.gui.qt_models.display_text import QtOffsets, to_display_text


@pytest.mark.parametrize("text", ["a\r\nb", "a\rb", "nul\0nul", "page\x0cbreak", "lone\ud800half", "para\u2029graph"])
def test_odd_characters_are_replaced_one_for_one(text: str):
    shown = to_display_text(text)

    assert len(shown) == len(text)
    assert "\r" not in shown
    assert "\0" not in shown


def test_an_emoji_counts_twice_in_qt():
    offsets = QtOffsets("a👩b")

    assert [offsets.to_qt(offset) for offset in (0, 1, 2, 3)] == [0, 1, 3, 4]
    assert [offsets.to_python(offset) for offset in (0, 1, 3, 4)] == [0, 1, 2, 3]


@given(st.text(max_size=60), st.data())
def test_what_stands_at_an_offset_is_found_there_in_a_text_widget(text: str, data: st.DataObject):
    shown = to_display_text(text)
    start = data.draw(st.integers(0, len(shown)))
    offsets = QtOffsets(shown)
    document = QTextDocument()
    document.setPlainText(shown)

    begin, end = offsets.to_qt(start), offsets.to_qt(len(shown))
    as_qt_has_it = "".join(chr(0) + document.characterAt(place) for place in range(begin, end)).replace(chr(0), "")

    assert document.characterCount() - 1 == offsets.to_qt(len(shown))
    assert len(as_qt_has_it.encode("utf-16-le", "surrogatepass")) // 2 == end - begin
