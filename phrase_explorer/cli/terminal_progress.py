"""Progress on stderr: one line that is written over in a terminal, plain lines elsewhere."""

import shutil
import time
from typing import TextIO

from phrase_explorer.foundation.progress import ProgressUpdate

SECONDS_BETWEEN_PLAIN_LINES = 5.0
BAR_CELLS = 20
STAGE_NAMES = {
    "load": "Reading",
    "read": "Reading",
    "extract": "Finding words and phrases",
    "embed": "Encoding terms",
    "first_layout": "First map",
    "neighbours": "Finding neighbours",
    "layout": "Laying out the map",
    "concordance": "Looking for occurrences",
}


class TerminalProgress:
    """Shows one update after another."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._overwrites = stream.isatty()
        self._is_line_open = False
        self._shown_at = 0.0
        self._shown: tuple[str, str, bool] = ("", "", False)

    def show(self, update: ProgressUpdate) -> None:
        """Show an update; outside a terminal only new stages, messages, ends, and one line in five seconds."""
        line = describe(update)
        if self._overwrites:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write("\r\x1b[2K" + line[:width])
            self._stream.flush()
            self._is_line_open = True
            return
        is_finished = update.total is not None and update.done >= update.total
        state = (update.stage, update.message, is_finished)
        if state == self._shown and time.monotonic() - self._shown_at < SECONDS_BETWEEN_PLAIN_LINES:
            return
        self._shown, self._shown_at = state, time.monotonic()
        self._stream.write(line + "\n")
        self._stream.flush()

    def clear(self) -> None:
        """Take the line away so that something else can be written."""
        if self._is_line_open:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
            self._is_line_open = False


def describe(update: ProgressUpdate) -> str:
    """Say an update in one line: what, how much of it, how fast, how long still."""
    parts = [STAGE_NAMES.get(update.stage, update.stage.replace("_", " ").capitalize())]
    if update.total:
        filled = round(BAR_CELLS * min(update.done / update.total, 1.0))
        parts.append(f"[{'#' * filled}{'.' * (BAR_CELLS - filled)}]")
        parts.append(f"{_amount(update.done, update.unit, of=update.total)}")
    elif update.done:
        parts.append(_amount(update.done, update.unit))
    if update.rate_per_s:
        parts.append(f"{_amount(update.rate_per_s, update.unit)}/s")
    if update.remaining_s is not None and update.total is not None and update.done < update.total:
        parts.append(f"about {duration(update.remaining_s)} left")
    if update.message:
        parts.append(update.message)
    return "  ".join(parts)


def duration(seconds: float) -> str:
    """Say a time span as a person does: 8 s, 3 min, 2 h 5 min."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def _amount(amount: float, unit: str, of: float | None = None) -> str:
    if unit == "bytes":
        whole = f" of {of / 1e6:,.1f}" if of is not None else ""
        return f"{amount / 1e6:,.1f}{whole} MB"
    figures = f"{amount:,.1f}" if 0 < amount < 10 and amount != round(amount) else f"{amount:,.0f}"
    whole = f" of {of:,.0f}" if of is not None else ""
    return f"{figures}{whole} {unit}"
