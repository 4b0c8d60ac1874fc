"""The window: header, messages, the welcome page or the explorer, the status strip; and what each action does.

It puts the parts together and passes on what they ask for. What is shown is the views' business, what is decided the actions'.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from phrase_explorer.domain.selection import Selection
from phrase_explorer.gui.actions import annotate_terms, export_results
from phrase_explorer.gui.actions.action_set import ActionSet
from phrase_explorer.gui.actions.colour_terms import start_colouring
from phrase_explorer.gui.actions.find_terms import SearchMode
from phrase_explorer.gui.actions.open_project import OpenedProject
from phrase_explorer.gui.actions.preview_import import file_dialog_pattern
from phrase_explorer.gui.actions.project_flow import ProjectFlow
from phrase_explorer.gui.actions.topic_flow import TopicFlow
from phrase_explorer.gui.preferences import Preferences
from phrase_explorer.gui.qt_models.progress_text import counted
from phrase_explorer.gui.qt_models.term_colours import TermColours, colour_by_topic, colour_terms
from phrase_explorer.gui.session import Colouring, ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.failure_text import describe_failure
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.gui.term_listing import TermFilter
from phrase_explorer.gui.theme import Theme, ThemeChoice, apply_theme
from phrase_explorer.gui.views.activity import Activity
from phrase_explorer.gui.views.ask_bar import AskBar
from phrase_explorer.gui.views.explorer import Explorer
from phrase_explorer.gui.views.header_bar import HeaderBar
from phrase_explorer.gui.views.message_bar import MessageBar
from phrase_explorer.gui.views.status_strip import StatusStrip
from phrase_explorer.gui.views.welcome_page import WelcomePage

if TYPE_CHECKING:
    from phrase_explorer.project.changes import Changes

DEFAULT_SIZE = (1440, 900)
MINIMUM_SIZE = (760, 520)
TITLE = "Phrase Explorer"
KIND_ACTIONS = {None: "show_all_kinds", "phrase": "show_phrases", "word": "show_words"}


class MainWindow(QMainWindow):
    """One window, one project."""

    def __init__(self, preferences: Preferences, theme: Theme, *, log_path: Path | None = None) -> None:
        super().__init__()
        self._preferences, self._theme, self._log_path = preferences, theme, log_path
        self._opened: OpenedProject | None = None
        self._last_said = ""
        self._had_topics = False
        self.runner = TaskRunner(self)
        self.session = ProjectSession(self)
        self.flow = ProjectFlow(self.session, self.runner, preferences, self)
        self.topic_flow = TopicFlow(self.session, self.runner, self)
        self.actions_by_name = ActionSet(theme, self)
        self.setWindowTitle(TITLE)
        self.setMinimumSize(*MINIMUM_SIZE)
        self.setAcceptDrops(True)
        self._build()
        self.addActions(list(self.actions_by_name))
        self._connect_session()
        self._connect_flow()
        self._bind_actions()
        self._restore_window()
        self.actions_by_name[f"theme_{preferences.theme}"].setChecked(True)
        self.show_welcome()

    def open_path(self, path: Path) -> None:
        """Open a project or read a corpus."""
        self.message_bar.dismiss()
        self.flow.open_path(path)

    def show_welcome(self) -> None:
        """Show the empty state."""
        self._opened = None
        self.setWindowTitle(TITLE)
        self.header.show_project("", "")
        self.strip.show_facts("offline")
        self.welcome.show_recent(self._preferences.recent_projects)
        self._pages.setCurrentWidget(self.welcome)
        self._refresh_actions()
        self.activity.refresh()

    def report_failure(self, error: object) -> None:
        """Say inline what went wrong."""
        assert isinstance(error, BaseException)
        text = describe_failure(error, self._log_path)
        self.message_bar.say(text.sentence, "error", details=text.details)

    def set_theme(self, choice: ThemeChoice) -> None:
        """Use another theme, now and at the next start."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._preferences.theme = choice
        self.actions_by_name[f"theme_{choice}"].setChecked(True)
        self._theme = apply_theme(app, choice)
        for view in (self.header, self.message_bar, self.welcome, self.explorer, self.actions_by_name):
            view.set_theme(self._theme)
        self._recolour()

    # Parts

    def _build(self) -> None:
        body = QWidget(self)
        self.header = HeaderBar(self.actions_by_name, self._theme, body)
        self.message_bar = MessageBar(self._theme, body)
        self.ask_bar = AskBar(body)
        self._pages = QStackedWidget(body)
        self.welcome = WelcomePage(self._theme, self._pages)
        self.explorer = Explorer(self.session, self.runner, self.topic_flow, self._theme, self._pages)
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.explorer)
        self.strip = StatusStrip(body)
        self.activity = Activity(self.runner, self.strip, self._describe_idle, self)
        self.runner.started.connect(lambda _task: self._refresh_actions())
        self.runner.idle.connect(self._refresh_actions)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.header, self.message_bar, self.ask_bar):
            column.addWidget(widget)
        column.addWidget(self._pages, 1)
        column.addWidget(self.strip)
        self.setCentralWidget(body)
        self.explorer.terms.set_term_actions(
            [self.actions_by_name[name] for name in ("zoom_to_selection", "copy_terms", "hide_terms", "restore_terms")]
            + [self.actions_by_name[name] for name in ("tag_terms", "untag_terms", "note_term")]
        )

    def _connect_session(self) -> None:
        session = self.session
        session.project_closed.connect(self._forget_project)
        session.changed.connect(self._follow_changes)
        session.selection_changed.connect(lambda _selection, _initiator: self._refresh_actions())
        session.history_changed.connect(self._refresh_actions)
        session.history_changed.connect(self.activity.refresh)
        session.filter_changed.connect(lambda term_filter, _initiator: self._show_kind(term_filter))
        session.colouring_changed.connect(self._follow_colouring)
        session.project_opened.connect(self._recolour)
        session.project_opened.connect(lambda: self._show_kind(session.term_filter))
        session.layout_arrived.connect(lambda _layout: self._recolour())

    def _connect_flow(self) -> None:
        flow, explorer = self.flow, self.explorer
        flow.import_wanted.connect(self._ask_import)
        flow.analysis_started.connect(self._show_analysis)
        flow.analysis_ended.connect(self._end_analysis)
        flow.stage_ended.connect(
            lambda report: explorer.map_area.stages.show_done(report.stage, report.counts, reused=report.reused)
        )
        flow.project_shown.connect(self._show_project)
        flow.stopped_early.connect(self._say_stopped)
        flow.failed.connect(self._fail)
        explorer.corpus.skipped_found.connect(self._say_skipped)
        self.topic_flow.failed.connect(self.report_failure)
        self.topic_flow.topics_changed.connect(self._follow_topics)
        explorer.topics.said.connect(lambda sentence: self.message_bar.say(sentence, "note"))
        explorer.topics.colouring_wanted.connect(lambda: self.session.set_colouring("topic"))
        for view in (explorer.concordance, explorer.reader, explorer.neighbours, explorer.corpus, explorer.topics):
            view.failed.connect(self.report_failure)
        explorer.concordance.lines_changed.connect(self._refresh_actions)
        explorer.concordance.export_requested.connect(self.actions_by_name["export_lines"].trigger)
        explorer.reader.expand_requested.connect(explorer.toggle_reader)
        explorer.terms.activated.connect(lambda row: explorer.map_area.map.zoom_to([row]))
        explorer.map_area.term_activated.connect(lambda row: self.session.select_terms([row]))
        self.runner.started.connect(self._watch_stages)
        self.header.search.search_changed.connect(self._search)
        self.header.colouring_chosen.connect(self.session.set_colouring)
        self.welcome.folder_wanted.connect(self._ask_folder)
        self.welcome.file_wanted.connect(self._ask_file)
        self.welcome.project_wanted.connect(self._ask_project)
        self.welcome.sample_wanted.connect(self.actions_by_name["open_sample"].trigger)
        self.welcome.recent_chosen.connect(self.open_path)

    def _bind_actions(self) -> None:
        session, explorer, window_map = self.session, self.explorer, self.explorer.map_area.map
        does: dict[str, Callable[[], object]] = {
            "open_folder": self._ask_folder,
            "open_file": self._ask_file,
            "open_project": self._ask_project,
            "open_sample": self._open_sample,
            "continue_analysis": self.flow.continue_analysis,
            "export_terms": self._export_terms,
            "export_lines": self._export_lines,
            "export_map": self._export_map,
            "close_project": self.flow.close_project,
            "quit": self.close,
            "undo": session.undo,
            "redo": session.redo,
            "copy_lines": explorer.concordance.copy_lines,
            "copy_terms": self._copy_terms,
            "select_listed": explorer.terms.table.selectAll,
            "clear_selection": lambda: session.select(Selection()),
            "find": lambda: _focus(self.header.search),
            "hide_terms": self._hide_terms,
            "restore_terms": lambda: annotate_terms.restore_selected(session),
            "restore_all": lambda: annotate_terms.restore_all(session),
            "save_selection": self._ask_selection_name,
            "select_saved": self._ask_saved_selection,
            "choose_projects_folder": self._choose_projects_folder,
            "tag_terms": self._ask_tag,
            "untag_terms": self._ask_untag,
            "note_term": self._ask_note,
            "show_all_kinds": lambda: explorer.terms.choose_kind(None),
            "show_phrases": lambda: explorer.terms.choose_kind("phrase"),
            "show_words": lambda: explorer.terms.choose_kind("word"),
            "fit_map": window_map.fit,
            "zoom_to_selection": window_map.zoom_to_selection,
            "map_back": window_map.go_back,
            "map_forward": window_map.go_forward,
            "expand_reader": explorer.toggle_reader,
            "go_to_filter": lambda: _focus(explorer.terms.filter_edit),
            "go_to_terms": lambda: _focus(explorer.terms.table),
            "go_to_map": lambda: _focus(window_map),
            "go_to_side": self._go_to_neighbours,
            "go_to_corpus": lambda: explorer.side.show_tab("Corpus"),
            "go_to_lines": lambda: _focus(explorer.concordance.lines),
            "go_to_reader": lambda: _focus(explorer.reader.text),
            "theme_system": lambda: self.set_theme("system"),
            "theme_light": lambda: self.set_theme("light"),
            "theme_dark": lambda: self.set_theme("dark"),
            "reset_layout": explorer.reset_sizes,
            "command_palette": self._open_palette,
            "shortcuts": self._open_shortcuts,
            "menu": self.header.menu_button.showMenu,
            "cancel": self.activity.cancel,
        }
        for name, do in does.items():
            self.actions_by_name.bind(name, do)

    # What the session and the flow tell

    def _show_project(self, opened: OpenedProject) -> None:
        self._opened = opened
        project = opened.project
        counts = [(opened.n_documents, "documents"), (opened.n_words, "words")]
        if opened.listing is not None:
            counts.append((opened.listing.vocabulary.n_terms, "terms"))
        self.header.show_project(project.name, " · ".join(counted(count, unit) for count, unit in counts))
        self.setWindowTitle(f"{project.name} — {TITLE}")
        self.header.offer_columns(list(opened.colour_columns))
        self.header.colour_button.set_value(self.session.colouring)
        encoder = project.state.models.get("encoder", {}).get("name", "")
        facts = ["read only" if project.read_only else "saved", "offline", f"encoder {encoder}" if encoder else ""]
        self.strip.show_facts(" · ".join(fact for fact in facts if fact))
        self._pages.setCurrentWidget(self.explorer)
        if project.read_only:
            self.message_bar.say(
                "Another program is writing this project, so it is open for reading only; close it there to change it here.",
                "warning",
            )
        self._refresh_actions()
        self.activity.refresh()

    def _show_analysis(self, name: str) -> None:
        self.message_bar.dismiss()
        if self.session.project is None:
            self.header.show_project(name, "")
            self.setWindowTitle(f"{name} — {TITLE}")
        self.explorer.map_area.stages.begin(name)
        self.explorer.map_area.set_analysing(True)
        self._pages.setCurrentWidget(self.explorer)
        self._refresh_actions()

    def _end_analysis(self) -> None:
        self.explorer.map_area.set_analysing(False)
        if self.session.project is None:
            self.show_welcome()
        elif self._preferences.finds_topics and self.session.layout is not None and self.topic_flow.model is None:
            self.topic_flow.fit()
        self._refresh_actions()
        self.activity.refresh()

    def _watch_stages(self, task: BackgroundTask) -> None:
        if task.lane == "compute":
            task.progressed.connect(self.explorer.map_area.stages.show_update)

    def _say_stopped(self) -> None:
        if self.session.project is not None:
            self.message_bar.say(
                "Stopped. What was finished is kept; “Continue the analysis” in the menu goes on from there.", "note"
            )

    def _say_skipped(self, count: int) -> None:
        if self.flow.is_analysing and not self.message_bar.text:
            items = "One item" if count == 1 else f"{count:,} items"
            self.message_bar.say(f"{items} could not be read; the Corpus tab says which, and why.", "note")

    def _fail(self, error: object) -> None:
        if self.session.project is None:
            self.show_welcome()
        self.report_failure(error)

    def _forget_project(self) -> None:
        self.header.search.clear()
        self.message_bar.dismiss()
        self.ask_bar.leave()
        self.show_welcome()

    def _follow_changes(self, changes: "Changes", _initiator: object) -> None:
        if changes.tags and self.session.colouring == "tag":
            self._recolour()

    def _follow_colouring(self, colouring: Colouring) -> None:
        self.header.colour_button.set_value(colouring)
        self._recolour()

    def _show_kind(self, term_filter: TermFilter) -> None:
        self.actions_by_name[KIND_ACTIONS[term_filter.kind]].setChecked(True)

    def _follow_topics(self) -> None:
        has_topics = self.topic_flow.model is not None
        if has_topics and not self._had_topics:
            self.explorer.side.show_tab("Topics")
            self.session.set_colouring("topic")
        self._had_topics = has_topics
        if self.session.colouring == "topic":
            self._recolour()

    def _recolour(self) -> None:
        vocabulary = self.session.vocabulary
        if self.session.colouring == "topic" and vocabulary is not None:
            flow = self.topic_flow
            self.runner.supersede("colours")
            self._show_colours(colour_by_topic(flow.model, flow.term_topics, vocabulary.n_terms, self._theme))
            return
        task = start_colouring(self.session, self.runner, self._theme)
        if task is None:
            self._show_colours(colour_terms(self.session, self._theme))
        else:
            task.succeeded.connect(self._show_colours)
            task.failed.connect(self.report_failure)

    def _show_colours(self, colours: TermColours) -> None:
        self.explorer.map_area.set_colours(colours)
        self.explorer.terms.model.set_swatches(colours.rows, colours.hex_colours)

    def _describe_idle(self) -> str:
        if self._last_said:
            return self._last_said
        project = self.session.project
        if project is None:
            return "Ready"
        if self.session.vocabulary is not None and not self.session.vocabulary.n_terms:
            return "No words or phrases were found"
        if self._is_unfinished():
            return "Analysis not finished · continue it from the menu"
        return "Map ready"

    def _is_unfinished(self) -> bool:
        """Say whether a stage has yet to run, or must run again because what it left was damaged."""
        analysis = self.session.analysis
        return self.session.layout is None or analysis is None or analysis.term_embeddings is None

    def _refresh_actions(self) -> None:
        session, satisfied = self.session, {"nothing"}
        history = session.project.history if session.project is not None else None
        if session.project is not None:
            satisfied.add("project")
            if not session.project.read_only:
                satisfied.add("editable")
            if session.vocabulary is not None:
                satisfied.add("terms")
            if not self.flow.is_analysing and self._is_unfinished() and not session.project.read_only:
                satisfied.add("unfinished")
        if session.selection.n_terms:
            satisfied.add("selection")
        if session.selection.anchor is not None:
            satisfied.add("anchor")
        if self.explorer.concordance.pages is not None:
            satisfied.add("lines")
        undo_label = history.undo_label if history is not None else None
        redo_label = history.redo_label if history is not None else None
        satisfied |= {need for need, label in (("undo", undo_label), ("redo", redo_label)) if label}
        if self.activity.can_cancel:
            satisfied.add("task")
        self.actions_by_name.enable(frozenset(satisfied))
        self.actions_by_name.name_history(undo_label, redo_label)

    # What the person does

    def _search(self, text: str, mode: SearchMode) -> None:
        explorer = self.explorer
        explorer.concordance.find_text(text if mode == "text" else "")
        if mode != "text":
            explorer.side.show_tab("Neighbours")
        explorer.neighbours.search("" if mode == "text" else text, mode)

    def _hide_terms(self) -> None:
        n_hidden = annotate_terms.hide_selected(self.session)
        self.session.select(Selection())
        self._say_shortly(f"{counted(n_hidden, 'terms')} hidden · Undo brings {'it' if n_hidden == 1 else 'them'} back")

    def _ask_tag(self) -> None:
        question = f"Tag for {counted(self.session.selection.n_terms, 'terms')}"
        self.ask_bar.ask(
            question, lambda tag: annotate_terms.tag_selected(self.session, tag), known=self.session.tags()
        )

    def _ask_untag(self) -> None:
        self.ask_bar.ask(
            "Tag to remove", lambda tag: annotate_terms.untag_selected(self.session, tag), known=self.session.tags()
        )

    def _ask_selection_name(self) -> None:
        self.ask_bar.ask(
            f"Name for a selection of {counted(self.session.selection.n_terms, 'terms')}",
            lambda name: annotate_terms.save_selection(self.session, name),
            known=self.session.saved_selections(),
        )

    def _ask_saved_selection(self) -> None:
        names = self.session.saved_selections()
        if not names:
            self.message_bar.say("No selection has been saved in this project yet; select terms and save them first.")
            return
        self.ask_bar.ask("Selection to go back to", self.session.select_saved, initial=names[0], known=names)

    def _ask_note(self) -> None:
        anchor, vocabulary = self.session.selection.anchor, self.session.vocabulary
        if anchor is not None and vocabulary is not None:
            self.ask_bar.ask(
                f"Note on “{vocabulary.terms[anchor]}”",
                lambda note: annotate_terms.note_on_anchor(self.session, note),
                initial=self.session.note_on(anchor),
            )

    def _go_to_neighbours(self) -> None:
        self.explorer.side.show_tab("Neighbours")
        _focus(self.explorer.neighbours.hits)

    def _copy_terms(self) -> None:
        vocabulary = self.session.vocabulary
        if vocabulary is not None:
            terms = (vocabulary.terms[row] for row in self.session.selection.term_rows)
            QGuiApplication.clipboard().setText("\n".join(terms))

    def _ask_import(self, source: Path) -> None:
        from phrase_explorer.gui.dialogs.import_dialog import ImportDialog

        dialog = ImportDialog(source, self.runner, self)
        dialog.options_chosen.connect(lambda options: self.flow.analyse(source, options))
        dialog.open()

    def _ask_folder(self) -> None:
        self._open_chosen(QFileDialog.getExistingDirectory(self, "Open a folder of texts"))

    def _ask_file(self) -> None:
        pattern = file_dialog_pattern()
        self._open_chosen(QFileDialog.getOpenFileName(self, "Open a file or archive", "", pattern)[0])

    def _ask_project(self) -> None:
        start = str(self._preferences.projects_folder)
        self._open_chosen(QFileDialog.getExistingDirectory(self, "Open a project", start))

    def _choose_projects_folder(self) -> None:
        start = str(self._preferences.projects_folder)
        chosen = QFileDialog.getExistingDirectory(self, "Where new projects are made", start)
        if chosen:
            self._preferences.projects_folder = Path(chosen)
            self.message_bar.say(f"New projects are made in {chosen}")

    def _open_chosen(self, chosen: str) -> None:
        if chosen:
            self.open_path(Path(chosen))

    def _open_sample(self) -> None:
        self.message_bar.dismiss()
        self.flow.open_sample()

    def _export_lines(self) -> None:
        path = self._ask_path("Export the concordance", "concordance.csv", "CSV (*.csv)")
        pages = self.explorer.concordance.pages
        if path is not None and pages is not None:
            self._follow_export(export_results.start_line_export(self.runner, pages, path))

    def _export_terms(self) -> None:
        path = self._ask_path("Export the terms", "terms.csv", "CSV (*.csv)")
        if path is not None:
            self._follow_export(export_results.start_term_export(self.session, self.runner, path))

    def _export_map(self) -> None:
        path = self._ask_path("Export the map", "map.png", "PNG picture (*.png)")
        if path is not None:
            area = self.explorer.map_area.map
            picture = area.render_image(area.width(), area.height(), 3.0)
            self._follow_export(export_results.start_picture_export(self.runner, picture, path))

    def _ask_path(self, title: str, name: str, pattern: str) -> Path | None:
        project = self.session.project
        folder = project.folder.parent if project is not None else Path.home()
        chosen = QFileDialog.getSaveFileName(self, title, str(folder / name), pattern)[0]
        return Path(chosen) if chosen else None

    def _follow_export(self, task: BackgroundTask | None) -> None:
        if task is not None:
            task.succeeded.connect(lambda path: self.message_bar.say(f"Written to {path}", "note"))
            task.failed.connect(self.report_failure)

    def _say_shortly(self, sentence: str) -> None:
        self._last_said = sentence
        self.activity.refresh()
        self._last_said = ""

    def _open_palette(self) -> None:
        from phrase_explorer.gui.dialogs.command_palette import CommandPalette

        CommandPalette(list(self.actions_by_name), self).open_over(self)

    def _open_shortcuts(self) -> None:
        from phrase_explorer.gui.dialogs.shortcut_sheet import ShortcutSheet

        ShortcutSheet(self).show()

    # Qt

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
            self.welcome.set_hot(True)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Cool down."""
        self.welcome.set_hot(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first thing that was dropped."""
        self.welcome.set_hot(False)
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.open_path(paths[0])
            if len(paths) > 1:
                self.message_bar.say(
                    "Several things were dropped; the first one is opened. Drop a folder to read them all."
                )

    def showEvent(self, event: QShowEvent) -> None:
        """Start with the focus where typing is useful."""
        super().showEvent(event)
        if self._pages.currentWidget() is self.welcome:
            self.welcome.setFocus(Qt.FocusReason.OtherFocusReason)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what runs, save what is to be remembered, let the project go."""
        self._save_window()
        self.hide()
        self.runner.stop()
        self.session.close()
        event.accept()

    def _restore_window(self) -> None:
        geometry = self._preferences.window_state("geometry")
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(*DEFAULT_SIZE)
        names = ("rows", "top", "bottom")
        states = {name: self._preferences.window_state(name) for name in names}
        self.explorer.restore_states({name: state for name, state in states.items() if state is not None})
        columns = self._preferences.window_state("term_columns")
        if columns is not None:
            self.explorer.terms.restore_header_state(columns)

    def _save_window(self) -> None:
        states: dict[str, QByteArray] = {"geometry": self.saveGeometry(), **self.explorer.save_states()}
        states["term_columns"] = self.explorer.terms.header_state()
        for name, state in states.items():
            self._preferences.save_window_state(name, state)


def _focus(widget: QWidget) -> None:
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
