import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from phrase_explorer.storage.array_folder import (
    MANIFEST_NAME,
    ArrayFolder,
    CorruptArtifactError,
    read_array_folder,
    read_facts,
    write_array_folder,
)

DTYPES = st.sampled_from([np.float32, np.int32, np.int64, np.uint8, np.bool_])
arrays = DTYPES.flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5))
)
texts = st.lists(st.text(st.characters(), max_size=10), max_size=6)  # lone surrogates too
facts = st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.none() | st.lists(st.booleans()))


def small_folder(folder: Path) -> Path:
    content = ArrayFolder({"counts": np.arange(5, dtype=np.int32)}, {"terms": ("a", "é", "")}, {"n": 5})
    write_array_folder(folder, content)
    return folder


@settings(max_examples=40)
@given(arrays, texts, facts)
def test_what_is_written_is_what_is_read(array, strings, some_facts):
    with tempfile.TemporaryDirectory() as folder:
        write_array_folder(Path(folder), ArrayFolder({"a": array}, {"s": strings}, some_facts))

        content = read_array_folder(Path(folder), verify=True)

        np.testing.assert_array_equal(content.arrays["a"], array)
        assert content.arrays["a"].dtype == array.dtype
        assert list(content.strings["s"]) == strings
        assert content.facts == some_facts


def test_arrays_are_mapped_and_cannot_be_written_through(tmp_path):
    array = read_array_folder(small_folder(tmp_path)).arrays["counts"]

    assert isinstance(array, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


def test_objects_are_refused_rather_than_pickled(tmp_path):
    with pytest.raises(ValueError, match="allow_pickle"):
        write_array_folder(tmp_path, ArrayFolder({"objects": np.array([{}], dtype=object)}, {}, {}))


def test_a_pickled_file_planted_later_is_refused(tmp_path):
    folder = small_folder(tmp_path)
    np.save(folder / "counts.npy", np.array([{"x": 1}], dtype=object), allow_pickle=True)
    manifest = json.loads((folder / MANIFEST_NAME).read_text())
    manifest["files"]["counts.npy"]["bytes"] = (folder / "counts.npy").stat().st_size
    (folder / MANIFEST_NAME).write_text(json.dumps(manifest))

    with pytest.raises(CorruptArtifactError):
        read_array_folder(folder)


@pytest.mark.parametrize("name", ["counts.npy", "terms.utf8.npy", "terms.offsets.npy", MANIFEST_NAME])
def test_a_missing_file_is_noticed(tmp_path, name):
    folder = small_folder(tmp_path)
    (folder / name).unlink()

    with pytest.raises(CorruptArtifactError):
        read_array_folder(folder)


@pytest.mark.parametrize("name", ["counts.npy", "terms.utf8.npy", "terms.offsets.npy", MANIFEST_NAME])
def test_a_file_that_was_cut_short_is_noticed(tmp_path, name):
    folder = small_folder(tmp_path)
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[: len(content) // 2])

    with pytest.raises(CorruptArtifactError):
        read_array_folder(folder)


def test_one_changed_byte_is_noticed_when_asked_to_verify(tmp_path):
    folder = small_folder(tmp_path)
    content = bytearray((folder / "counts.npy").read_bytes())
    content[-1] ^= 1
    (folder / "counts.npy").write_bytes(bytes(content))

    read_array_folder(folder)
    with pytest.raises(CorruptArtifactError, match="differs"):
        read_array_folder(folder, verify=True)


@pytest.mark.parametrize(
    "manifest", ["", "[]", "{}", '{"files": 3}', '{"files": {}, "arrays": ["x"], "strings": [], "facts": {}}']
)
def test_a_nonsense_manifest_is_corruption_not_a_crash(tmp_path, manifest):
    folder = small_folder(tmp_path)
    (folder / MANIFEST_NAME).write_text(manifest)

    with pytest.raises(CorruptArtifactError):
        read_array_folder(folder)


def test_facts_are_read_without_touching_arrays(tmp_path):
    folder = small_folder(tmp_path)
    (folder / "counts.npy").unlink()

    assert read_facts(folder) == {"n": 5}
