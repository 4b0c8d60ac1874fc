import logging
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.storage.array_folder import ArrayFolder
from phrase_explorer.storage.artifact_store import PARTIAL_PREFIX, ArtifactStore

KILLED_WHILE_WRITING = """
import os, sys
from pathlib import Path
from phrase_explorer.storage.artifact_store import ArtifactStore
with ArtifactStore(Path(sys.argv[1])).writing("embed", "k1") as folder:
    (folder / "half.npy").write_bytes(b"half")
    os._exit(9)
"""


def content(value: int) -> ArrayFolder:
    return ArrayFolder({"numbers": np.full(3, value, dtype=np.int32)}, {"terms": ["a"]}, {"value": value})


def test_an_artifact_is_found_again_by_its_key(tmp_path):
    store = ArtifactStore(tmp_path)
    store.write("embed", "k1", content(1))

    found = store.read("embed", "k1")

    assert found is not None
    assert found.facts == {"value": 1}
    assert store.read("embed", "k2") is None


def test_a_corrupt_artifact_is_none_logged_once_and_can_be_written_again(tmp_path, caplog):
    store = ArtifactStore(tmp_path)
    path = store.write("embed", "k1", content(1))
    (path / "numbers.npy").write_bytes(b"rubbish")

    with caplog.at_level(logging.WARNING):
        assert store.read("embed", "k1") is None
    assert len(caplog.records) == 1

    store.write("embed", "k1", content(2))
    found = store.read("embed", "k1")
    assert found is not None
    assert found.facts == {"value": 2}


def test_an_error_while_filling_leaves_nothing(tmp_path):
    store = ArtifactStore(tmp_path)

    with pytest.raises(RuntimeError), store.writing("embed", "k1") as folder:
        (folder / "half.npy").write_bytes(b"half")
        raise RuntimeError

    assert store.read("embed", "k1") is None
    assert list((tmp_path / "embed").iterdir()) == []


def test_a_kill_while_filling_leaves_a_partial_that_is_never_taken_for_whole(tmp_path):
    program = [sys.executable, "-c", KILLED_WHILE_WRITING, str(tmp_path)]
    assert subprocess.run(program, cwd=Path.cwd(), check=False).returncode == 9
    store = ArtifactStore(tmp_path)

    assert store.read("embed", "k1") is None
    assert len(list((tmp_path / "embed").glob(f"{PARTIAL_PREFIX}*"))) == 1
    store.remove_leftovers()
    assert list((tmp_path / "embed").iterdir()) == []


def test_shards_survive_until_the_artifact_stands(tmp_path):
    store = ArtifactStore(tmp_path)
    (store.shards_folder("embed", "k1") / "0.npy").write_bytes(b"shard")
    store.remove_leftovers()
    assert (store.shards_folder("embed", "k1") / "0.npy").exists()

    store.write("embed", "k1", content(1))

    assert [entry.name for entry in (tmp_path / "embed").iterdir()] == ["k1"]


def test_a_failed_rename_keeps_no_half_artifact(tmp_path, monkeypatch):
    store = ArtifactStore(tmp_path)

    def refuse(*_arguments):
        raise PermissionError("in use")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(UserFacingError, match="in use"):
        store.write("embed", "k1", content(1))

    assert not store.path("embed", "k1").exists()


def test_a_full_disk_is_said_in_a_sentence_and_leaves_no_half_artifact(tmp_path, monkeypatch):
    def full(*_arguments, **_options):
        raise OSError("57744 requested and 28640 written")  # as NumPy says it, without an error number

    monkeypatch.setattr("phrase_explorer.storage.array_folder.np.save", full)

    with pytest.raises(
        UserFacingError, match=r"cannot be written \(57744 requested and 28640 written\); see that there is room"
    ):
        ArtifactStore(tmp_path / "artifacts").write("embed", "k1", content(1))

    assert list((tmp_path / "artifacts" / "embed").iterdir()) == []
