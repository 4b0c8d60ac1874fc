import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.storage.atomic_write import write_atomically

KILLED_WHILE_WRITING = """
import os, sys
from pathlib import Path
from phrase_explorer.storage import atomic_write
atomic_write.os.{step} = lambda *arguments: os._exit(9)
atomic_write.write_atomically(Path(sys.argv[1]), b"new" * 1000)
"""


def test_the_new_content_replaces_the_old(tmp_path):
    path = tmp_path / "project.json"
    write_atomically(path, b"old")
    write_atomically(path, b"new")

    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["project.json"]


@given(st.binary(max_size=2000))
def test_any_bytes_come_back(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("atomic") / "file"
    write_atomically(path, content)

    assert path.read_bytes() == content


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_kill_at_any_step_leaves_the_old_file_whole(tmp_path, step):
    path = tmp_path / "project.json"
    write_atomically(path, b"old")

    program = KILLED_WHILE_WRITING.format(step=step)
    finished = subprocess.run([sys.executable, "-c", program, str(path)], cwd=Path.cwd(), check=False)

    assert finished.returncode == 9
    assert path.read_bytes() == b"old"


def test_a_failure_leaves_the_old_file_and_no_rubbish(tmp_path, monkeypatch):
    path = tmp_path / "project.json"
    write_atomically(path, b"old")

    def full_disk(*_arguments):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(OSError, match="no space"):
        write_atomically(path, b"new")

    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["project.json"]
