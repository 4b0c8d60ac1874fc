import io

import pytest

from phrase_explorer.cli.terminal_progress import TerminalProgress, describe, duration
from phrase_explorer.foundation.progress import ProgressUpdate


def update(done, total=100, *, stage="embed", rate=12.0, remaining=5.0, message="", unit="terms"):
    return ProgressUpdate(stage, done, total, unit, 1.0, rate, remaining, message)


def test_a_line_says_count_rate_and_remaining_time():
    line = describe(update(50))

    assert line == "Encoding terms  [##########..........]  50 of 100 terms  12 terms/s  about 5 s left"


def test_bytes_are_said_in_megabytes():
    line = describe(update(1_500_000, 3_000_000, stage="read", unit="bytes", rate=500_000))

    assert "1.5 of 3.0 MB  0.5 MB/s" in line


def test_an_unknown_total_has_no_bar():
    assert describe(update(7, None, remaining=None)) == "Encoding terms  7 terms  12 terms/s"


@pytest.mark.parametrize(("seconds", "said"), [(0.2, "1 s"), (89, "89 s"), (200, "3 min"), (7500, "2 h 5 min")])
def test_time_is_said_as_people_do(seconds, said):
    assert duration(seconds) == said


def test_outside_a_terminal_lines_are_plain_and_few():
    stream = io.StringIO()
    progress = TerminalProgress(stream)

    for done in range(0, 101, 10):
        progress.show(update(done))

    lines = stream.getvalue().splitlines()
    assert len(lines) == 2
    assert "\x1b" not in stream.getvalue()
    assert "100 of 100" in lines[-1]


def test_in_a_terminal_one_line_is_written_over_and_cleared():
    stream = _Terminal()
    progress = TerminalProgress(stream)

    progress.show(update(1))
    progress.show(update(2))
    progress.clear()

    assert "\n" not in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[2K")


class _Terminal(io.StringIO):
    def isatty(self):
        return True
