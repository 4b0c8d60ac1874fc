"""What can be chosen about the fit of a topic model, and the settings of the published one."""

from dataclasses import dataclass
from typing import Literal

from phrase_explorer.foundation.errors import UsageError

DocumentVectorKind = Literal["terms", "encoder"]
RankingMethod = Literal["meaning_and_use", "nearest", "encoder_branch"]
Initialisation = Literal["clusters", "orthogonal"]


@dataclass(frozen=True)
class FitOptions:
    """Settings of the autoencoder and of its training.

    Parameters
    ----------
    n_topics
        How many topics are asked for; fewer are made when there are fewer distinct documents.
    initialisation
        "clusters" starts the topic vectors at the centres of a spherical k-means over the documents; "orthogonal" starts them at
        random orthogonal directions, as published.
    is_centred
        Subtract the mean vector of the documents from documents and terms, so that topics do not all lie near it.
    sharpness
        None: scores are the raw products of query and topics, as published. A number: scores are that number times their cosine.
    margin
        Of the hinge loss.
    n_negatives
        Documents averaged into the negative of each document; drawn afresh each epoch.
    orthogonality_weight, orthogonality_start
        Weight of ``||X X' - I||^2`` over unit topics X, and the epoch from which it counts (0 is the first).
    freezes_encoder
        From `orthogonality_start` on train the topic vectors only, as published.
    patience
        Epochs without a better validation loss after which training stops; None never stops early.
    anchor_weight
        How strongly a seeded topic is held near its seeds: weight of one minus their cosine.
    evenness_weight
        How strongly the topics' shares are kept from 0 (see `unevenness`); the published model has none.
    """

    n_topics: int = 20
    seed: int = 42
    initialisation: Initialisation = "clusters"
    is_centred: bool = True
    sharpness: float | None = 30.0
    bottleneck: int = 100
    dropout: float = 0.2
    margin: float = 1.0
    n_negatives: int = 5
    n_epochs: int = 40
    batch_size: int = 256
    learning_rate: float = 1e-3
    orthogonality_weight: float = 3e-3
    orthogonality_start: int = 0
    freezes_encoder: bool = False
    validation_share: float = 0.1
    patience: int | None = 5
    anchor_weight: float = 0.5
    evenness_weight: float = 0.3

    def __post_init__(self) -> None:
        if self.n_topics < 1:
            raise UsageError(f"A topic model needs at least one topic, not {self.n_topics}; ask for 1 or more.")


def published_options(n_topics: int, *, seed: int = 42) -> FitOptions:
    """Give the settings of the published code (Wang, Thompson and Iyyer 2021), less its defects."""
    return FitOptions(
        n_topics=n_topics,
        seed=seed,
        initialisation="orthogonal",
        is_centred=False,
        sharpness=None,
        n_epochs=300,
        batch_size=100,
        learning_rate=1e-4,
        orthogonality_weight=1e-5,
        orthogonality_start=200,
        freezes_encoder=True,
        patience=None,
        evenness_weight=0.0,
    )
