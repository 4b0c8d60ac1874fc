from pathlib import Path

import numpy as np
import pytest

from phrase_explorer.foundation.errors import UserFacingError
from training.evaluation.static_scorer import StaticVectorScorer


def test_a_phrase_is_the_mean_of_its_known_words(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("2 2\nred 1 0\ncar 0 1\n", encoding="utf-8")
    scorer = StaticVectorScorer.read(tmp_path / "v.txt", "static")

    vectors = scorer.vectors(["Red car", "red unknown", "unknown"])

    np.testing.assert_allclose(vectors, [[0.5, 0.5], [1, 0], [0, 0]])
    assert scorer.cosine(["unknown"], ["red"])[0] == 0


def test_a_file_without_vectors_is_refused(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("nothing\n", encoding="utf-8")

    with pytest.raises(UserFacingError, match="no word vectors"):
        StaticVectorScorer.read(tmp_path / "v.txt", "static")
