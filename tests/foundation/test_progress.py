import threading

import pytest

from phrase_explorer.foundation.errors import Cancelled
from phrase_explorer.foundation.progress import Progress, ProgressUpdate


def test_the_last_unit_is_always_reported():
    updates: list[ProgressUpdate] = []
    progress = Progress(updates.append)

    progress.begin("read", total=3, unit="files")
    for _ in range(3):
        progress.advance()

    assert (updates[-1].done, updates[-1].total, updates[-1].unit) == (3, 3, "files")


def test_work_found_on_disk_does_not_enter_the_rate():
    updates: list[ProgressUpdate] = []
    progress = Progress(updates.append)

    progress.begin("embed", total=10, already_done=9)

    assert updates[-1].done == 9
    assert updates[-1].rate_per_s is None


def test_a_cancel_takes_effect_at_the_next_call():
    cancel = threading.Event()
    progress = Progress(cancel_event=cancel)
    progress.begin("read")
    cancel.set()

    with pytest.raises(Cancelled):
        progress.advance()
