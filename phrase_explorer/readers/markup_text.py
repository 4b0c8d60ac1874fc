"""The text of an element tree: blocks on lines of their own, spaces as a browser shows them, nothing that is not read."""

import re
from typing import Any

BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "legend",
    "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
    "ab", "argument", "back", "byline", "castItem", "castList", "closer", "dateline", "docTitle", "front", "head",
    "item", "l", "lb", "lg", "list", "opener", "pb", "sp", "speaker", "stage", "titlePage", "titlePart", "trailer",
))  # fmt: skip
PARAGRAPHS = frozenset((
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "ul", "ol", "dl", "figure", "div",
    "section", "article", "lg", "sp", "head", "body",
))  # fmt: skip
CELLS = frozenset(("td", "th", "cell"))
NOT_READ_IN_HTML = frozenset((
    "script", "style", "noscript", "template", "head", "svg", "math", "iframe", "object", "select", "textarea",
    "button", "teiHeader",
))  # fmt: skip
XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
LINE_BREAKS = frozenset(("br", "lb"))
_SPACES = re.compile(r"[ \t\n\r\f]+")
_DOUBLE_SPACES = re.compile(r"(?<=[^\s]) {2,}(?=[^\s])")
_LINE_END_SPACES = re.compile(r"[ \t]+(?=\n)")


def text_of(root: Any, *, not_read: frozenset[str] = frozenset()) -> str:  # Any: an lxml element
    """Give the text under an element; blocks end a line, paragraphs are followed by a blank one, cells by a tab."""
    from lxml import etree

    text = _RunningText()
    skipped_element = None
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        name = local_name(element)
        if event == "start":
            if skipped_element is None and name in not_read and element is not root:
                skipped_element = element
            if skipped_element is None:
                text.divide(_separator(name))
                text.n_preformatted += name == "pre"
                text.add(element.text)
            continue
        if event == "end" and skipped_element is None:
            text.n_preformatted -= name == "pre"
            text.divide("\t" if name in CELLS else "\n" if name in LINE_BREAKS else _separator(name))
        if skipped_element is element:
            skipped_element = None
        if skipped_element is None and element is not root:
            text.add(element.tail)
    return text.whole()


class _RunningText:
    """Text and the separator that is due before the next piece of it."""

    def __init__(self) -> None:
        self.n_preformatted = 0
        self._pieces: list[str] = []
        self._due = ""

    def divide(self, separator: str) -> None:
        """Ask for a separator; the stronger of two that meet is used."""
        if len(separator) > len(self._due) or (separator == "\n" and self._due == "\t"):
            self._due = separator

    def add(self, text: str | None) -> None:
        """Add text; runs of spaces are one space unless it is preformatted."""
        if not text:
            return
        piece = text if self.n_preformatted else _SPACES.sub(" ", text)
        if piece == " " and (self._due or not self._pieces):
            return
        if self._due:
            self._pieces.append(self._due if self._pieces else "")
            piece = piece if self.n_preformatted else piece.lstrip(" ")
            self._due = ""
        self._pieces.append(piece)

    def whole(self) -> str:
        """Give the text without spaces at the ends of lines."""
        return _LINE_END_SPACES.sub("", _DOUBLE_SPACES.sub(" ", "".join(self._pieces))).strip()


def local_name(element: Any) -> str:  # Any: an lxml element
    """Give an element's name without its namespace, "" for comments."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _separator(name: str) -> str:
    if name in PARAGRAPHS:
        return "\n\n"
    return "\n" if name in BLOCKS else ""
