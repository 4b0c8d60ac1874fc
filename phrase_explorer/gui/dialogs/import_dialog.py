"""How to read a file with columns: what each column is for, its kind, the encoding, the order of dates; with a preview."""

from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from phrase_explorer.domain.document import ColumnKind, DateOrder
from phrase_explorer.gui.actions.preview_import import start_preview
from phrase_explorer.gui.controls import ChoiceButton, ElidedLabel, label, push_button, rule
from phrase_explorer.gui.qt_models.preview_table_model import PreviewTableModel
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.theme import TABLE_ROW_PX
from phrase_explorer.readers.corpus_preview import CorpusPreview, PreviewColumn
from phrase_explorer.readers.import_options import ImportOptions

ROLES = (
    ("text", "text to analyse"),
    ("id", "identifier"),
    ("title", "title"),
    ("date", "date"),
    ("metadata", "metadata"),
    ("ignore", "leave out"),
)
ONLY_ONE = frozenset({"text", "id", "title", "date"})
KINDS = (("category", "category"), ("number", "number"), ("date", "date"), ("text", "free text"))
ENCODINGS = (
    "utf-8", "utf-16", "cp1252", "latin-1", "cp1250", "cp1251", "koi8-r", "mac-roman", "gb18030", "big5", "shift_jis",
    "euc-kr",
)  # fmt: skip
DATE_ORDERS = ((None, "as found"), ("dmy", "day/month/year"), ("mdy", "month/day/year"), ("ymd", "year/month/day"))
MAX_SAMPLES = 3


class ImportDialog(QDialog):
    """Asks how to read one file.

    Signals
    -------
    options_chosen(ImportOptions)
        The person wants to import the file this way.
    """

    options_chosen = Signal(object)

    def __init__(self, source: Path, runner: TaskRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Import {source.name}")
        self._source, self._runner = source, runner
        self._preview: CorpusPreview | None = None
        self.rows: list[_ColumnRow] = []
        self._title = ElidedLabel(f"Import {source.name}", "title", self, mode=Qt.TextElideMode.ElideMiddle)
        self._facts = label("Looking into the file…", "secondary", self)
        self.encoding_button = ChoiceButton([(None, "detected")], "Encoding of the file", self, role="control")
        self.encoding_button.chosen.connect(lambda _encoding: self._look())
        self.date_order_button = ChoiceButton(DATE_ORDERS, "Order of day and month in dates", self, role="control")
        self.problem = label("", "message", self, wraps=True)
        self.problem.setObjectName("messageText")
        self._model = PreviewTableModel(self)
        self.import_button = push_button("Import", "primary", self, self._accept)
        self.import_button.setDefault(True)
        self._columns = QGridLayout()
        self._lay_out()
        self.resize(820, 640)
        self._look()

    @property
    def options(self) -> ImportOptions:
        """What has been chosen so far."""
        names = {role: next((row.name for row in self.rows if row.role == role), None) for role in ONLY_ONE}
        kept = tuple(row.name for row in self.rows if row.role in ("metadata", "date"))
        kinds = tuple(
            (row.name, row.kind) for row in self.rows if row.role == "metadata" and row.kind != row.guessed_kind
        )
        return ImportOptions(
            text_column=names["text"],
            id_column=names["id"],
            title_column=names["title"],
            date_column=names["date"],
            metadata_columns=kept if self.rows else None,
            column_kinds=kinds,
            encoding=self._encoding,
            date_order=cast("DateOrder | None", self.date_order_button.value),
        )

    @property
    def _encoding(self) -> str | None:
        value = self.encoding_button.value
        return str(value) if value is not None else None

    def _lay_out(self) -> None:
        top = QVBoxLayout()
        top.setContentsMargins(20, 16, 20, 12)
        top.setSpacing(8)
        top.addWidget(self._title)
        facts = QHBoxLayout()
        facts.setSpacing(8)
        facts.addWidget(self._facts)
        facts.addStretch(1)
        facts.addWidget(label("Encoding", "secondary", self))
        facts.addWidget(self.encoding_button)
        facts.addWidget(label("Dates", "secondary", self))
        facts.addWidget(self.date_order_button)
        top.addLayout(facts)
        top.addWidget(self.problem)
        self.problem.hide()
        body = QWidget(self)
        body.setProperty("role", "panel")
        body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._columns.setContentsMargins(20, 12, 20, 12)
        self._columns.setHorizontalSpacing(12)
        self._columns.setVerticalSpacing(4)
        self._columns.setColumnStretch(3, 1)
        body.setMinimumWidth(0)
        holder = QVBoxLayout(body)
        holder.setContentsMargins(0, 0, 0, 0)
        holder.addLayout(self._columns)
        holder.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(body)
        table = QTableView(self)
        table.setModel(self._model)
        table.setAccessibleName("First records of the file")
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(TABLE_ROW_PX)
        table.horizontalHeader().setDefaultSectionSize(160)
        table.setSelectionMode(QTableView.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(20, 10, 20, 12)
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(push_button("Leave", "plain", self, self.reject))
        buttons.addWidget(self.import_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(rule(self))
        column.addWidget(area, 3)
        column.addWidget(rule(self))
        column.addWidget(table, 2)
        column.addWidget(rule(self))
        column.addLayout(buttons)

    def _look(self) -> None:
        self.import_button.setEnabled(False)
        task = start_preview(self._runner, self._source, ImportOptions(encoding=self._encoding))
        task.succeeded.connect(self._show_preview)
        task.failed.connect(self._show_problem)

    def _show_preview(self, preview: object) -> None:
        assert isinstance(preview, CorpusPreview)
        is_same = self._preview is not None and _names(self._preview) == _names(preview)
        self._preview = preview
        self._model.show_preview(preview)
        self._facts.setText(f"{preview.format} · {len(preview.columns)} columns")
        found = preview.encoding or "utf-8"
        if self._encoding is None:
            others = [(name, name) for name in ENCODINGS if name != found]
            self.encoding_button.set_choices([(None, f"{found} (found)"), *others])
        if not is_same:
            self._show_columns(preview)
        self._check()

    def _show_columns(self, preview: CorpusPreview) -> None:
        while (item := self._columns.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for place, text in enumerate(("column", "is", "kind", "for example")):
            self._columns.addWidget(label(text, "column", self), 0, place)
        self.rows = []
        for number, column in enumerate(preview.columns, start=1):
            row = _ColumnRow(column, self)
            row.role_button.chosen.connect(lambda _role, row=row: self._role_chosen(row))
            for place, widget in enumerate((row.name_label, row.role_button, row.kind_button, row.samples_label)):
                self._columns.addWidget(widget, number, place)
            self.rows.append(row)

    def _show_problem(self, error: object) -> None:
        self.problem.setText(str(error))
        self.problem.show()

    def _role_chosen(self, chosen: "_ColumnRow") -> None:
        for row in self.rows:
            if row is not chosen and row.role == chosen.role and chosen.role in ONLY_ONE:
                row.set_role("metadata")
        chosen.set_role(chosen.role)
        self._check()

    def _check(self) -> None:
        has_text = any(row.role == "text" for row in self.rows) or not self.rows
        self.problem.setText("" if has_text else "Choose the column that holds the text to analyse.")
        self.problem.setVisible(not has_text)
        self.import_button.setEnabled(has_text)

    def _accept(self) -> None:
        options = self.options
        self.accept()
        self.options_chosen.emit(options)


class _ColumnRow:
    """The widgets of one column."""

    def __init__(self, column: PreviewColumn, parent: QWidget) -> None:
        self.name = column.name
        self.guessed_kind = column.kind
        self.name_label = ElidedLabel(column.name, "heading", parent)
        self.role_button = ChoiceButton(ROLES, f"What {column.name} is", parent, role="control")
        self.kind_button = ChoiceButton(KINDS, f"Kind of {column.name}", parent, role="control")
        samples = " · ".join(" ".join(value.split()) for value in column.sample_values[:MAX_SAMPLES] if value.strip())
        self.samples_label = ElidedLabel(samples, "secondary", parent)
        self.samples_label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.kind_button.set_value(column.kind)
        self.set_role(column.role)

    @property
    def role(self) -> str:
        """What the column is for."""
        return str(self.role_button.value)

    @property
    def kind(self) -> ColumnKind:
        """How its values are read."""
        return cast("ColumnKind", self.kind_button.value)

    def set_role(self, role: str) -> None:
        """Let a role hold; only metadata has a kind to choose."""
        self.role_button.set_value(role)
        self.kind_button.setVisible(role == "metadata")


def _names(preview: CorpusPreview) -> tuple[str, ...]:
    return tuple(column.name for column in preview.columns)
