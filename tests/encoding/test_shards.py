import numpy as np
import pytest

from phrase_explorer.encoding.shards import encode_in_shards
from phrase_explorer.foundation.progress import Progress, ProgressUpdate


class CountingEncoder:
    """Encodes a text as (its length, 1), and remembers what it was asked."""

    fingerprint = "counting"
    n_dims = 2

    def __init__(self, fails_at=None):
        self.encoded = []
        self.fails_at = fails_at

    def encode(self, texts, *, progress=None):
        if self.fails_at in texts:
            raise RuntimeError("killed")
        self.encoded += texts
        if progress is not None:
            progress.advance(len(texts))
        return np.array([[len(text), 1] for text in texts], dtype=np.float32)


TEXTS = ["a", "bb", "ccc", "dddd", "eeeee"]


def test_rows_come_in_the_order_of_the_texts(tmp_path):
    vectors = encode_in_shards(CountingEncoder(), TEXTS, tmp_path, progress=Progress(), shard_size=2)

    assert vectors[:, 0].tolist() == [1, 2, 3, 4, 5]


def test_a_text_that_occurs_twice_is_encoded_once(tmp_path):
    encoder = CountingEncoder()

    vectors = encode_in_shards(encoder, ["a", "bb", "a", "a"], tmp_path, progress=Progress(), shard_size=1)

    assert encoder.encoded == ["a", "bb"]
    assert vectors[:, 0].tolist() == [1, 2, 1, 1]


def test_no_texts_give_no_rows(tmp_path):
    assert encode_in_shards(CountingEncoder(), [], tmp_path, progress=Progress()).shape == (0, 2)


def test_a_second_run_encodes_only_what_the_first_did_not_finish(tmp_path):
    with pytest.raises(RuntimeError):
        encode_in_shards(CountingEncoder(fails_at="dddd"), TEXTS, tmp_path, progress=Progress(), shard_size=2)
    encoder = CountingEncoder()
    updates: list[ProgressUpdate] = []

    vectors = encode_in_shards(encoder, TEXTS, tmp_path, progress=Progress(updates.append), shard_size=2)

    assert encoder.encoded == ["ccc", "dddd", "eeeee"]
    assert vectors[:, 0].tolist() == [1, 2, 3, 4, 5]
    assert updates[0].done == 2
    assert (updates[-1].done, updates[-1].total) == (5, 5)


def test_a_shard_whose_texts_changed_is_not_used_again(tmp_path):
    encode_in_shards(CountingEncoder(), TEXTS, tmp_path, progress=Progress(), shard_size=2)
    encoder = CountingEncoder()

    encode_in_shards(encoder, ["a", "bb", "new", "dddd", "eeeee"], tmp_path, progress=Progress(), shard_size=2)

    assert encoder.encoded == ["new", "dddd"]


def test_shards_of_another_encoder_are_not_used_again(tmp_path):
    encode_in_shards(CountingEncoder(), TEXTS, tmp_path, progress=Progress())
    encoder = CountingEncoder()
    encoder.fingerprint = "another"

    encode_in_shards(encoder, TEXTS, tmp_path, progress=Progress())

    assert encoder.encoded == TEXTS


def test_a_damaged_shard_is_encoded_again(tmp_path):
    encode_in_shards(CountingEncoder(), TEXTS, tmp_path, progress=Progress())
    shard = next(tmp_path.glob("*.npy"))
    shard.write_bytes(shard.read_bytes()[:-4])
    encoder = CountingEncoder()

    vectors = encode_in_shards(encoder, TEXTS, tmp_path, progress=Progress())

    assert encoder.encoded == TEXTS
    assert vectors[:, 0].tolist() == [1, 2, 3, 4, 5]


def test_a_long_list_is_joined_in_a_file_instead_of_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("phrase_explorer.encoding.shards.LARGEST_IN_MEMORY_BYTES", 16)

    vectors = encode_in_shards(
        CountingEncoder(), ["bb", "a", "bb", "ccc", "a"], tmp_path, progress=Progress(), shard_size=1
    )

    assert isinstance(vectors, np.memmap)
    assert vectors[:, 0].tolist() == [2, 1, 2, 3, 1]
