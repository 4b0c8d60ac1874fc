import pytest
from lxml import html

from phrase_explorer.readers.markup_text import NOT_READ_IN_HTML, text_of


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<p>a <b>bold</b> word</p>", "a bold word"),
        ("<p>spaces   and\n line breaks</p>", "spaces and line breaks"),
        ("one<br>two", "one\ntwo"),
        ("<ul><li>one</li><li>two</li></ul>", "one\ntwo"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a\tb\nc"),
        ("<p>seen</p><script>not</script><!-- not --> tail", "seen\n\ntail"),
        ("<p>a<style>x</style>b</p>", "ab"),
        ("<pre>kept\n  as is</pre>", "kept\n  as is"),
        ("<div><div><div>deep</div></div></div>", "deep"),
        ("<p>caf&eacute;&nbsp;!</p>", "café\xa0!"),
    ],
)
def test_text_looks_as_in_a_browser(markup, text):
    root = html.document_fromstring(f"<html><body>{markup}</body></html>")

    assert text_of(root, not_read=NOT_READ_IN_HTML) == text


def test_a_tree_deeper_than_any_real_page_is_walked():
    root = html.document_fromstring("<div>" * 1000 + "deep" + "</div>" * 1000, parser=html.HTMLParser(huge_tree=True))

    assert text_of(root) == "deep"
