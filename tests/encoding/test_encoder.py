import threading

import numpy as np
import pytest

from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.errors import Cancelled
from phrase_explorer.foundation.progress import Progress, ProgressUpdate

PHRASES = (
    "the monetary policy of the central bank",
    "kitten",
    "cat",
    "interest rate",
    "naïve Bayes",
    "🙂",
    "climate",
    "a rather long phrase that says nothing much " * 60,
    "",
)

pytestmark = pytest.mark.model


def test_vectors_agree_with_sentence_transformers(float32_encoder, reference_vectors):
    vectors = float32_encoder.encode(PHRASES)

    expected = reference_vectors(PHRASES)
    assert (vectors * expected).sum(axis=1).min() >= 0.9999


def test_bfloat16_agrees_with_float32(float32_encoder):
    vectors = Encoder.load(device="cpu", dtype="bfloat16").encode(PHRASES)

    assert (vectors * float32_encoder.encode(PHRASES)).sum(axis=1).min() >= 0.999


def test_vectors_have_unit_length_and_float32(float32_encoder):
    vectors = float32_encoder.encode(PHRASES)

    assert vectors.dtype == np.float32
    assert vectors.shape == (len(PHRASES), 384)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_neither_order_nor_batch_size_changes_a_vector(float32_encoder):
    vectors = float32_encoder.encode(PHRASES)

    reversed_vectors = float32_encoder.encode(PHRASES[::-1], batch_tokens=8)

    np.testing.assert_allclose(reversed_vectors[::-1], vectors, atol=2e-6)


def test_equal_texts_have_exactly_the_same_vector(float32_encoder):
    vectors = float32_encoder.encode(["cat", "dog", "cat"])

    np.testing.assert_array_equal(vectors[0], vectors[2])


def test_no_texts_give_no_rows(float32_encoder):
    assert float32_encoder.encode([]).shape == (0, 384)


def test_a_lone_surrogate_is_read_as_an_unknown_character(float32_encoder):
    vectors = float32_encoder.encode(["broken \ud800 text", "broken \ufffd text"])

    np.testing.assert_array_equal(vectors[0], vectors[1])


def test_over_long_texts_are_counted(float32_encoder):
    exactly_as_long_as_allowed = "cat " * (float32_encoder.max_tokens - 2)

    assert float32_encoder.count_over_long(["cat", exactly_as_long_as_allowed]) == 0
    assert float32_encoder.count_over_long(["cat", exactly_as_long_as_allowed + "cat", "dog " * 900]) == 2


def test_progress_counts_every_text_once_copies_included(float32_encoder):
    updates: list[ProgressUpdate] = []
    progress = Progress(updates.append)
    progress.begin("embed", total=4)

    float32_encoder.encode(["cat", "dog", "cat", "a tall ship"], progress=progress, batch_tokens=4)

    assert updates[-1].done == 4


def test_a_cancel_ends_encoding(float32_encoder):
    cancel = threading.Event()
    progress = Progress(cancel_event=cancel)
    cancel.set()

    with pytest.raises(Cancelled):
        float32_encoder.encode(["cat"], progress=progress)
