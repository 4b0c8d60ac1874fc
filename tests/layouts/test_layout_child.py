import os
import signal
import threading
import time

import numpy as np
import pytest

from phrase_explorer.foundation.errors import Cancelled, UserFacingError
from phrase_explorer.foundation.progress import Progress, ProgressUpdate
from phrase_explorer.layouts.layout_child import umap_layout_in_child, warm_up_in_child
from phrase_explorer.layouts.layout_options import LayoutOptions

ENDLESS = LayoutOptions(n_epochs=10_000_000)


@pytest.fixture
def vectors_path(tmp_path):
    vectors = np.random.default_rng(0).normal(size=(300, 8))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    np.save(tmp_path / "vectors.npy", vectors.astype(np.float32))
    return tmp_path / "vectors.npy"


@pytest.fixture(scope="module")
def compiled_code(tmp_path_factory):
    """Keep the compiled loop of these tests in a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def process(compiled_code):
    with warm_up_in_child() as process:
        yield process


def test_one_process_lays_out_one_set_after_another_and_gives_the_same(vectors_path, process):
    updates: list[ProgressUpdate] = []

    first = umap_layout_in_child(
        vectors_path, None, LayoutOptions(n_epochs=20), progress=Progress(updates.append), process=process
    )
    second = umap_layout_in_child(
        vectors_path.parent, None, LayoutOptions(n_epochs=20), progress=Progress(), process=process
    )

    assert first.method == "umap"
    np.testing.assert_array_equal(first.positions, second.positions)
    assert (updates[-1].done, updates[-1].total, updates[-1].unit) == (20, 20, "epochs")
    assert process.is_alive


def test_a_cancel_ends_a_running_layout_within_a_second(vectors_path, process):
    cancel = threading.Event()
    cancelled_at: list[float] = []

    def cancel_when_running(update: ProgressUpdate) -> None:
        if update.done > 0 and not cancelled_at:
            cancelled_at.append(time.monotonic())
            cancel.set()

    with pytest.raises(Cancelled):
        umap_layout_in_child(
            vectors_path, None, ENDLESS, progress=Progress(cancel_when_running, cancel), process=process
        )

    assert time.monotonic() - cancelled_at[0] < 1
    assert not process.is_alive


def test_the_death_of_the_child_is_a_sentence(vectors_path, process):
    def kill_when_running(update: ProgressUpdate) -> None:
        if update.done > 0:
            os.kill(process.process_id, signal.SIGKILL)

    with pytest.raises(UserFacingError, match="ended unexpectedly"):
        umap_layout_in_child(vectors_path, None, ENDLESS, progress=Progress(kill_when_running), process=process)


def test_a_failure_in_the_child_is_a_sentence(tmp_path, process):
    (tmp_path / "vectors.npy").write_bytes(b"not an array")

    with pytest.raises(UserFacingError, match="could not be laid out"):
        umap_layout_in_child(tmp_path, None, LayoutOptions(), progress=Progress(), process=process)
