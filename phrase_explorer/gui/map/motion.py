"""Calm, interruptible motion: a value from 0 to 1 over a moment, or at once where reduced motion is asked for."""

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation


class Motion(QObject):
    """Runs one motion at a time; a new one takes over from the old."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.is_reduced = False
        self._animation: QVariantAnimation | None = None
        self._at_end: Callable[[], None] | None = None

    @property
    def is_running(self) -> bool:
        """Whether something moves."""
        return self._animation is not None

    def start(self, duration_ms: int, step: Callable[[float], None], at_end: Callable[[], None] | None = None) -> None:
        """Call `step` with shares that rise smoothly to 1, then `at_end`."""
        self.stop()
        if self.is_reduced or duration_ms <= 0:
            step(1.0)
            if at_end is not None:
                at_end()
            return
        animation = QVariantAnimation(self)
        animation.setDuration(duration_ms)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.setEasingCurve(QEasingCurve.Type.InOutCubic)
        animation.valueChanged.connect(step)
        animation.finished.connect(self._finish)
        self._animation, self._at_end = animation, at_end
        animation.start()

    def stop(self) -> None:
        """Leave the motion where it is; its end is not called."""
        animation, self._animation, self._at_end = self._animation, None, None
        if animation is not None:
            animation.stop()
            animation.deleteLater()

    def _finish(self) -> None:
        animation, at_end, self._animation, self._at_end = self._animation, self._at_end, None, None
        if animation is not None:
            animation.deleteLater()
        if at_end is not None:
            at_end()
