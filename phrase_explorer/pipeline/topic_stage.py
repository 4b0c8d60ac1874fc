"""Vectors to topics, in a child process whose memory goes with it.

The stage is asked for by itself, when the map is there already: topics with other parameters have another key, and those fitted
before stay beside them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.parameters import TopicParameters
from phrase_explorer.pipeline.vector_stages import read_whole
from phrase_explorer.storage.array_folder import ArrayFolder
from phrase_explorer.storage.artifact_store import ArtifactStore
from phrase_explorer.storage.corpus_database import CorpusDatabase
from phrase_explorer.storage.noun_arrays import embeddings_from_arrays, vocabulary_from_arrays
from phrase_explorer.topic_modeling.editing import seed_vector
from phrase_explorer.topic_modeling.fit_options import FitOptions
from phrase_explorer.topic_modeling.fitting import FittedTopics, SeedVector, fit_topics
from phrase_explorer.topic_modeling.stability import measure_stability, sample_space, suggest_n_topics
from phrase_explorer.topic_modeling.topic_space import TopicSpace, build_topic_space, mean_of_windows

STABILITY_PASSAGES = 8_000
WINDOW_CHARACTERS = 900


@dataclass(frozen=True)
class TopicsRequest:
    """Fit topics to vocabulary `extract_key` with vectors `embed_key` and keep them under `key`."""

    extract_key: str
    embed_key: str
    key: str
    parameters: TopicParameters


def make_topic_fitter(
    store_folder: Path, corpus_file: Path, encoder_folder: Path | None
) -> Callable[[TopicsRequest, Progress], dict[str, int]]:
    """Fit topics. Runs in a child process."""
    store = ArtifactStore(store_folder)

    def fit(request: TopicsRequest, progress: Progress) -> dict[str, int]:
        vocabulary = vocabulary_from_arrays(read_whole(store, "extract", request.extract_key))
        vectors = np.asarray(embeddings_from_arrays(read_whole(store, "embed", request.embed_key)).vectors)
        parameters = request.parameters
        with CorpusDatabase.open(corpus_file) as corpus:
            n_documents = corpus.n_documents
            documents = (
                encode_documents(corpus, encoder_folder, progress) if parameters.documents == "encoder" else None
            )
        space = build_topic_space(vocabulary, vectors, n_documents, document_vectors=documents)
        fitted = fit_with_parameters(space, parameters, progress)
        arrays, strings, facts = fitted.to_arrays()
        if documents is not None:
            arrays["document_vectors"] = documents
        counts = {"topics": fitted.n_topics, "passages": space.n_passages}
        store.write("topics", request.key, ArrayFolder(arrays, strings, {"noun": "topics", **facts, "counts": counts}))
        return counts

    return fit


def fit_with_parameters(space: TopicSpace, parameters: TopicParameters, progress: Progress) -> FittedTopics:
    """Suggest the number of topics where none is asked for, fit, and measure stability on a sample."""
    options = FitOptions(n_topics=parameters.n_topics or 1, seed=parameters.seed)
    seeds = tuple(SeedVector(seed.name, seed_vector(space, seed.terms)) for seed in parameters.seeds)
    if parameters.n_topics is None:
        suggested = suggest_n_topics(space, options, progress=progress).n_topics
        options = replace(options, n_topics=max(suggested, len(seeds) + 1 if seeds else 1))
    fitted = fit_topics(space, options, seeds=seeds, progress=progress)
    sample = sample_space(space, STABILITY_PASSAGES, seed=options.seed)
    stability = measure_stability(fitted, space, options, rerun_space=sample, progress=progress)
    return replace(fitted, stability=stability)


def open_topic_space(
    vocabulary: Vocabulary, vectors: FloatArray, n_documents: int, artifact: ArrayFolder
) -> tuple[TopicSpace, FittedTopics]:
    """Give the space of a fit and what was fitted, from the artifact of the stage."""
    documents = artifact.arrays.get("document_vectors")
    space = build_topic_space(
        vocabulary, vectors, n_documents, document_vectors=None if documents is None else np.asarray(documents)
    )
    arrays = {name: np.array(array) for name, array in artifact.arrays.items() if name != "document_vectors"}
    return space, FittedTopics.from_arrays(arrays, artifact.strings, artifact.facts)


def encode_documents(corpus: CorpusDatabase, encoder_folder: Path | None, progress: Progress) -> FloatArray:
    """Encode whole documents in windows of `WINDOW_CHARACTERS`, (n_documents, n_dims) float32."""
    from phrase_explorer.encoding.encoder import Encoder

    encoder = Encoder.load(encoder_folder)
    windows: list[str] = []
    window_documents: list[int] = []
    for row, text in corpus.iter_texts():
        for start in range(0, len(text), WINDOW_CHARACTERS):
            piece = text[start : start + WINDOW_CHARACTERS].strip()
            if piece:
                windows.append(piece)
                window_documents.append(row)
    progress.begin("documents", len(windows), "windows")
    vectors = encoder.encode(windows, progress=progress)
    return mean_of_windows(vectors, window_documents, corpus.n_documents)
