import threading

import numpy as np
import pytest
import torch

from phrase_explorer.encoding.encoder import Encoder, UnusableVectorError
from phrase_explorer.encoding.encoder_folder import EncoderFolder
from phrase_explorer.encoding.precision import Precision


class OneTokenPerCharacter:
    def token_ids(self, texts):
        return [[ord(character) for character in text] for text in texts]


class ScriptedForward:
    n_dims = 2

    def __init__(self, bad_value):
        self.bad_value = bad_value

    def pooled(self, token_rows):
        good, bad = [3.0, 4.0], [self.bad_value] * 2
        return torch.tensor([bad if chr(row[0]) == "x" else good for row in token_rows])


def encoder_that_gives(bad_value, tmp_path):
    source = EncoderFolder(tmp_path, tmp_path, "scripted", "bert", "mean", 8, lower_case=False, prompt="")
    precision = Precision(torch.device("cpu"), torch.float32)
    return Encoder(source, OneTokenPerCharacter(), ScriptedForward(bad_value), precision, "0")


@pytest.mark.parametrize("bad_value", [float("nan"), float("inf"), 0.0])
def test_a_vector_that_is_no_direction_is_refused_with_its_term_named(bad_value, tmp_path):
    encoder = encoder_that_gives(bad_value, tmp_path)

    with pytest.raises(UnusableVectorError, match="'xylem'"):
        encoder.encode(["good", "xylem", "also good"])


def test_other_vectors_are_brought_to_unit_length(tmp_path):
    vectors = encoder_that_gives(0.0, tmp_path).encode(["good"])

    np.testing.assert_allclose(vectors, [[0.6, 0.8]], rtol=1e-6)


def test_a_refusal_leaves_no_threads(tmp_path, monkeypatch):
    monkeypatch.setattr("phrase_explorer.encoding.encoder.count_workers", lambda precision: 2)
    encoder = encoder_that_gives(float("nan"), tmp_path)

    with pytest.raises(UnusableVectorError):
        encoder.encode(["xylem", *map(str, range(100))], batch_tokens=1)

    assert not [thread for thread in threading.enumerate() if thread.name.startswith("encode")]
