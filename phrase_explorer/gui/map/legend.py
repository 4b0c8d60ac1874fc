"""The legend: what the colours mean, with counts; a click on a category takes its points off the map and back."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from phrase_explorer.foundation.array_types import Int32Array
from phrase_explorer.gui.map.floating_card import SHADOW_PX, FloatingCard, transparent_picture
from phrase_explorer.gui.map.map_colours import MapColours
from phrase_explorer.gui.map.palette import Palette
from phrase_explorer.gui.map.quiet_button import QuietButton

ENTRY_HEIGHT_PX = 20
PADDING_PX = 8
DOT_PX = 8.0
LONGEST_NAME_PX = 150.0
LINES_AT_FIRST = 2
SCALE_WIDTH_PX, SCALE_HEIGHT_PX = 190, 44


class LegendEntry(QuietButton):
    """One category: a dot, its name and its count; checked while its points are on the map."""

    def __init__(self, palette_row: int, name: str, colours: MapColours, colour: str | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.palette_row, self._name, self._colour, self._colours = palette_row, name, colour, colours
        self._count = 0
        self.setCheckable(colour is not None)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        font = self.font()
        font.setPixelSize(11)
        self.setFont(font)
        self._picture: QImage | None = None
        self._looks: object = None
        self._describe()

    def set_count(self, count: int) -> None:
        """Show how many points the category has."""
        self._count = count
        self._describe()
        self.update()

    def set_name(self, name: str) -> None:
        """Show another name."""
        self._name = name
        self._describe()
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the width of dot, name and count."""
        metrics = QFontMetricsF(self.font())
        dot = DOT_PX + 6 if self._colour is not None else 0
        count = metrics.horizontalAdvance(f" {self._count:,}") if self._colour is not None else 0
        return QSize(round(dot + metrics.horizontalAdvance(self._shown_name()) + count + 14), ENTRY_HEIGHT_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the entry; it is drawn anew only when it looks different."""
        has_frame = self.has_frame
        ratio = self.devicePixelRatioF()
        looks = (self._name, self._count, self.isChecked(), self.underMouse(), has_frame, self.size().toTuple(), ratio)
        if self._picture is None or self._looks != looks:
            self._picture, self._looks = self._drawn(has_frame=has_frame, pixel_ratio=ratio), looks
        painter = QPainter(self)
        painter.drawImage(QPointF(0, 0), self._picture)
        painter.end()

    def _drawn(self, *, has_frame: bool, pixel_ratio: float) -> QImage:
        """Draw the entry; hollow and pale while it is switched off."""
        picture = transparent_picture(self.size(), pixel_ratio)
        painter = QPainter(picture)
        painter.setFont(self.font())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(self.font())
        middle = self.height() / 2
        left = 4.0
        is_on = self.isChecked()
        if self.underMouse() or has_frame:
            painter.setPen(QPen(QColor(self._colours.accent), 1) if has_frame else Qt.PenStyle.NoPen)
            ground = QColor(self._colours.line)
            ground.setAlpha(110)
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 1.5, -0.5, -1.5), 6, 6)
        if self._colour is not None:
            colour = QColor(self._colour)
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(colour if is_on else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(left + DOT_PX / 2, middle), DOT_PX / 2 - 0.75, DOT_PX / 2 - 0.75)
            left += DOT_PX + 6
        baseline = middle + (metrics.ascent() - metrics.descent()) / 2
        name = self._shown_name()
        painter.setPen(QColor(self._colours.ink if is_on and self._colour is not None else self._colours.secondary))
        painter.drawText(QPointF(left, baseline), name)
        if self._colour is not None:
            painter.setPen(QColor(self._colours.secondary))
            painter.drawText(QPointF(left + metrics.horizontalAdvance(name + " "), baseline), f"{self._count:,}")
        painter.end()
        return picture

    def _shown_name(self) -> str:
        return QFontMetricsF(self.font()).elidedText(self._name, Qt.TextElideMode.ElideRight, LONGEST_NAME_PX)

    def _describe(self) -> None:
        self.setAccessibleName(f"{self._name}, {self._count:,} points" if self._colour is not None else self._name)
        if self._colour is not None:
            self.setToolTip(f"{self._name}: {self._count:,}. Click to take it off the map; Alt+click to see it alone")


class Legend(FloatingCard):
    """Categories as entries in a few lines, or a continuous scale as a bar; hidden when there is nothing to say."""

    switched = Signal(object)  # frozenset of palette rows that are off

    def __init__(self, colours: MapColours, parent: QWidget) -> None:
        super().__init__(colours, parent)
        self.setAccessibleName("Legend")
        self._palette: Palette | None = None
        self._entries: list[LegendEntry] = []
        self._more = LegendEntry(-1, "", colours, None, self)
        self._more.clicked.connect(self._toggle_more)
        self._is_open = False
        self._room, self._beside_px, self._margin_px = QRectF(), 0, 0
        self.hide()

    @property
    def entries(self) -> list[LegendEntry]:
        """The entries, largest category first."""
        return self._entries

    def set_colours(self, colours: MapColours) -> None:
        """Take the colours of another theme."""
        super().set_colours(colours)
        if self._palette is not None:
            counts = {entry.palette_row: entry._count for entry in self._entries}
            self._build(self._palette, counts)
        self._arrange()

    def show_palette(self, palette: Palette, counts: Int32Array) -> None:
        """Explain another palette; `counts` is indexed by palette row."""
        self._palette = palette
        self._is_open = False
        self._build(palette, dict(enumerate(counts.tolist())))
        self._arrange()

    def show_counts(self, counts: Int32Array) -> None:
        """Show other counts."""
        for entry in self._entries:
            entry.set_count(int(counts[entry.palette_row]))
        self._arrange()

    def fit_into(self, room: QRectF, beside_px: int, margin_px: int) -> None:
        """Keep to the lower left of a room, `beside_px` away from its right side."""
        self._room, self._beside_px, self._margin_px = room, beside_px, margin_px
        self._arrange()

    def _build(self, palette: Palette, counts: dict[int, int]) -> None:
        for entry in self._entries:
            entry.hide()
            entry.deleteLater()
        self._entries = []
        self._more.hide()
        self._more.deleteLater()
        self._more = LegendEntry(-1, "", self.colours, None, self)
        self._more.clicked.connect(self._toggle_more)
        if palette.kind != "categorical":
            return
        rows = [row for row, name in enumerate(palette.names) if name and counts.get(row, 0)]
        rows.sort(key=lambda row: (row == 0, -counts[row]))
        if len(rows) == 1 and rows[0] == 0:
            return
        for row in rows:
            red, green, blue = palette.colours[row].tolist()
            entry = LegendEntry(row, palette.names[row], self.colours, f"#{red:02x}{green:02x}{blue:02x}", self)
            entry.set_count(counts[row])
            entry.clicked.connect(self._entry_clicked)
            self._entries.append(entry)

    def _entry_clicked(self) -> None:
        clicked = self.sender()
        if QApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier:
            others_off = all(not e.isChecked() for e in self._entries if e is not clicked)
            for entry in self._entries:
                entry.setChecked(entry is clicked or others_off)
        if all(not entry.isChecked() for entry in self._entries):
            for entry in self._entries:
                entry.setChecked(True)
        self.switched.emit(frozenset(entry.palette_row for entry in self._entries if not entry.isChecked()))

    def _toggle_more(self) -> None:
        self._is_open = not self._is_open
        self._arrange()

    def _arrange(self) -> None:
        if self._palette is None or self._room.isEmpty():
            return
        width = max(self._room.width() - self._beside_px - 2 * self._margin_px, 120)
        if self._palette.kind in ("continuous", "diverging"):
            self._more.hide()
            self._set_box(SCALE_WIDTH_PX, SCALE_HEIGHT_PX)
            return
        if not self._entries:
            self.hide()
            return
        self._set_box(*self._flow(width - 2 * SHADOW_PX))

    def _flow(self, width: float) -> tuple[float, float]:
        """Put the entries into lines; what does not fit the first lines waits behind "more"."""
        most_lines = 99 if self._is_open else LINES_AT_FIRST
        self._more.set_name("fewer" if self._is_open else f"{len(self._entries)} more")
        more_width = self._more.sizeHint().width()
        x, line, widest, n_shown = PADDING_PX, 0, 0, 0
        for entry in self._entries:
            size = entry.sizeHint()
            reserve = more_width if line == most_lines - 1 and entry is not self._entries[-1] else 0
            if x + size.width() + reserve + PADDING_PX > width and x > PADDING_PX:
                if line == most_lines - 1:
                    break
                line, x = line + 1, PADDING_PX
            entry.setGeometry(SHADOW_PX + x, SHADOW_PX + 4 + line * ENTRY_HEIGHT_PX, size.width(), size.height())
            entry.show()
            x += size.width()
            widest, n_shown = max(widest, x), n_shown + 1
        for entry in self._entries[n_shown:]:
            entry.hide()
        if n_shown < len(self._entries) or self._is_open:
            self._more.set_name("fewer" if self._is_open else f"{len(self._entries) - n_shown} more")
            size = self._more.sizeHint()
            self._more.setGeometry(SHADOW_PX + x, SHADOW_PX + 4 + line * ENTRY_HEIGHT_PX, size.width(), size.height())
            self._more.show()
            widest = max(widest, x + size.width())
        else:
            self._more.hide()
        return widest + PADDING_PX, (line + 1) * ENTRY_HEIGHT_PX + 8

    def _set_box(self, width: float, height: float) -> None:
        self.resize(round(width) + 2 * SHADOW_PX, round(height) + 2 * SHADOW_PX)
        self.move(
            round(self._room.left() + self._margin_px), round(self._room.bottom() - self.height() - self._margin_px)
        )
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card, and the bar of a continuous scale."""
        super().paintEvent(event)
        if self._palette is None or self._palette.kind not in ("continuous", "diverging"):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = self.font()
        font.setPixelSize(11)
        painter.setFont(font)
        inner = self.card_rect().adjusted(PADDING_PX + 2, 6, -PADDING_PX - 2, -6)
        painter.setPen(QColor(self.colours.ink))
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter, self._palette.title)
        painter.setPen(QColor(self.colours.secondary))
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, self._palette.low)
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight, self._palette.high)
        bar = QRectF(inner.left(), inner.bottom() - 8, inner.width(), 8)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        steps = self._palette.colours[1:]
        for index in range(0, len(steps), max(len(steps) // 24, 1)):
            red, green, blue = steps[index].tolist()
            gradient.setColorAt(index / (len(steps) - 1), QColor(red, green, blue))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gradient)
        painter.drawRoundedRect(bar, 3, 3)
        painter.end()
