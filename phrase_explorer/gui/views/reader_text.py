"""The text of the reader: a document in a serif, its phrases marked, the chosen mention lit and scrolled to.

The text is always set as plain text; marks are formats that a highlighter lays over it.
"""

from bisect import bisect_left

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QMouseEvent,
    QSyntaxHighlighter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from phrase_explorer.gui.qt_models.document_page import DocumentPage
from phrase_explorer.gui.theme import Theme, reading_font

LINE_HEIGHT_PERCENT = 122.0
PARAGRAPH_GAP_PX = 6
PLACE_FROM_TOP = 0.33


class ReaderText(QTextEdit):
    """Shows one page of a document.

    Signals
    -------
    term_clicked(row)
        The person clicked a marked phrase.
    """

    term_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setFont(reading_font())
        self.document().setDocumentMargin(12)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName("Document text")
        self.viewport().setMouseTracking(True)
        self._page: DocumentPage | None = None
        self._marks = PhraseMarks(self.document(), theme)

    def show_page(self, page: DocumentPage) -> None:
        """Show a page and scroll to its place."""
        self._page = page
        self._marks.set_page(page)
        self.setPlainText(page.text)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        block_format = QTextBlockFormat()
        block_format.setLineHeight(LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        block_format.setBottomMargin(PARAGRAPH_GAP_PX)
        cursor.mergeBlockFormat(block_format)
        self._go_to_place()
        QTimer.singleShot(0, self, self._go_to_place)  # again once the layout knows its width

    def clear_page(self) -> None:
        """Show nothing."""
        self._page = None
        self._marks.set_page(None)
        self.clear()

    def set_theme(self, theme: Theme) -> None:
        """Mark in another theme's colours."""
        self._marks.set_theme(theme)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click began."""
        self._pressed_at = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take a click without dragging as a choice of the phrase under it."""
        super().mouseReleaseEvent(event)
        moved = (event.position() - self._pressed_at).manhattanLength()
        row = self._term_under(event)
        if event.button() == Qt.MouseButton.LeftButton and moved < 4 and row is not None:
            self.term_clicked.emit(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over marked phrases."""
        super().mouseMoveEvent(event)
        is_over = event.buttons() == Qt.MouseButton.NoButton and self._term_under(event) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_over else Qt.CursorShape.IBeamCursor)

    def _term_under(self, event: QMouseEvent) -> int | None:
        if self._page is None:
            return None
        position = self.cursorForPosition(event.position().toPoint()).position()
        return self._page.term_at(self._page.offsets.to_python(position))

    def _go_to_place(self) -> None:
        page = self._page
        if page is None:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(page.offsets.to_qt(min(max(0, page.focus - page.start), len(page.text))))
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.cursorRect().top() - round(PLACE_FROM_TOP * self.viewport().height()))


class PhraseMarks(QSyntaxHighlighter):
    """Underlines the phrases of a page and lights its place."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._place: tuple[int, int] | None = None
        self._phrase, self._lit = _formats(theme)

    def set_page(self, page: DocumentPage | None) -> None:
        """Take over a page's marks; they are laid over the text when it is set."""
        self._starts, self._ends, self._place = [], [], None
        if page is None:
            return
        self._starts = [page.offsets.to_qt(start) for start in page.marks[:, 1].tolist()]
        self._ends = [page.offsets.to_qt(end) for end in page.marks[:, 2].tolist()]
        if page.place is not None:
            start, end = (
                min(max(0, offset - page.start), len(page.text)) for offset in (page.place.start, page.place.end)
            )
            self._place = (page.offsets.to_qt(start), page.offsets.to_qt(end))

    def set_theme(self, theme: Theme) -> None:
        """Mark in another theme's colours."""
        self._phrase, self._lit = _formats(theme)
        self.rehighlight()

    def highlightBlock(self, _text: str) -> None:
        """Lay the formats over one paragraph."""
        block_start = self.currentBlock().position()
        block_end = block_start + self.currentBlock().length()
        first = bisect_left(self._ends, block_start + 1)
        for start, end in zip(self._starts[first:], self._ends[first:], strict=True):
            if start >= block_end:
                break
            self.setFormat(start - block_start, end - start, self._phrase)
        if self._place is not None and self._place[0] < block_end and self._place[1] > block_start:
            start = max(self._place[0], block_start)
            self.setFormat(start - block_start, self._place[1] - start, self._lit)


def _formats(theme: Theme) -> tuple[QTextCharFormat, QTextCharFormat]:
    phrase = QTextCharFormat()
    phrase.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    phrase.setUnderlineColor(QColor(theme.phrase_mark))
    lit = QTextCharFormat()
    lit.setBackground(QColor(theme.match))
    lit.setFontWeight(QFont.Weight.Bold)
    return phrase, lit
