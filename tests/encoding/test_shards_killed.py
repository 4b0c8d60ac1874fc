"""A run that is killed for real, in the middle of its third shard."""

import os
import signal
import subprocess
import sys

import numpy as np

from phrase_explorer.encoding.shards import encode_in_shards
from phrase_explorer.foundation.progress import Progress

KILLED_RUN = """
import sys
from pathlib import Path
import numpy as np
from phrase_explorer.encoding.shards import encode_in_shards
from phrase_explorer.foundation.progress import Progress

class Encoder:
    fingerprint, n_dims = "by length", 2
    def encode(self, texts, *, progress=None):
        print(*texts, flush=True)
        if "ccc" in texts:
            sys.stdin.read()  # waits for ever
        return np.array([[len(text), 1] for text in texts], dtype=np.float32)

encode_in_shards(Encoder(), sys.argv[2:], Path(sys.argv[1]), progress=Progress(), shard_size=1)
"""
TEXTS = ["a", "bb", "ccc", "dddd"]


class EncoderByLength:
    fingerprint = "by length"
    n_dims = 2

    def __init__(self):
        self.encoded = []

    def encode(self, texts, *, progress=None):
        self.encoded += texts
        return np.array([[len(text), 1] for text in texts], dtype=np.float32)


def test_a_killed_run_goes_on_where_it_stopped(tmp_path):
    command = [sys.executable, "-c", KILLED_RUN, str(tmp_path), *TEXTS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert [run.stdout.readline().strip() for _ in range(3)] == ["a", "bb", "ccc"]
        os.kill(run.pid, signal.SIGKILL)
    encoder = EncoderByLength()

    vectors = encode_in_shards(encoder, TEXTS, tmp_path, progress=Progress(), shard_size=1)

    assert run.returncode == -signal.SIGKILL
    assert encoder.encoded == ["ccc", "dddd"]
    assert vectors[:, 0].tolist() == [1, 2, 3, 4]


def test_a_file_that_a_kill_left_half_written_is_not_taken_for_a_shard(tmp_path):
    (tmp_path / ".partial-0").write_bytes(b"\x93NUMPY half a shard")
    encoder = EncoderByLength()

    encode_in_shards(encoder, TEXTS, tmp_path, progress=Progress())

    assert encoder.encoded == TEXTS
