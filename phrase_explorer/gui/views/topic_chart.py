"""Topics by a metadata column: lines over dates and numbers, stacked bars for groups."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from phrase_explorer.gui.actions.topic_flow import TopicFlow
from phrase_explorer.gui.controls import ChoiceButton, label, push_button
from phrase_explorer.gui.qt_models.term_colours import topic_colour
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.theme import SMALL_FONT_PX, Theme

if TYPE_CHECKING:
    from phrase_explorer.domain.topic_model import TopicModel
    from phrase_explorer.workflows.topic_groups import TopicsByValue

NO_COLUMNS_TEXT = "The documents have no dates, numbers or categories to compare topics by."
LEFT_PX, RIGHT_PX, TOP_PX, AXIS_PX, ROW_PX, NAME_SHARE = 34, 12, 8, 22, 20, 0.36


class TopicChart(QWidget):
    """Lets the person choose a column and draws the topics by it.

    Signals
    -------
    left()
    """

    left = Signal()

    def __init__(self, session: ProjectSession, flow: TopicFlow, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._flow = session, flow
        self.column_button = ChoiceButton([("", "by nothing")], "Column", self, prefix="by ")
        self.form_button = ChoiceButton([("lines", "lines"), ("bars", "stacked bars")], "Form", self)
        self.canvas = TopicCanvas(theme, self)
        self._note = label(NO_COLUMNS_TEXT, "secondary", self, wraps=True)
        heading = QHBoxLayout()
        heading.setContentsMargins(8, 4, 8, 0)
        heading.addWidget(self.column_button)
        heading.addWidget(self.form_button)
        heading.addStretch(1)
        heading.addWidget(push_button("Back", "quiet", self, self.left.emit))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(heading)
        self._note.setContentsMargins(12, 6, 12, 0)
        column.addWidget(self._note)
        column.addWidget(self.canvas, 1)
        self.column_button.chosen.connect(lambda _value: self._count())
        self.form_button.chosen.connect(lambda value: self.canvas.set_form(str(value)))
        session.project_opened.connect(self._list_columns)
        flow.topics_changed.connect(self._count)

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self.canvas.set_theme(theme)

    def _list_columns(self) -> None:
        project = self._session.project
        columns = project.corpus.columns if project is not None and project.has_corpus else ()
        order = {"date": 0, "category": 1, "number": 2}
        usable = sorted((one for one in columns if one.kind in order), key=lambda one: order[one.kind])
        names = [one.name for one in usable]
        self.column_button.setVisible(bool(names))
        self._note.setVisible(not names)
        if names and [value for value, _ in self.column_button.choices] != names:
            self.column_button.set_choices([(name, name) for name in names])
        self._count()

    def _count(self) -> None:
        column, model = self.column_button.value, self._flow.model
        self.canvas.show_groups(None, model)
        if model is None or not column:
            return
        task = self._flow.start_chart(str(column))
        if task is not None:
            task.succeeded.connect(self._show)

    def _show(self, groups: object) -> None:
        from phrase_explorer.workflows.topic_groups import TopicsByValue

        assert isinstance(groups, TopicsByValue)
        self.form_button.set_value("lines" if groups.is_ordered else "bars")
        self.canvas.set_form(str(self.form_button.value))
        self.canvas.show_groups(groups, self._flow.model)


class TopicCanvas(QWidget):
    """Draws the shares; colours are the topics'."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._form = "lines"
        self._groups: TopicsByValue | None = None
        self._model: TopicModel | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Topics by group")

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._theme = theme
        self.update()

    def set_form(self, form: str) -> None:
        """Draw "lines" or "bars"."""
        self._form = form
        self.update()

    def show_groups(self, groups: "TopicsByValue | None", model: "TopicModel | None") -> None:
        """Show other shares."""
        self._groups, self._model = groups, model
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for some room."""
        return QSize(280, 260)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw."""
        groups, model = self._groups, self._model
        if groups is None or model is None or not len(groups.values) or groups.shares.shape[1] != model.n_topics:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(SMALL_FONT_PX)
        painter.setFont(font)
        if self._form == "lines" and len(groups.values) > 1:
            self._draw_lines(painter, groups, model)
        else:
            self._draw_bars(painter, groups, model)

    def _draw_lines(self, painter: QPainter, groups: "TopicsByValue", model: "TopicModel") -> None:
        shown = [place for place, topic in enumerate(model.topics) if not topic.is_hidden]
        legend = self._legend_height(len(shown))
        area = QRectF(
            LEFT_PX, TOP_PX, self.width() - LEFT_PX - RIGHT_PX, max(60, self.height() - TOP_PX - AXIS_PX - legend)
        )
        top = max(0.05, float(groups.shares[:, shown].max()) * 1.08)
        for step in range(3):
            painter.setPen(QPen(QColor(self._theme.line), 1))
            y = area.bottom() - area.height() * step / 2
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            self._write(
                painter, QRectF(0, y - 8, LEFT_PX - 6, 16), f"{top * step / 2:.0%}", Qt.AlignmentFlag.AlignRight
            )
        n_values = len(groups.values)
        xs = [area.left() + area.width() * place / max(n_values - 1, 1) for place in range(n_values)]
        for place in shown:
            points = [
                QPointF(x, area.bottom() - area.height() * float(share) / top)
                for x, share in zip(xs, groups.shares[:, place], strict=True)
            ]
            painter.setPen(QPen(QColor(topic_colour(model.topics[place].colour, self._theme)), 1.8))
            painter.drawPolyline(QPolygonF(points))
        for place in {0, n_values // 2, n_values - 1}:
            box = QRectF(min(max(xs[place] - 50, 0), self.width() - 100), area.bottom() + 4, 100, 16)
            side = Qt.AlignmentFlag.AlignHCenter
            if place == 0:
                box, side = QRectF(area.left() - 4, area.bottom() + 4, 100, 16), Qt.AlignmentFlag.AlignLeft
            elif place == n_values - 1:
                box, side = QRectF(area.right() - 100, area.bottom() + 4, 100, 16), Qt.AlignmentFlag.AlignRight
            self._write(painter, box, groups.values[place].split("–")[0], side)
        self._draw_legend(painter, model, shown, area.bottom() + AXIS_PX + 4)

    def _draw_bars(self, painter: QPainter, groups: "TopicsByValue", model: "TopicModel") -> None:
        name_width = self.width() * NAME_SHARE
        shown = [place for place, topic in enumerate(model.topics) if not topic.is_hidden]
        room = self.width() - name_width - 2 * RIGHT_PX
        n_rows = max(1, min(len(groups.values), int((self.height() - self._legend_height(len(shown))) // ROW_PX)))
        for row in range(n_rows):
            y = TOP_PX + row * ROW_PX
            name = f"{groups.values[row]} ({groups.counts[row]:,})"
            box = QRectF(RIGHT_PX, y, name_width - 8, ROW_PX)
            shown_name = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(box.width()))
            self._write(painter, box, shown_name, Qt.AlignmentFlag.AlignLeft, self._theme.ink)
            x = name_width + RIGHT_PX
            for place in shown:
                width = room * float(groups.shares[row, place])
                colour = QColor(topic_colour(model.topics[place].colour, self._theme))
                painter.fillRect(QRectF(x, y + 4, max(width - 0.5, 0), ROW_PX - 8), colour)
                x += width
        self._draw_legend(painter, model, shown, TOP_PX + n_rows * ROW_PX + 8)

    def _draw_legend(self, painter: QPainter, model: "TopicModel", shown: list[int], top: float) -> None:
        for line, place in enumerate(shown):
            y = top + line * (ROW_PX - 3)
            if y + ROW_PX > self.height():
                break
            colour = QColor(topic_colour(model.topics[place].colour, self._theme))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QRectF(RIGHT_PX, y + 4, 8, 8))
            box = QRectF(RIGHT_PX + 14, y, self.width() - 2 * RIGHT_PX - 14, 16)
            name = painter.fontMetrics().elidedText(
                model.topics[place].name, Qt.TextElideMode.ElideRight, int(box.width())
            )
            self._write(painter, box, name, Qt.AlignmentFlag.AlignLeft, self._theme.ink)

    def _legend_height(self, n_topics: int) -> int:
        return min(n_topics * (ROW_PX - 3) + 12, int(self.height() * 0.5))

    def _write(
        self, painter: QPainter, box: QRectF, text: str, side: Qt.AlignmentFlag, colour: str | None = None
    ) -> None:
        painter.setPen(QColor(colour or self._theme.secondary))
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), text)
