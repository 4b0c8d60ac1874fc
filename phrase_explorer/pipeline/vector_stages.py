"""Vocabulary to vectors, and vectors to nearest neighbours, each in a child process whose memory goes with it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.storage.array_folder import ArrayFolder, CorruptArtifactError
from phrase_explorer.storage.artifact_store import ArtifactStore
from phrase_explorer.storage.noun_arrays import embeddings_from_arrays, embeddings_to_arrays, vocabulary_from_arrays

Counts = dict[str, int]


@dataclass(frozen=True)
class EmbedRequest:
    """Encode the terms of vocabulary `extract_key` and keep the vectors under `key`."""

    extract_key: str
    key: str


@dataclass(frozen=True)
class NeighboursRequest:
    """Find the `n_neighbors` nearest of each vector of `embed_key`, itself included, and keep them under `key`."""

    embed_key: str
    key: str
    n_neighbors: int


def make_encoder(store_folder: Path, encoder_folder: Path | None) -> Callable[[EmbedRequest, Progress], Counts]:
    """Load the encoder, then encode vocabularies. Runs in a child process."""
    from phrase_explorer.encoding.encoder import Encoder
    from phrase_explorer.encoding.shards import encode_in_shards

    store = ArtifactStore(store_folder)
    encoder = Encoder.load(encoder_folder)

    def embed(request: EmbedRequest, progress: Progress) -> Counts:
        terms = vocabulary_from_arrays(read_whole(store, "extract", request.extract_key)).terms
        shards = store.shards_folder("embed", request.key)
        vectors = encode_in_shards(encoder, terms, shards, progress=progress)
        counts = {
            "terms": len(terms),
            "dimensions": encoder.n_dims,
            "over_long": encoder.count_over_long(terms),
        }
        store.write(
            "embed", request.key, embeddings_to_arrays(Embeddings(vectors, encoder.fingerprint), {"counts": counts})
        )
        return counts

    return embed


def make_neighbour_finder(store_folder: Path) -> Callable[[NeighboursRequest, Progress], Counts]:
    """Find neighbours. Runs in a child process."""
    from phrase_explorer.retrieval.nearest_neighbours import nearest_neighbours

    store = ArtifactStore(store_folder)

    def find_neighbours(request: NeighboursRequest, progress: Progress) -> Counts:
        vectors = embeddings_from_arrays(read_whole(store, "embed", request.embed_key)).vectors
        rows, distances = nearest_neighbours(vectors, request.n_neighbors, progress)
        counts = {"terms": len(vectors), "neighbours": int(rows.shape[1])}
        content = ArrayFolder({"rows": rows, "distances": distances}, {}, {"noun": "neighbours", "counts": counts})
        store.write("neighbours", request.key, content)
        return counts

    return find_neighbours


def read_whole(store: ArtifactStore, stage: str, key: str) -> ArrayFolder:
    """Read an artifact that an earlier stage has just left. Raises `CorruptArtifactError` if it is gone."""
    content = store.read(stage, key)
    if content is None:
        raise CorruptArtifactError(f"the artifact of stage {stage} is gone")
    return content
