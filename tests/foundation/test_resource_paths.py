import sys

import pytest

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.resource_paths import resource_path


def test_the_bundled_encoder_is_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert (resource_path("encoder") / "model.safetensors").is_file()


def test_a_frozen_program_looks_beside_its_own_files(tmp_path, monkeypatch):
    (tmp_path / "resources" / "encoder").mkdir(parents=True)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert resource_path("encoder") == tmp_path / "resources" / "encoder"


def test_a_missing_resource_is_named_with_what_to_do():
    with pytest.raises(UserFacingError, match=r"lacks its resource 'no/such'.*install Phrase Explorer again"):
        resource_path("no", "such")
