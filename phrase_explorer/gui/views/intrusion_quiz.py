"""The word-intrusion quiz: which of six terms does not belong? Answers are scored per topic and go to a CSV."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from phrase_explorer.gui.controls import label, push_button

if TYPE_CHECKING:
    from pathlib import Path

    from phrase_explorer.domain.topic_model import TopicModel
    from phrase_explorer.topic_modeling.intrusion import IntrusionAnswer, IntrusionQuestion

N_OPTIONS = 6
QUESTION_TEXT = "Which of these does not belong with the others?"
INTRO_TEXT = (
    "Five terms are from one topic, the sixth is not. If people find the intruder, the topic makes sense. "
    "Several people can take the same quiz one after the other; give each a name."
)


class IntrusionQuiz(QWidget):
    """Asks the questions of one quiz to one taker after the other.

    Signals
    -------
    left()
        The person is done with it.
    """

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._names: dict[str, str] = {}
        self._questions: tuple[IntrusionQuestion, ...] = ()
        self._place = 0
        self.answers: list[IntrusionAnswer] = []
        self.taker = QLineEdit(self)
        self.taker.setPlaceholderText("Your name")
        self.taker.setAccessibleName("Name of who takes the quiz")
        self.start_button = push_button("Start", "primary", self, self._start)
        self.progress = label("", "small", self)
        self.options = [QPushButton(self) for _ in range(N_OPTIONS)]
        self.result = label("", "secondary", self, wraps=True)
        self._pages = QStackedWidget(self)
        self._lay_out()
        self.taker.returnPressed.connect(self._start)

    def begin(self, model: "TopicModel", seed: int = 0) -> None:
        """Make the questions of a model; raises `UserFacingError` if it has too few topics."""
        from phrase_explorer.topic_modeling.intrusion import build_quiz

        self._questions = build_quiz(model, seed=seed)
        self._names = {topic.key: topic.name for topic in model.topics}
        self.answers = []
        self.taker.clear()
        self._pages.setCurrentIndex(0)
        self.taker.setFocus()

    def _lay_out(self) -> None:
        intro, asking, ending = QWidget(self), QWidget(self), QWidget(self)
        column = _column(intro)
        column.addWidget(label("Word-intrusion quiz", "heading", self))
        column.addWidget(label(INTRO_TEXT, "secondary", self, wraps=True))
        column.addWidget(self.taker)
        column.addLayout(_row(self.start_button, push_button("Back to the topics", "quiet", self, self.left.emit)))
        column.addStretch(1)
        column = _column(asking)
        column.addWidget(self.progress)
        column.addWidget(label(QUESTION_TEXT, "heading", self, wraps=True))
        for place, button in enumerate(self.options):
            button.setProperty("role", "plain")
            button.setAutoDefault(False)
            button.setShortcut(str(place + 1))
            button.clicked.connect(lambda _checked=False, place=place: self._answer(place))
            column.addWidget(button)
        column.addWidget(push_button("Stop here", "quiet", self, self._end), 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        column = _column(ending)
        column.addWidget(label("Thank you", "heading", self))
        column.addWidget(self.result)
        self.save_button = push_button("Save the answers as CSV…", "plain", self, self._ask_save)
        column.addWidget(self.save_button, 0, Qt.AlignmentFlag.AlignLeft)
        again = push_button("Next person", "quiet", self, self._again)
        column.addLayout(_row(again, push_button("Back to the topics", "quiet", self, self.left.emit)))
        column.addStretch(1)
        for page in (intro, asking, ending):
            self._pages.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages)

    def save(self, path: "Path") -> None:
        """Write all answers as CSV. Raises `UserFacingError` where it cannot be written."""
        from phrase_explorer.topic_modeling.intrusion import answers_to_csv
        from phrase_explorer.workflows.export_project import write_export

        write_export(path, answers_to_csv(self.answers).encode("utf-8"))

    def _start(self) -> None:
        if not self._questions:
            return
        self._place = 0
        self._pages.setCurrentIndex(1)
        self._ask()

    def _ask(self) -> None:
        question = self._questions[self._place]
        self.progress.setText(f"Question {self._place + 1} of {len(self._questions)}")
        for button, option in zip(self.options, question.options, strict=True):
            key = button.shortcut()
            button.setText(option.replace("&", "&&"))
            button.setShortcut(key)
        self.options[0].setFocus()

    def _answer(self, chosen: int) -> None:
        from phrase_explorer.topic_modeling.intrusion import IntrusionAnswer

        taker = " ".join(self.taker.text().split()) or "anonymous"
        self.answers.append(IntrusionAnswer(taker, self._questions[self._place], chosen))
        self._place += 1
        if self._place < len(self._questions):
            self._ask()
        else:
            self._end()

    def _end(self) -> None:
        from phrase_explorer.topic_modeling.intrusion import score_answers

        result = score_answers(self.answers)
        n_takers = len({answer.taker for answer in self.answers})
        self.save_button.setEnabled(bool(self.answers))
        if not self.answers:
            self.result.setText("No question was answered.")
            self._pages.setCurrentIndex(2)
            return
        lines = [f"{result.accuracy:.0%} of the intruders were found; guessing finds {1 / N_OPTIONS:.0%}."]
        if n_takers > 1 and result.agreement == result.agreement:
            lines.append(f"{n_takers} people agree with a Fleiss kappa of {result.agreement:.2f}.")
        missed = [self._names.get(key, key) for key, share in result.accuracy_by_topic.items() if share < 0.5]
        if missed:
            lines.append("Hard to tell: " + "; ".join(missed) + ".")
        self.result.setText("\n".join(lines))
        self._pages.setCurrentIndex(2)

    def _again(self) -> None:
        self.taker.clear()
        self._pages.setCurrentIndex(0)
        self.taker.setFocus()

    def _ask_save(self) -> None:
        from pathlib import Path

        chosen = QFileDialog.getSaveFileName(self, "Save the answers", "intrusion_answers.csv", "CSV (*.csv)")[0]
        if chosen:
            self.save(Path(chosen))


def _column(page: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(page)
    column.setContentsMargins(12, 10, 12, 8)
    column.setSpacing(8)
    return column


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
