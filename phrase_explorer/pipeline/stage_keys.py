"""The key of each stage: a hash of what its result depends on and of nothing else.

Seeds, options and model fingerprints are in; device, batch size, number of processes and paths are out. A stage's version goes
up when the same inputs give another result than before.
"""

from dataclasses import replace

from phrase_explorer.extraction.options import ExtractionOptions, pipeline_fingerprint
from phrase_explorer.foundation.content_hash import hash_value
from phrase_explorer.layouts.layout_options import LayoutOptions
from phrase_explorer.pipeline.parameters import TopicParameters

VERSIONS = {
    "load": 1,
    "parse": 1,
    "extract": 1,
    "embed": 1,
    "first_layout": 1,
    "neighbours": 1,
    "layout": 1,
    "topics": 1,
}


def _key(stage: str, *inputs: object) -> str:
    return hash_value([stage, VERSIONS[stage], *inputs])


def load_key(source_content_key: str) -> str:
    """Key of the corpus: what the files hold and how they are read."""
    return _key("load", source_content_key)


def parse_fingerprint(options: ExtractionOptions) -> str:
    """Hash of what decides the terms of a shard, before any is dropped for its frequency or by a stop phrase."""
    defaults = ExtractionOptions()
    return pipeline_fingerprint(
        replace(
            options,
            min_count=defaults.min_count,
            use_stop_phrases=defaults.use_stop_phrases,
            stop_phrases=defaults.stop_phrases,
        )
    )


def parse_key(corpus_hash: str, fingerprint: str, start_row: int, stop_row: int) -> str:
    """Key of the terms of the documents from `start_row` up to `stop_row`."""
    return _key("parse", corpus_hash, fingerprint, start_row, stop_row)


def extract_key(corpus_hash: str, options: ExtractionOptions) -> str:
    """Key of the vocabulary."""
    return _key("extract", corpus_hash, pipeline_fingerprint(options))


def embed_key(extract: str, encoder: str) -> str:
    """Key of the term vectors: the vocabulary and the fingerprint of the encoder."""
    return _key("embed", extract, encoder)


def first_layout_key(embed: str) -> str:
    """Key of the first layout."""
    return _key("first_layout", embed)


def neighbours_key(embed: str, n_neighbors: int) -> str:
    """Key of the nearest neighbours of each term."""
    return _key("neighbours", embed, n_neighbors)


def layout_key(embed: str, options: LayoutOptions) -> str:
    """Key of the map."""
    return _key("layout", embed, options)


def topics_key(embed: str, parameters: TopicParameters) -> str:
    """Key of the topics: the term vectors and what topics are asked for."""
    return _key("topics", embed, parameters)
