"""A small made-up corpus with three clear topics, and its space."""

import numpy as np
import pytest

from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.topic_modeling.topic_space import TopicSpace, build_topic_space
from tests.builders import build_vocabulary

THEMES = {
    "money": ["bank", "debt", "tax", "coin", "public debt", "national bank", "gold coin"],
    "sea": ["ship", "harbor", "sailor", "wave", "merchant ship", "deep sea", "safe harbor"],
    "law": ["court", "judge", "trial", "statute", "supreme court", "fair trial", "chief judge"],
}
N_DOCUMENTS = 90
N_DIMS = 16


def themed_vocabulary(n_documents: int = N_DOCUMENTS, seed: int = 0) -> Vocabulary:
    """Each document is about one theme and borrows a word of another now and then."""
    random = np.random.default_rng(seed)
    terms = [term for group in THEMES.values() for term in group]
    mentions = []
    for document in range(n_documents):
        own = list(range(7 * (document % 3), 7 * (document % 3) + 7))
        drawn = [*random.choice(own, 8), int(random.integers(len(terms)))]
        for place, row in enumerate(drawn):
            start = place * 20
            mentions.append((int(row), document, start, start + len(terms[row])))
    return build_vocabulary(terms, mentions)


def themed_vectors(seed: int = 0) -> np.ndarray:
    """Terms of a theme lie near its axis, all of them near one common direction as raw encoder vectors do."""
    random = np.random.default_rng(seed)
    vectors = random.normal(scale=0.25, size=(21, N_DIMS))
    for row in range(21):
        vectors[row, row // 7] += 1.0
    vectors[:, -1] += 1.0
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="session")
def space() -> TopicSpace:
    return build_topic_space(themed_vocabulary(), themed_vectors(), N_DOCUMENTS)
