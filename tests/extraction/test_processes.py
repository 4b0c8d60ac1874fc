from types import SimpleNamespace

import psutil
import pytest

from phrase_explorer.extraction import count_processes


@pytest.mark.parametrize(
    ("n_characters", "n_cores", "free_bytes", "n_processes"),
    [
        (0, 8, 64e9, 1),
        (599_999, 8, 64e9, 1),
        (600_000, 8, 64e9, 2),
        (50_000_000, 8, 64e9, 8),
        (50_000_000, 8, 2e9, 3),
        (50_000_000, 1, 0, 1),
    ],
)
def test_processes_follow_text_cores_and_memory(monkeypatch, n_characters, n_cores, free_bytes, n_processes):
    monkeypatch.setattr("os.cpu_count", lambda: n_cores)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=int(free_bytes)))

    assert count_processes(n_characters) == n_processes
