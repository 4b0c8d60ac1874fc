import hashlib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest

from phrase_explorer.foundation.content_hash import hash_bytes, hash_file, hash_value


@dataclass(frozen=True)
class Setting:
    name: str
    size: int


class Colour(Enum):
    RED = "red"


def test_a_hash_is_the_first_32_digits_of_a_sha256():
    assert hash_bytes(b"abc") == hashlib.sha256(b"abc").hexdigest()[:32]


def test_pieces_hash_like_the_whole():
    assert hash_bytes([b"ab", b"", b"c"]) == hash_bytes(b"abc")


def test_a_file_hashes_like_its_bytes(tmp_path):
    content = b"x" * (2**20 + 7)
    (tmp_path / "file").write_bytes(content)

    assert hash_file(tmp_path / "file") == hash_bytes(content)


def test_the_order_of_keys_does_not_change_the_hash():
    assert hash_value({"a": 1, "b": [2, None]}) == hash_value({"b": [2, None], "a": 1})


def test_a_dataclass_hashes_by_what_it_says():
    assert hash_value(Setting("k", 1)) == hash_value({"name": "k", "size": 1})
    assert hash_value(Setting("k", 1)) != hash_value(Setting("k", 2))


def test_enums_and_sets_hash_by_value():
    assert hash_value([Colour.RED, frozenset({"b", "a"})]) == hash_value(["red", ["a", "b"]])


@pytest.mark.parametrize("value", [Path("folder"), object(), b"bytes"])
def test_what_has_no_stable_meaning_is_refused(value):
    with pytest.raises(TypeError):
        hash_value(value)
