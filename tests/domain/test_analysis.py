import numpy as np
import pytest

from phrase_explorer.domain.analysis import Analysis
from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.domain.layout import Layout
from tests.builders import build_vocabulary, unit_vectors


def test_vectors_of_another_vocabulary_are_refused():
    with pytest.raises(ValueError, match="2 terms but 3 vectors"):
        Analysis(build_vocabulary(["war", "peace"]), Embeddings(unit_vectors(3), "e"))


def test_positions_of_another_vocabulary_are_refused():
    with pytest.raises(ValueError, match="1 terms but 2 positions"):
        Analysis(build_vocabulary(["war"]), layout=Layout(np.zeros((2, 2), np.float32), "pca"))
