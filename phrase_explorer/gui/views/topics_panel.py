"""Topics as mixtures of words and phrases: how many, how good, what is in them, and all that can be done with them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QListView,
    QMenu,
    QSlider,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from phrase_explorer.domain.topic_edits import (
    ForbidTerm,
    HideTopic,
    MergeTopics,
    PinTerm,
    RecolourTopic,
    ReleaseTerm,
    RenameTopic,
    ReorderTopics,
    SeedTopic,
    SplitTopic,
    SplitTopicByTerms,
)
from phrase_explorer.domain.topic_model import NATURAL_BALANCE, Topic
from phrase_explorer.gui.actions.topic_flow import TopicFlow
from phrase_explorer.gui.controls import ChoiceButton, ElidedLabel, label, push_button
from phrase_explorer.gui.qt_models.topic_list_model import TopicListModel
from phrase_explorer.gui.qt_models.topic_text import describe_mixture, describe_model, describe_quality
from phrase_explorer.gui.session import Place, ProjectSession
from phrase_explorer.gui.theme import Theme
from phrase_explorer.gui.views.intrusion_quiz import IntrusionQuiz
from phrase_explorer.gui.views.topic_chart import TopicChart
from phrase_explorer.gui.views.topic_delegate import TopicDelegate
from phrase_explorer.gui.views.topic_documents import TopicDocuments

if TYPE_CHECKING:
    from phrase_explorer.workflows.topics import TopicDocument

NO_TOPICS_TEXT = (
    "Topics say what the corpus is about, as mixtures of words and phrases; each document is a mixture of topics."
)
NO_VECTORS_TEXT = "Topics can be found as soon as the meaning of the terms has been measured."
FITTING_TEXT = "Finding topics. The map and everything else can be used meanwhile."
COUNTS: Sequence[tuple[object, str]] = (
    (None, "as many as fit"),
    *((n, f"{n} topics") for n in (5, 10, 15, 20, 30, 50, 80)),
)
SLIDER_STEPS = 20


class TopicsPanel(QWidget):
    """Shows the topics and asks for changes; `flow` makes them.

    Signals
    -------
    failed(exception), said(sentence)
    colouring_wanted()
        The person wants the map coloured by topic.
    """

    failed = Signal(object)
    said = Signal(str)
    colouring_wanted = Signal()

    def __init__(self, session: ProjectSession, flow: TopicFlow, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._flow = session, flow
        self._current: str | None = None
        self.facts = ElidedLabel("", "secondary", self)
        self.count_button = ChoiceButton(COUNTS, "How many topics", self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.model = TopicListModel(self)
        self.topics = QListView(self)
        self._delegate = TopicDelegate(theme, self)
        self.quality = label("", "small", self, wraps=True)
        self.mixture = label("", "small", self, wraps=True)
        self.documents = TopicDocuments(theme, self)
        self.chart = TopicChart(session, flow, theme, self)
        self.quiz = IntrusionQuiz(self)
        self._note = label(NO_TOPICS_TEXT, "secondary", self, wraps=True)
        self.fit_button = push_button("Find topics", "primary", self, lambda: self._fit(self.count_button.value))
        self.actions_by_name = self._make_actions()
        self._lay_out()
        self._connect()
        self._show_topics()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self._delegate.set_theme(theme)
        self.documents.set_theme(theme)
        self.chart.set_theme(theme)
        self.topics.viewport().update()

    @property
    def selected_topics(self) -> tuple[Topic, ...]:
        """The topics that are selected, in the order shown."""
        rows = sorted(index.row() for index in self.topics.selectionModel().selectedIndexes())
        return tuple(self.model.topic(row) for row in rows)

    # Building

    def _make_actions(self) -> dict[str, QAction]:
        specs = (
            ("rename", "Rename", "F2", self._rename),
            ("merge", "Merge", "Ctrl+M", self._merge),
            ("split", "Split", "", self._split),
            ("split_by_selection", "Split by the selected terms", "", self._split_by_selection),
            ("hide", "Hide", "Del", self._hide),
            ("show_all", "Show hidden topics", "", self._show_all),
            ("seed", "New topic from the selected terms", "", self._seed),
            ("pin", "Pin the selected terms to this topic", "", lambda: self._say_of_terms(PinTerm)),
            ("forbid", "Ban the selected terms from this topic", "", lambda: self._say_of_terms(ForbidTerm)),
            ("release", "Neither pin nor ban the selected terms", "", lambda: self._say_of_terms(ReleaseTerm)),
            ("move_up", "Move up", "Alt+Up", lambda: self._move(-1)),
            ("move_down", "Move down", "Alt+Down", lambda: self._move(1)),
            ("recolour", "Another colour", "", self._recolour),
            ("select_terms", "Select its terms on the map", "", self._select_terms),
            ("colour_map", "Colour the map by topic", "", self.colouring_wanted.emit),
            ("chart", "Topics over time and by group", "", lambda: self._show_page(self.chart)),
            ("quiz", "Word-intrusion quiz", "", self._start_quiz),
            ("export", "Export the topics…", "", self._ask_export),
        )
        made = {}
        for name, text, keys, do in specs:
            action = QAction(text, self)
            if keys:
                action.setShortcut(QKeySequence(keys))
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _checked=False, do=do: do())
            made[name] = action
        return made

    def _lay_out(self) -> None:
        self.slider.setRange(0, SLIDER_STEPS)
        self.slider.setValue(round(NATURAL_BALANCE * SLIDER_STEPS))
        self.slider.setFixedWidth(64)
        self.slider.setAccessibleName("Balance of words and phrases")
        self.slider.setToolTip("Left: words only. Middle: as they weigh. Right: phrases only.")
        self.topics.setModel(self.model)
        self.topics.setItemDelegate(self._delegate)
        self.topics.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.topics.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.topics.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.topics.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.topics.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.topics.setMouseTracking(True)
        self.topics.setAccessibleName("Topics")
        self.topics.addActions(list(self.actions_by_name.values()))
        self._top = QWidget(self)
        top = QVBoxLayout(self._top)
        top.setContentsMargins(6, 6, 12, 4)
        top.setSpacing(2)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addSpacing(6)
        first.addWidget(self.facts)
        first.addStretch(1)
        second.addWidget(self.count_button)
        second.addStretch(1)
        second.addWidget(label("words", "small", self))
        second.addWidget(self.slider)
        second.addWidget(label("phrases", "small", self))
        top.addLayout(first)
        top.addLayout(second)
        self.mixture.setContentsMargins(6, 2, 0, 2)
        top.addWidget(self.mixture)
        self._pages = QStackedWidget(self)
        self._empty = QWidget(self)
        empty = QVBoxLayout(self._empty)
        empty.setContentsMargins(12, 10, 12, 0)
        empty.addWidget(self._note)
        empty.addWidget(self.fit_button, 0, Qt.AlignmentFlag.AlignLeft)
        empty.addStretch(1)
        self._detail = QWidget(self)
        detail = QVBoxLayout(self._detail)
        detail.setContentsMargins(0, 6, 0, 0)
        detail.setSpacing(4)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(8, 0, 8, 0)
        buttons.setSpacing(2)
        self._buttons = {
            name: push_button(self.actions_by_name[name].text(), "quiet", self, self.actions_by_name[name].trigger)
            for name in ("rename", "merge", "split", "hide")
        }
        for button in self._buttons.values():
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.more_button = push_button("More", "quiet", self, self._open_menu_at_button)
        buttons.addWidget(self.more_button)
        detail.addLayout(buttons)
        self.quality.setContentsMargins(12, 0, 12, 0)
        detail.addWidget(self.quality)
        detail.addWidget(self.documents, 1)
        self._shown = QSplitter(Qt.Orientation.Vertical, self)
        self._shown.setHandleWidth(1)
        self._shown.setChildrenCollapsible(False)
        self._shown.addWidget(self.topics)
        self._shown.addWidget(self._detail)
        self._shown.setStretchFactor(0, 3)
        self._shown.setStretchFactor(1, 1)
        self._shown.setSizes([400, 170])
        for page in (self._empty, self._shown, self.chart, self.quiz):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._top)
        column.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self.count_button.chosen.connect(self._fit)
        self.slider.valueChanged.connect(lambda value: self.model.set_balance(value / SLIDER_STEPS))
        self.model.rename_wanted.connect(lambda key, name: self._flow.edit(RenameTopic(key, name), self))
        self.topics.selectionModel().selectionChanged.connect(lambda _now, _before: self._follow_selected())
        self.topics.customContextMenuRequested.connect(self._open_menu)
        self._delegate.term_clicked.connect(self._select_term)
        self.documents.chosen.connect(self._read)
        self.chart.left.connect(lambda: self._show_page(self._shown))
        self.quiz.left.connect(lambda: self._show_page(self._shown))
        self._flow.topics_changed.connect(self._show_topics)
        self._flow.fitting_changed.connect(lambda _is_fitting: self._show_topics())
        self._session.project_opened.connect(self._show_topics)
        self._session.project_closed.connect(self._show_topics)
        self._session.selection_changed.connect(lambda _selection, _initiator: self._refresh_actions())
        self._session.selection_changed.connect(lambda _selection, _initiator: self._show_mixture())

    # What the flow tells

    def _show_topics(self) -> None:
        model, project = self._flow.model, self._session.project
        self.model.is_editable = project is not None and not project.read_only
        kept = [topic.key for topic in self.selected_topics]
        scrolled = self.topics.verticalScrollBar().value()
        self.model.show_model(model)
        for key in kept:
            self.select_topic(key, adds=True)
        self.topics.verticalScrollBar().setValue(scrolled)
        self.facts.setText(describe_model(model) if model is not None else "")
        self._top.setVisible(model is not None)
        self.fit_button.setVisible(self._flow.can_fit and not self._flow.is_fitting)
        if self._flow.is_fitting:
            self._note.setText(FITTING_TEXT)
        else:
            self._note.setText(NO_TOPICS_TEXT if self._flow.can_fit or project is None else NO_VECTORS_TEXT)
        if model is None or (self._pages.currentWidget() is self._empty):
            self._show_page(self._shown if model is not None else self._empty)
        self.count_button.setEnabled(self._flow.can_fit and not self._flow.is_fitting)
        self._follow_selected()
        self._show_mixture()

    def _show_mixture(self) -> None:
        model, document = self._flow.model, self._session.selection.document
        shows = model is not None and document is not None
        self.mixture.setVisible(shows)
        if model is not None and document is not None:
            self.mixture.setText(describe_mixture(model, document))

    def _follow_selected(self) -> None:
        self._refresh_actions()
        chosen, model = self.selected_topics, self._flow.model
        if model is None or len(chosen) != 1:
            self._current = None
            self._detail.setVisible(bool(chosen))
            self.quality.setText(f"{len(chosen)} topics selected" if chosen else "")
            self.documents.show_documents([])
            return
        (topic,) = chosen
        self._detail.show()
        self.quality.setText(describe_quality(topic))
        self._current = topic.key
        task = self._flow.start_documents(model.position(topic.key))
        if task is not None:
            task.succeeded.connect(self.documents.show_documents)
            task.failed.connect(self.failed)

    def _refresh_actions(self) -> None:
        chosen, n_terms = len(self.selected_topics), self._session.selection.n_terms
        editable, model = self.model.is_editable, self._flow.model
        enabled = {
            "rename": editable and chosen == 1,
            "merge": editable and chosen > 1,
            "split": editable and chosen == 1,
            "split_by_selection": editable and chosen == 1 and n_terms > 0,
            "hide": editable and chosen > 0,
            "show_all": editable and model is not None and len(model.visible_topics) < model.n_topics,
            "seed": editable and n_terms > 0 and model is not None,
            "move_up": editable and chosen == 1,
            "move_down": editable and chosen == 1,
            "recolour": editable and chosen == 1,
            "select_terms": chosen > 0,
            **dict.fromkeys(("pin", "forbid", "release"), editable and chosen == 1 and n_terms > 0),
        }
        for name, is_enabled in enabled.items():
            self.actions_by_name[name].setEnabled(is_enabled)
        for name, button in self._buttons.items():
            button.setEnabled(self.actions_by_name[name].isEnabled())

    # What the person does

    def _fit(self, n_topics: object) -> None:
        self._flow.fit(n_topics if isinstance(n_topics, int) else None)

    def _rename(self) -> None:
        chosen = self.topics.selectionModel().selectedIndexes()
        if len(chosen) == 1:
            self.topics.edit(chosen[0])

    def _merge(self) -> None:
        self._flow.edit(MergeTopics(tuple(topic.key for topic in self.selected_topics)), self)

    def _split(self) -> None:
        for topic in self.selected_topics[:1]:
            self._flow.edit(SplitTopic(topic.key), self)

    def _split_by_selection(self) -> None:
        for topic in self.selected_topics[:1]:
            self._flow.edit(SplitTopicByTerms(topic.key, self._selected_terms()), self)

    def _hide(self) -> None:
        for topic in self.selected_topics:
            self._flow.edit(HideTopic(topic.key), self)

    def _show_all(self) -> None:
        model = self._flow.model
        for topic in model.topics if model is not None else ():
            if topic.is_hidden:
                self._flow.edit(HideTopic(topic.key, False), self)

    def _seed(self) -> None:
        self._flow.edit(SeedTopic(self._selected_terms()), self)

    def _say_of_terms(self, edit: type[PinTerm] | type[ForbidTerm] | type[ReleaseTerm]) -> None:
        for topic in self.selected_topics[:1]:
            for term in self._selected_terms():
                self._flow.edit(edit(topic.key, term), self)

    def _move(self, step: int) -> None:
        model, chosen = self._flow.model, self.selected_topics
        if model is None or len(chosen) != 1:
            return
        keys = [topic.key for topic in model.topics]
        place = keys.index(chosen[0].key)
        target = max(0, min(len(keys) - 1, place + step))
        keys.insert(target, keys.pop(place))
        self._flow.edit(ReorderTopics(tuple(keys)), self)

    def _recolour(self) -> None:
        model = self._flow.model
        for topic in self.selected_topics[:1]:
            used = {other.colour for other in model.topics} if model is not None else set()
            free = next((colour for colour in range(topic.colour + 1, topic.colour + 40) if colour not in used), 0)
            self._flow.edit(RecolourTopic(topic.key, free), self)

    def _select_terms(self) -> None:
        rows = [term.row for topic in self.selected_topics for term in topic.top_terms(30, self.model.balance)]
        self._session.select_terms(rows, initiator=self)

    def _select_term(self, row: int, adds: bool) -> None:
        self._session.select_terms([row], "add" if adds else "replace", anchor=row, initiator=self)

    def _read(self, document: "TopicDocument") -> None:
        self._session.read_place(Place(document.document, document.start, document.end), self)

    def _start_quiz(self) -> None:
        from phrase_explorer.foundation.errors import UserFacingError

        model = self._flow.model
        if model is None:
            return
        try:
            self.quiz.begin(model)
        except UserFacingError as error:
            self.failed.emit(error)
            return
        self._show_page(self.quiz)

    def _ask_export(self) -> None:
        pattern = "Table (*.csv);;Parquet (*.parquet);;Whole model (*.json)"
        chosen = QFileDialog.getSaveFileName(self, "Export the topics", "topics.csv", pattern)[0]
        if chosen:
            self.export(Path(chosen))

    def export(self, path: Path) -> None:
        """Write the topics by the ending of `path`."""
        task = self._flow.start_export(path)
        if task is not None:
            task.succeeded.connect(lambda paths: self.said.emit(f"Written to {', '.join(map(str, paths))}"))
            task.failed.connect(self.failed)

    def _open_menu_at_button(self) -> None:
        self._menu().popup(self.more_button.mapToGlobal(QPoint(0, self.more_button.height())))

    def _open_menu(self, position: QPoint) -> None:
        self._menu().popup(self.topics.viewport().mapToGlobal(position))

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups = (
            ("rename", "merge", "split", "split_by_selection", "hide", "show_all"),
            ("seed", "pin", "forbid", "release"),
            ("move_up", "move_down", "recolour"),
            ("select_terms", "colour_map", "chart", "quiz", "export"),
        )
        for names in groups:
            menu.addSeparator()
            menu.addActions([self.actions_by_name[name] for name in names])
        return menu

    def _selected_terms(self) -> tuple[str, ...]:
        vocabulary = self._session.vocabulary
        if vocabulary is None:
            return ()
        return tuple(vocabulary.terms[row] for row in self._session.selection.term_rows)

    def select_topic(self, key: str, *, adds: bool = False) -> None:
        """Select a topic in the list, beside those selected before or alone."""
        row = self.model.row_of(key)
        flags = QItemSelectionModel.SelectionFlag
        if row >= 0:
            index = self.model.index(row)
            self.topics.selectionModel().select(index, flags.Select if adds else flags.ClearAndSelect)
            if not adds:
                self.topics.scrollTo(index)

    def _show_page(self, page: QWidget) -> None:
        self._pages.setCurrentWidget(page)
