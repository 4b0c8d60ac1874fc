"""The training inside the app, on a network so small that it takes a second."""

import threading
from pathlib import Path

import numpy as np
import pytest
import torch

from phrase_explorer.adaptation.adaptation_check import HeldOutTerm, check_adaptation
from phrase_explorer.adaptation.encoder_export import average_weights, export_encoder
from phrase_explorer.adaptation.mirror_training import MirrorOptions, train_mirror
from phrase_explorer.adaptation.trainable_encoder import collate_rows, load_for_training, pooled_vectors
from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.errors import Cancelled, UserFacingError
from phrase_explorer.foundation.progress import Progress
from tests.training.small_world import WORDS, build_encoder

TERMS = [f"{left} {right}" for left in WORDS[:12] for right in WORDS[12:24]]


@pytest.fixture(scope="module")
def encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_encoder(tmp_path_factory.mktemp("adapt") / "encoder")


def test_pooling_in_pieces_leaves_padding_out_and_keeps_the_order(encoder_folder: Path) -> None:
    loaded = load_for_training(encoder_folder)
    loaded.network.eval()
    rows = [[2, 9, 3], [2, 9, 10, 11, 12, 3], [2, 13, 14, 3], [2, 15, 3], [2, 16, 17, 18, 3]]

    with torch.inference_mode():
        together = pooled_vectors(loaded.network, **collate_rows(rows, 0))
        alone = [pooled_vectors(loaded.network, **collate_rows([row], 0))[0] for row in rows]

    torch.testing.assert_close(together, torch.stack(alone), atol=1e-5, rtol=1e-5)


def test_training_lowers_the_loss_and_is_the_same_twice(encoder_folder: Path) -> None:
    options = MirrorOptions(batch_size=24, epochs=4, learning_rate=2e-3)

    first, second = (train_mirror(encoder_folder, TERMS, options) for _ in range(2))

    assert first.last_loss < first.first_loss
    assert 0.0 < first.masked_share <= 1.0 or max(len(term.split()) for term in TERMS) < 3
    assert all(torch.equal(first.state[name], second.state[name]) for name in first.state)


def test_a_context_may_be_the_second_view(encoder_folder: Path) -> None:
    contexts = {term: f"the {term.split()[0]} is for people" for term in TERMS[:60]}
    options = MirrorOptions(batch_size=24, epochs=2, learning_rate=1e-3)

    alone = train_mirror(encoder_folder, TERMS, options)
    with_contexts = train_mirror(encoder_folder, TERMS, options, contexts=contexts)

    assert with_contexts.n_terms == alone.n_terms
    assert any(not torch.equal(alone.state[name], with_contexts.state[name]) for name in alone.state)


def test_training_leaves_the_random_state_of_the_program_alone(encoder_folder: Path) -> None:
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)

    train_mirror(encoder_folder, TERMS, MirrorOptions(batch_size=48))

    assert torch.equal(torch.rand(3), expected)


def test_training_stops_when_it_is_asked_to(encoder_folder: Path) -> None:
    cancel = threading.Event()
    progress = Progress(lambda update: cancel.set() if update.done else None, cancel)

    with pytest.raises(Cancelled):
        train_mirror(encoder_folder, TERMS, MirrorOptions(batch_size=10), progress)


def test_too_few_terms_are_refused(encoder_folder: Path) -> None:
    with pytest.raises(UserFacingError, match="has 3 terms"):
        train_mirror(encoder_folder, TERMS[:3], MirrorOptions())


def test_an_exported_encoder_has_its_own_fingerprint_and_the_trained_vectors(
    encoder_folder: Path, tmp_path: Path
) -> None:
    outcome = train_mirror(encoder_folder, TERMS, MirrorOptions(batch_size=24, learning_rate=1e-3))
    export_encoder(outcome.state, outcome.source.source, tmp_path / "adapted", provenance={"recipe": "mirror-bert"})

    start, adapted = Encoder.load(encoder_folder, dtype="float32"), Encoder.load(tmp_path / "adapted", dtype="float32")

    assert start.fingerprint != adapted.fingerprint
    assert np.abs(start.encode(TERMS[:5]) - adapted.encode(TERMS[:5])).max() > 1e-3


def test_sentence_transformers_loads_an_exported_encoder_alike(encoder_folder: Path, tmp_path: Path) -> None:
    sentence_transformers = pytest.importorskip("sentence_transformers")
    loaded = load_for_training(encoder_folder)
    export_encoder(loaded.network.state_dict(), loaded.source, tmp_path / "out", provenance={}, half=False)

    theirs = sentence_transformers.SentenceTransformer(str(tmp_path / "out"), device="cpu").encode(TERMS[:20])
    ours = Encoder.load(tmp_path / "out", dtype="float32").encode(TERMS[:20])

    cosines = np.einsum("nd,nd->n", ours, theirs / np.linalg.norm(theirs, axis=1, keepdims=True))
    assert cosines.min() >= 0.9999


def test_averaging_mixes_floats_and_leaves_integers() -> None:
    trained = {"w": torch.tensor([2.0]), "n": torch.tensor([7])}
    start = {"w": torch.tensor([0.0]), "n": torch.tensor([1])}

    mean = average_weights(trained, start, 0.25)

    assert mean["w"].item() == 1.5
    assert mean["n"].item() == 7


def test_the_check_asks_both_encoders_the_same(encoder_folder: Path) -> None:
    encoder = Encoder.load(encoder_folder)
    held_out = [HeldOutTerm(term, f"the {term.split()[0]} is for people") for term in TERMS[:40]]

    check = check_adaptation(encoder, encoder, held_out)

    assert check.n_contexts == 40
    assert (check.context_before, check.spelling_before) == (check.context_after, check.spelling_after)
    assert not check.is_better
