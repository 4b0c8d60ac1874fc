"""The strip at the bottom: what is going on, how long it will take and how to stop it; and that work is saved, offline."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from phrase_explorer.foundation.progress import ProgressUpdate
from phrase_explorer.gui.controls import ElidedLabel, label, push_button
from phrase_explorer.gui.qt_models.progress_text import STAGE_TITLES, describe_remaining, describe_update

BAR_STEPS = 1_000


class StatusStrip(QWidget):
    """Says what is going on.

    Signals
    -------
    cancel_requested()
        The person wants the running work to stop.
    """

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("statusStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(26)
        self._doing = ElidedLabel("", "small", self)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(120)
        self._bar.setAccessibleName("Progress")
        self._remaining = label("", "small", self)
        self._cancel = push_button("Cancel", "quiet", self, self.cancel_requested.emit)
        self._cancel.setAccessibleName("Cancel the running work")
        self._facts = ElidedLabel("", "small", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        for widget in (self._doing, self._bar, self._remaining, self._cancel):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self._facts)
        self.show_idle("Ready")

    @property
    def doing(self) -> str:
        """What it says is going on."""
        return self._doing.text()

    @property
    def facts(self) -> str:
        """What it says of the project."""
        return self._facts.text()

    @property
    def can_cancel(self) -> bool:
        """Whether it offers to cancel."""
        return not self._cancel.isHidden() and self._cancel.isEnabled()

    def show_idle(self, sentence: str) -> None:
        """Say how things stand while nothing runs."""
        self._set_doing(sentence)
        for widget in (self._bar, self._remaining, self._cancel):
            widget.hide()

    def show_running(self, label_text: str) -> None:
        """Say that work has begun; how far it is will be known later."""
        self._set_doing(STAGE_TITLES.get(label_text, label_text))
        self._bar.setRange(0, 0)
        self._remaining.setText("")
        self._cancel.setEnabled(True)
        for widget in (self._bar, self._remaining, self._cancel):
            widget.show()

    def show_update(self, update: ProgressUpdate) -> None:
        """Say how far the running work is."""
        self._set_doing(describe_update(update))
        if update.total:
            self._bar.setRange(0, BAR_STEPS)
            self._bar.setValue(min(BAR_STEPS, round(BAR_STEPS * update.done / update.total)))
        else:
            self._bar.setRange(0, 0)
        self._remaining.setText(describe_remaining(update.remaining_s))

    def show_cancelling(self) -> None:
        """Say that the work was asked to stop."""
        self._set_doing("Stopping…")
        self._cancel.setEnabled(False)

    def show_facts(self, facts: str) -> None:
        """Say what holds for the project: saved, offline, which encoder."""
        self._facts.setText(facts)
        self._facts.updateGeometry()

    def _set_doing(self, sentence: str) -> None:
        self._doing.setText(sentence)
        self._doing.updateGeometry()
