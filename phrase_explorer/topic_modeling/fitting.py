"""From a space of terms and documents to fitted topics: start vectors, training, and every document's mixture."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from phrase_explorer.foundation.array_types import AnyArray, FloatArray
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.topic_modeling.clusters import spherical_kmeans
from phrase_explorer.topic_modeling.fit_options import FitOptions
from phrase_explorer.topic_modeling.matching import match_rows
from phrase_explorer.topic_modeling.topic_space import TopicSpace, count_directions

logger = logging.getLogger(__name__)

ENCODED_AT_ONCE = 8192


@dataclass(frozen=True, eq=False)
class FittedTopics:
    """What a fit leaves behind, before anything that the user says.

    Parameters
    ----------
    topic_vectors : ndarray of shape (n_topics, n_dims), dtype=float32
        Unit length; the largest topic first.
    passage_topics : ndarray of shape (n_passages, n_topics), dtype=float32
        Rows sum to 1.
    parameters
        Of the autoencoder by name, "topics" in the same order; empty where there was only one topic to find.
    seed_names
        For each topic the name of the seeds that it was held to, or "".
    stability : ndarray of shape (n_topics,), dtype=float32
        How much of each topic came back with other seeds; NaN where not measured.
    """

    topic_vectors: FloatArray
    passage_topics: FloatArray
    parameters: Mapping[str, FloatArray]
    sharpness: float
    seed_names: tuple[str, ...]
    stability: FloatArray
    notes: tuple[str, ...] = ()

    @property
    def n_topics(self) -> int:
        """How many topics there are."""
        return len(self.topic_vectors)

    def to_arrays(self) -> tuple[dict[str, AnyArray], dict[str, list[str]], dict[str, float]]:
        """Give arrays, string lists and facts for an array folder."""
        arrays: dict[str, AnyArray] = {
            "topic_vectors": self.topic_vectors,
            "passage_topics": self.passage_topics,
            "stability": self.stability,
            **{f"parameter.{name}": array for name, array in self.parameters.items()},
        }
        strings = {"seed_names": list(self.seed_names), "notes": list(self.notes)}
        return arrays, strings, {"sharpness": self.sharpness}

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, AnyArray], strings: Mapping[str, object], facts: Mapping[str, float]
    ) -> "FittedTopics":
        """Read what `to_arrays` gave."""
        prefix = "parameter."
        return cls(
            arrays["topic_vectors"],
            arrays["passage_topics"],
            {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)},
            float(facts["sharpness"]),
            _texts(strings["seed_names"]),
            arrays["stability"],
            _texts(strings["notes"]),
        )


@dataclass(frozen=True, eq=False)
class SeedVector:
    """A topic that the user asks for: its name and its direction, (n_dims,) float32, unit length."""

    name: str
    vector: FloatArray


def fit_topics(
    space: TopicSpace, options: FitOptions, *, seeds: tuple[SeedVector, ...] = (), progress: Progress | None = None
) -> FittedTopics:
    """Fit topics to the passages of a space.

    Raises
    ------
    UserFacingError
        If no document holds a term.
    """
    passages = space.passage_vectors
    if not len(passages) or not passages.any():
        raise UserFacingError(
            "No document holds any of the corpus's terms, so there are no topics; lower the minimum count and analyse again."
        )
    n_directions = count_directions(passages)
    asked = max(options.n_topics, len(seeds))
    n_topics = min(asked, n_directions)
    notes = []
    if n_topics < asked:
        which = "is only 1 distinct text" if n_directions == 1 else f"are only {n_directions} distinct texts"
        notes.append(f"There {which}, so there cannot be {asked} topics; {n_topics} were made.")
    seeds = seeds[:n_topics]
    if n_topics == 1:
        vector = seeds[0].vector if seeds else _mean_direction(passages)
        mixtures = np.ones((space.n_passages, 1), dtype=np.float32)
        names = (seeds[0].name if seeds else "",)
        return FittedTopics(
            vector[None, :], mixtures, {}, options.sharpness or 1.0, names, _not_measured(1), tuple(notes)
        )
    fitted = _train(space, replace(options, n_topics=n_topics), seeds, progress)
    return replace(fitted, notes=tuple(notes))


def start_vectors(documents: FloatArray, options: FitOptions, seeds: tuple[SeedVector, ...] = ()) -> FloatArray:
    """Give the vectors that training starts from, (n_topics, n_dims) float32; those of the seeds come first."""
    if options.initialisation == "clusters":
        vectors = spherical_kmeans(documents, options.n_topics, seed=options.seed).centres
    else:
        random = np.random.default_rng(options.seed)
        n_dims = documents.shape[1]
        blocks = [
            np.linalg.qr(random.standard_normal((n_dims, n_dims)))[0] for _ in range(-(-options.n_topics // n_dims))
        ]
        vectors = np.concatenate(blocks)[: options.n_topics].astype(np.float32)
    if not seeds:
        return vectors
    anchors = np.stack([seed.vector for seed in seeds])
    taken = {column for _, column in match_rows(anchors @ vectors.T)}
    others = [row for row in range(len(vectors)) if row not in taken]
    return np.concatenate([anchors, vectors[others]]).astype(np.float32)


def _train(
    space: TopicSpace, options: FitOptions, seeds: tuple[SeedVector, ...], progress: Progress | None
) -> FittedTopics:
    import torch

    from phrase_explorer.topic_modeling.training import train_topics

    passages = space.passage_vectors
    start = start_vectors(passages, options, seeds)
    anchors = np.stack([seed.vector for seed in seeds]) if seeds else None
    model = train_topics(passages, start, options, anchors=anchors, progress=progress).autoencoder
    with torch.no_grad():
        vectors = model.unit_topics().cpu().numpy()
        device = model.parameters["topics"].device
        blocks = [
            torch.from_numpy(passages[at : at + ENCODED_AT_ONCE]) for at in range(0, len(passages), ENCODED_AT_ONCE)
        ]
        mixtures = np.concatenate([model.mixtures(block.to(device)).cpu().numpy() for block in blocks])
    order = np.argsort(-mixtures.mean(axis=0), kind="stable")
    parameters = {name: tensor.detach().cpu().numpy() for name, tensor in model.parameters.items()}
    parameters["topics"] = parameters["topics"][order]
    names = [seed.name for seed in seeds] + [""] * (options.n_topics - len(seeds))
    return FittedTopics(
        vectors[order].astype(np.float32),
        np.ascontiguousarray(mixtures[:, order]),
        parameters,
        options.sharpness or 1.0,
        tuple(names[row] for row in order),
        _not_measured(options.n_topics),
    )


def _mean_direction(passages: FloatArray) -> FloatArray:
    mean = passages.mean(axis=0)
    norm = float(np.linalg.norm(mean))
    direction: FloatArray = (mean / norm if norm > 1e-6 else passages[np.abs(passages).sum(axis=1).argmax()]).astype(
        np.float32
    )
    return direction


def _not_measured(n_topics: int) -> FloatArray:
    return np.full(n_topics, np.nan, dtype=np.float32)


def _texts(values: object) -> tuple[str, ...]:
    return tuple(str(value) for value in values) if isinstance(values, list | tuple) else ()
