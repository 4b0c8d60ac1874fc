import hashlib
import json

from phrase_explorer.encoding.encoder_folder import read_encoder_folder
from phrase_explorer.foundation.resource_paths import resource_path


def test_every_file_of_the_bundled_encoder_is_the_one_its_provenance_names():
    folder = resource_path("encoder")
    expected = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))["sha256"]

    found = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("provenance.json", "README.md")
    }

    assert found == expected


def test_the_bundled_encoder_states_its_licence():
    folder = resource_path("encoder")

    assert "Apache License" in (folder / "LICENSE").read_text(encoding="utf-8")
    assert (folder / "NOTICE").is_file()


def test_the_bundled_encoder_reads_256_tokens_and_pools_by_mean():
    source = read_encoder_folder()

    assert (source.max_tokens, source.pooling, source.lower_case) == (256, "mean", False)
    assert source.name == json.loads((source.folder / "provenance.json").read_text(encoding="utf-8"))["name"]
