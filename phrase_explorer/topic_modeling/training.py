"""Train the topic autoencoder: shuffled split, fresh negatives each epoch, early stopping, one seed for all that is random."""

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray, Int64Array
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.topic_modeling.adam import Adam
from phrase_explorer.topic_modeling.autoencoder import (
    LAYER_NAMES,
    TopicAutoencoder,
    hinge_loss,
    orthogonality_loss,
    unevenness,
)
from phrase_explorer.topic_modeling.fit_options import FitOptions

if TYPE_CHECKING:
    from torch import Tensor

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class EpochRecord:
    """What one epoch came to; the validation loss is of the hinge alone."""

    epoch: int
    training_loss: float
    validation_loss: float


@dataclass(frozen=True, eq=False)
class TrainedTopics:
    """A trained autoencoder with its history; `n_epochs` counts the epochs that the kept parameters saw."""

    autoencoder: TopicAutoencoder
    history: tuple[EpochRecord, ...]


def train_topics(
    document_vectors: FloatArray,
    topic_vectors: FloatArray,
    options: FitOptions,
    *,
    anchors: FloatArray | None = None,
    progress: Progress | None = None,
) -> TrainedTopics:
    """Fit the autoencoder to documents, starting from the given topic vectors.

    Parameters
    ----------
    document_vectors : ndarray of shape (n_documents, n_dims), dtype=float32
        No zero rows. Any number of documents, one included.
    topic_vectors : ndarray of shape (n_topics, n_dims), dtype=float32
        Where the topics start.
    anchors : ndarray of shape (n_anchored, n_dims), dtype=float32, optional
        Unit vectors near which the first topics are held.
    """
    import torch

    n_threads = torch.get_num_threads()
    torch.set_num_threads(1)  # the matrices are small: threads would wait for each other, long on a busy machine
    try:
        return _train(document_vectors, topic_vectors, options, anchors, progress)
    finally:
        torch.set_num_threads(n_threads)


def _train(
    document_vectors: FloatArray,
    topic_vectors: FloatArray,
    options: FitOptions,
    anchors: FloatArray | None,
    progress: Progress | None,
) -> TrainedTopics:
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    random = np.random.default_rng(options.seed)
    generator = torch.Generator(device=device).manual_seed(options.seed)
    model = TopicAutoencoder.initial(topic_vectors, options, torch.Generator().manual_seed(options.seed), device=device)
    documents = torch.from_numpy(np.ascontiguousarray(document_vectors)).to(device)
    training_rows, validation_rows = split_rows(len(documents), options.validation_share, random)
    validation_negatives = _mean_negatives(documents, validation_rows, options.n_negatives, random)
    layers = [model.parameters[name] for name in LAYER_NAMES]
    optimiser = Adam([*layers, model.parameters["topics"]], options.learning_rate)
    held = None if anchors is None else torch.from_numpy(anchors).to(device)
    best_loss, best_parameters, history = np.inf, None, []
    best_epoch = 0
    if progress is not None:
        progress.begin("topics", options.n_epochs, "epochs")
    for epoch in range(options.n_epochs):
        counts_orthogonality = epoch >= options.orthogonality_start
        if counts_orthogonality and options.freezes_encoder:
            for layer in layers:
                layer.requires_grad_(False)
        order = random.permutation(training_rows)
        negatives = _mean_negatives(documents, order, options.n_negatives, random)
        losses = []
        for start in range(0, len(order), options.batch_size):
            batch = documents[torch.from_numpy(order[start : start + options.batch_size]).to(device)]
            mixtures = model.mixtures(batch, generator)
            reconstructions = mixtures @ model.unit_topics()
            loss = hinge_loss(reconstructions, batch, negatives[start : start + options.batch_size], options.margin)
            if options.evenness_weight > 0:
                loss = loss + options.evenness_weight * unevenness(mixtures)
            if counts_orthogonality:
                loss = loss + options.orthogonality_weight * orthogonality_loss(model.parameters["topics"])
            if held is not None:
                nearness = (model.unit_topics()[: len(held)] * held).sum(dim=1)
                loss = loss + options.anchor_weight * (1 - nearness).mean()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            losses.append(float(loss.detach()))
        with torch.no_grad():
            held_out = documents[torch.from_numpy(validation_rows).to(device)]
            validation_loss = float(
                hinge_loss(model.reconstructions(held_out), held_out, validation_negatives, options.margin)
            )
        history.append(EpochRecord(epoch, float(np.mean(losses)), validation_loss))
        if progress is not None:
            progress.advance()
        if validation_loss < best_loss - 1e-4:
            best_loss, best_epoch = validation_loss, epoch
            best_parameters = {name: tensor.detach().clone() for name, tensor in model.parameters.items()}
        elif options.patience is not None and epoch - best_epoch >= options.patience:
            break
    if options.patience is not None and best_parameters is not None:
        model = TopicAutoencoder(best_parameters, options)
    logger.info("topics trained for %d epochs, validation loss %.3f", len(history), best_loss)
    return TrainedTopics(model, tuple(history))


def split_rows(n_rows: int, validation_share: float, random: np.random.Generator) -> tuple[Int64Array, Int64Array]:
    """Shuffle the rows and set some aside; with too few rows to spare, the training rows validate too."""
    shuffled = random.permutation(n_rows)
    n_validation = int(n_rows * validation_share)
    if n_validation < 1:
        return shuffled, shuffled
    return shuffled[n_validation:], shuffled[:n_validation]


def draw_negatives(rows: Int64Array, n_rows: int, n_negatives: int, random: np.random.Generator) -> Int64Array:
    """Draw documents other than each given one.

    Returns
    -------
    ndarray of shape (len(rows), n_negatives), dtype=int64
        Uniform over the other `n_rows` - 1 documents, with repetition; never the document itself. `n_rows` is at least 2.
    """
    drawn = random.integers(0, n_rows - 1, size=(len(rows), n_negatives))
    return drawn + (drawn >= rows[:, None])


def _mean_negatives(documents: "Tensor", rows: Int64Array, n_negatives: int, random: np.random.Generator) -> "Tensor":
    import torch

    if len(documents) < 2:  # a lone document has no other to be told from
        return torch.zeros(len(rows), documents.shape[1], device=documents.device)
    drawn = draw_negatives(rows, len(documents), n_negatives, random)
    total = torch.zeros(len(rows), documents.shape[1], device=documents.device)
    for column in drawn.T:
        total += documents[torch.from_numpy(column).to(documents.device)]
    return total / n_negatives
