"""Each defect of the published code (its frozen negatives, ignored margin, column-wise norm and the rest) has a test here."""

from dataclasses import replace

import numpy as np
import pytest

from phrase_explorer.topic_modeling.fit_options import FitOptions, published_options
from phrase_explorer.topic_modeling.training import draw_negatives, split_rows, train_topics

torch = pytest.importorskip("torch")

from phrase_explorer.topic_modeling.autoencoder import (  # noqa: E402
    LAYER_NAMES,
    TopicAutoencoder,
    hinge_loss,
    orthogonality_loss,
    unevenness,
)

QUICK = FitOptions(n_topics=3, n_epochs=3, batch_size=16, bottleneck=8)


def documents(n=40, n_dims=12, seed=0):
    vectors = np.random.default_rng(seed).normal(size=(n, n_dims)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def model(options=QUICK, n_dims=12):
    return TopicAutoencoder.initial(documents(3, n_dims, seed=9), options, torch.Generator().manual_seed(1))


def test_a_negative_is_never_the_document_itself_and_every_other_can_be_drawn():
    rows = np.repeat(np.arange(4), 500)

    drawn = draw_negatives(rows, 4, 5, np.random.default_rng(0))

    assert not (drawn == rows[:, None]).any()
    assert {tuple(pair) for pair in np.stack([np.repeat(rows, 5), drawn.ravel()], axis=1).tolist()} == {
        (row, other) for row in range(4) for other in range(4) if row != other
    }


def test_negatives_are_drawn_afresh_each_epoch(monkeypatch):
    from phrase_explorer.topic_modeling import training

    seen = []
    draw = training.draw_negatives
    monkeypatch.setattr(training, "draw_negatives", lambda *a: seen.append(draw(*a)) or seen[-1])

    train_topics(documents(), documents(3, seed=9), QUICK)

    training_draws = [drawn for drawn in seen if len(drawn) == 36]
    assert len(training_draws) == 3
    assert not np.array_equal(training_draws[0], training_draws[1])


def test_the_margin_is_honoured():
    document = torch.tensor([[1.0, 0.0]])
    negative = torch.tensor([[0.0, 1.0]])

    assert float(hinge_loss(document, document, negative, margin=1.0)) == pytest.approx(0.0)
    assert float(hinge_loss(document, document, negative, margin=1.5)) == pytest.approx(0.5)
    assert float(hinge_loss(negative, document, negative, margin=0.25)) == pytest.approx(1.25)


def test_a_different_margin_trains_a_different_model():
    one = train_topics(documents(), documents(3, seed=9), QUICK)
    other = train_topics(documents(), documents(3, seed=9), replace(QUICK, margin=0.1))

    assert one.history[0].training_loss > other.history[0].training_loss + 0.5


def test_orthogonality_is_between_topics_of_unit_length_whatever_their_scale():
    orthogonal = torch.tensor([[3.0, 0.0, 0.0], [0.0, 0.1, 0.0]])
    same = torch.tensor([[3.0, 0.0, 0.0], [0.1, 0.0, 0.0]])

    assert float(orthogonality_loss(orthogonal)) == pytest.approx(0.0)
    assert float(orthogonality_loss(same)) == pytest.approx(2.0)


def test_a_query_has_both_signs():
    queries = model().queries(torch.tensor(documents()))

    assert (queries < 0).any()
    assert (queries > 0).any()


def test_mixtures_sum_to_one_with_and_without_dropout():
    both = model()
    inputs = torch.tensor(documents())

    for generator in (None, torch.Generator().manual_seed(0)):
        assert both.mixtures(inputs, generator).sum(dim=1).tolist() == pytest.approx([1.0] * 40, abs=1e-5)
    assert not torch.equal(both.mixtures(inputs), both.mixtures(inputs, torch.Generator().manual_seed(0)))


def test_rows_are_shuffled_into_training_and_validation_without_overlap():
    training, validation = split_rows(100, 0.1, np.random.default_rng(0))

    assert len(validation) == 10
    assert sorted([*training, *validation]) == list(range(100))
    assert validation.tolist() != list(range(90, 100))


def test_with_too_few_rows_to_spare_the_training_rows_validate():
    training, validation = split_rows(3, 0.1, np.random.default_rng(0))

    assert sorted(training) == sorted(validation) == [0, 1, 2]


def test_training_stops_when_the_validation_loss_no_longer_falls():
    options = replace(QUICK, n_epochs=200, patience=2, learning_rate=0.05)

    trained = train_topics(documents(), documents(3, seed=9), options)

    losses = [record.validation_loss for record in trained.history]
    assert len(losses) < 200
    assert min(losses[:-2]) <= min(losses[-2:])


def test_the_same_seed_gives_the_same_topics_and_another_seed_others():
    def topics(seed):
        trained = train_topics(documents(), documents(3, seed=9), replace(QUICK, seed=seed))
        return trained.autoencoder.parameters["topics"].detach().numpy()

    assert np.array_equal(topics(1), topics(1))
    assert not np.array_equal(topics(1), topics(2))


def test_the_published_schedule_freezes_all_but_the_topics_from_its_start():
    options = replace(published_options(3), n_epochs=4, orthogonality_start=2, batch_size=16, orthogonality_weight=0.1)
    before = replace(options, n_epochs=2)

    late = train_topics(documents(), documents(3, seed=9), options).autoencoder.parameters
    early = train_topics(documents(), documents(3, seed=9), before).autoencoder.parameters

    assert all(torch.equal(late[name], early[name]) for name in LAYER_NAMES)
    assert not torch.equal(late["topics"], early["topics"])


def test_one_document_can_be_trained_on():
    trained = train_topics(documents(1), documents(3, seed=9), QUICK)

    assert all(np.isfinite(record.training_loss) for record in trained.history)


def test_unevenness_is_0_for_even_topics_and_1_for_one_alone():
    assert float(unevenness(torch.full((4, 2), 0.5))) == pytest.approx(0.0, abs=1e-6)
    assert float(unevenness(torch.tensor([[1.0, 0.0]]))) == pytest.approx(1.0, abs=1e-6)
