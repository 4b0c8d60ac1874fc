import math

import numpy as np
import pytest
import scipy.sparse as sp

from phrase_explorer.topic_modeling.cooccurrence import count_pairs, window_incidence
from phrase_explorer.topic_modeling.mixture_entropy import mixture_entropy
from phrase_explorer.topic_modeling.quality import (
    c_v_coherence,
    npmi_coherence,
    npmi_matrix,
    topic_diversity,
    word_sharing,
)


def incidence(rows):
    return sp.csr_matrix(np.array(rows, dtype=np.float32))


def all_rows(n):
    return np.arange(n, dtype=np.int32)


def test_npmi_of_a_hand_worked_case():
    # 8 windows: a in 4, b in 4, both in 2 -> independent; c only with a (2 of its 2); d never with a
    counts = count_pairs(
        incidence(
            [
                [1, 1, 1, 0],
                [1, 1, 0, 0],
                [1, 0, 1, 0],
                [1, 0, 0, 0],
                [0, 1, 0, 1],
                [0, 1, 0, 0],
                [0, 0, 0, 0],
                [0, 0, 0, 0],
            ]
        ),
        all_rows(4),
    )

    npmi = npmi_matrix(counts, all_rows(4))

    assert npmi[0, 1] == pytest.approx(0.0)  # log(.25 / (.5 x .5)) = 0
    assert npmi[0, 2] == pytest.approx(math.log(0.25 / (0.5 * 0.25)) / -math.log(0.25))  # one half
    assert npmi[0, 3] == -1.0
    assert npmi[2, 2] == pytest.approx(1.0)


def test_coherence_leaves_out_pairs_that_share_a_word():
    counts = count_pairs(incidence([[1, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 0]]), all_rows(3))
    sharing = word_sharing(["public debt", "debts", "ship"])

    assert sharing.tolist() == [[True, True, False], [True, True, False], [False, False, True]]
    assert npmi_coherence(counts, all_rows(3), shares_word=sharing) == -1.0
    assert npmi_coherence(counts, all_rows(3)) == pytest.approx((1.0 - 1.0 - 1.0) / 3)


def test_coherence_is_not_defined_where_every_window_is_the_same():
    counts = count_pairs(incidence([[1, 1], [1, 1]]), all_rows(2))

    assert math.isnan(npmi_coherence(counts, all_rows(2)))
    assert math.isnan(c_v_coherence(counts, all_rows(2)))


def random_documents(seed):
    random = np.random.default_rng(seed)
    return [["abcdefgh"[i] for i in random.integers(0, 8, size=random.integers(3, 8))] for _ in range(60)]


def document_incidence(texts):
    return incidence([[float(word in text) for word in "abcdefgh"] for text in texts])


@pytest.mark.parametrize("seed", range(3))
def test_npmi_agrees_with_tomotopy(seed):
    tomotopy = pytest.importorskip("tomotopy")
    from tomotopy.coherence import Coherence, ConfirmMeasure, ProbEstimation, Segmentation

    texts = random_documents(seed)
    corpus = tomotopy.utils.Corpus()
    for text in texts:
        corpus.add_doc(text)
    measure = (ProbEstimation.DOCUMENT, Segmentation.ONE_ONE, ConfirmMeasure.NPMI)
    peer = Coherence(corpus, coherence=measure, targets=list("abcdefgh"))

    ours = npmi_coherence(count_pairs(document_incidence(texts), all_rows(5)), all_rows(5))

    assert ours == pytest.approx(peer.get_score(words=list("abcde")), abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_c_v_agrees_with_the_definition_written_out(seed):
    texts = [set(text) for text in random_documents(seed)]

    def probability(*words):
        return sum(all(word in text for word in words) for text in texts) / len(texts)

    def npmi(one, other):
        joint = probability(one, other) + 1e-12
        return math.log(joint / (probability(one) * probability(other))) / -math.log(joint)

    words = "abcde"
    whole = [sum(npmi(other, word) for other in words) for word in words]
    cosines = []
    for word in words:
        own = [npmi(word, other) for other in words]
        dot = sum(a * b for a, b in zip(own, whole, strict=True))
        cosines.append(dot / math.hypot(*own) / math.hypot(*whole))

    ours = c_v_coherence(count_pairs(document_incidence(texts), all_rows(5)), all_rows(5))

    assert ours == pytest.approx(sum(cosines) / len(cosines), abs=1e-9)


@pytest.mark.parametrize("step", [1, 3, 4])
def test_windows_hold_what_a_plain_loop_finds(step):
    random = np.random.default_rng(step)
    lengths = np.array([0, 3, 9, 10, 25], dtype=np.int64)
    documents = np.repeat(np.arange(5), lengths).astype(np.int32)
    positions = np.concatenate([np.arange(n) for n in lengths]).astype(np.int32)
    terms = random.integers(0, 4, len(documents)).astype(np.int32)

    windows = window_incidence(terms, documents, positions, lengths, n_terms=4, window=8, step=step).toarray()

    expected = []
    for document, length in enumerate(lengths):
        starts = sorted({*range(0, max(length - 8, 0), step), max(length - 8, 0)}) if length else []
        for start in starts:
            inside = terms[(documents == document) & (positions >= start) & (positions < start + 8)]
            expected.append([float(term in inside) for term in range(4)])
    assert windows.tolist() == expected


def test_diversity_is_the_share_of_distinct_terms():
    assert topic_diversity([["a", "b"], ["A", "c"]]) == 0.75
    assert math.isnan(topic_diversity([]))


def test_entropy_is_0_for_one_topic_alone_and_1_for_nothing_in_particular():
    mixtures = np.array([[1, 0, 0, 0], [0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0, 0]], dtype=np.float32)

    assert mixture_entropy(mixtures).tolist() == pytest.approx([0.0, 1.0, 0.5], abs=1e-6)
    assert mixture_entropy(np.ones((2, 1), dtype=np.float32)).tolist() == [0.0, 0.0]
