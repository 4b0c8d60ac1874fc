"""Documents to vocabulary: runs of documents are parsed in child processes, each kept as it is finished, then merged.

The terms of a run of documents do not depend on the minimum count or on stop phrases, so that changing these only merges again.
"""

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from phrase_explorer.domain.vocabulary import PHRASE, WORD
from phrase_explorer.extraction.language_check import choose_method
from phrase_explorer.extraction.options import BUNDLED_LANGUAGE, ExtractionOptions
from phrase_explorer.extraction.processes import count_processes
from phrase_explorer.extraction.shard_merging import merge_shards
from phrase_explorer.extraction.shard_terms import ShardTerms
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.stage_keys import parse_fingerprint, parse_key
from phrase_explorer.pipeline.vector_stages import read_whole
from phrase_explorer.pipeline.workers import Workers
from phrase_explorer.storage.array_folder import ArrayFolder
from phrase_explorer.storage.artifact_store import ArtifactStore
from phrase_explorer.storage.corpus_database import CorpusDatabase
from phrase_explorer.storage.noun_arrays import vocabulary_to_arrays

logger = logging.getLogger(__name__)

MIN_SHARD_CHARACTERS = 200_000
MAX_SHARD_CHARACTERS = 4_000_000
SHARDS_WANTED = 64
SAMPLED_DOCUMENTS = 64


@dataclass(frozen=True)
class ParseRequest:
    """A run of documents to parse, and the key to keep its terms under."""

    key: str
    start_row: int
    stop_row: int


@dataclass(frozen=True)
class MergeRequest:
    """Merge the shards under these keys into the vocabulary `key`, with the notes in its ledger."""

    key: str
    shard_keys: tuple[str, ...]
    notes: tuple[str, ...]


def fit_options(corpus: CorpusDatabase, options: ExtractionOptions) -> tuple[ExtractionOptions, tuple[str, ...]]:
    """Give the options that fit the language of the documents, and what to say where they are not those asked for."""
    if options.method == "noun_chunks" and options.pipeline_folder is None and options.language != BUNDLED_LANGUAGE:
        note = (
            f"There is no bundled pipeline for the language '{options.language}', so phrases are found by statistics "
            "(collocations); give the name of an installed spaCy pipeline to get noun phrases."
        )
        return replace(options, method="collocations"), (note,)
    rows = range(0, corpus.n_documents, max(1, corpus.n_documents // SAMPLED_DOCUMENTS))
    fitting, message = choose_method((corpus.text(row) for row in rows), options)
    return fitting, (message,) if message is not None else ()


def extract(
    store: ArtifactStore,
    key: str,
    corpus: CorpusDatabase,
    options: ExtractionOptions,
    progress: Progress,
    *,
    notes: tuple[str, ...] = (),
) -> dict[str, int]:
    """Make the vocabulary and write it, with its ledger and the notes, under `key`; give what was counted."""
    requests = plan_shards(corpus, options)
    missing = [request for request in requests if not store.is_whole("parse", request.key)]
    n_missing = sum(request.stop_row - request.start_row for request in missing)
    progress.begin("extract", corpus.n_documents, "documents", already_done=corpus.n_documents - n_missing)
    n_workers = max(1, min(count_processes(corpus.n_characters), len(missing)))
    with Workers(make_extract_worker, store.folder, corpus.path, options, n_workers=n_workers) as workers:
        workers.run(missing, progress)
        progress.note("merging")
        merge = MergeRequest(key, tuple(request.key for request in requests), notes)
        (counts,) = workers.run([merge], progress)
    return {**counts, "shards": len(requests), "shards_reused": len(requests) - len(missing)}


def plan_shards(corpus: CorpusDatabase, options: ExtractionOptions) -> list[ParseRequest]:
    """Cut the corpus into runs of documents: the same ones on every machine, whatever the number of processes."""
    fingerprint = parse_fingerprint(options)
    wanted = min(max(corpus.n_characters // SHARDS_WANTED, MIN_SHARD_CHARACTERS), MAX_SHARD_CHARACTERS)
    rows_a_shard = max(1, corpus.n_documents * wanted // max(corpus.n_characters, 1))
    starts = range(0, corpus.n_documents, rows_a_shard)
    stops = [min(start + rows_a_shard, corpus.n_documents) for start in starts]
    return [
        ParseRequest(parse_key(corpus.content_hash, fingerprint, start, stop), start, stop)
        for start, stop in zip(starts, stops, strict=True)
    ]


def make_extract_worker(
    store_folder: Path, corpus_path: Path, options: ExtractionOptions
) -> Callable[[ParseRequest | MergeRequest, Progress], dict[str, int]]:
    """Parse one run of documents after another, and merge them. Runs in a child process; spaCy is loaded when it is needed."""
    corpus = CorpusDatabase.open(corpus_path)
    store = ArtifactStore(store_folder)
    extract_terms: Callable[[Iterator[tuple[int, str]], Progress], ShardTerms] | None = None

    def answer(request: ParseRequest | MergeRequest, progress: Progress) -> dict[str, int]:
        nonlocal extract_terms
        if isinstance(request, MergeRequest):
            return _merge(store, request, options, corpus.n_documents)
        if extract_terms is None:
            extract_terms = _load_extractor(options)
        shard = extract_terms(corpus.iter_texts(request.start_row, request.stop_row), progress)
        store.write("parse", request.key, ArrayFolder(*shard.to_arrays()))
        return {}

    return answer


def _merge(store: ArtifactStore, request: MergeRequest, options: ExtractionOptions, n_documents: int) -> dict[str, int]:
    vocabulary, ledger = merge_shards(_shards(store, request.shard_keys), options, n_documents)
    counts = {
        "documents": n_documents,
        "terms": vocabulary.n_terms,
        "words": int((vocabulary.kinds == WORD).sum()),
        "phrases": int((vocabulary.kinds == PHRASE).sum()),
        "mentions": len(vocabulary.mentions),
        "dropped": sum(entry.count for entry in ledger.entries),
    }
    ledger = replace(ledger, notes=(*request.notes, *ledger.notes))
    store.write(
        "extract", request.key, vocabulary_to_arrays(vocabulary, {"counts": counts, "ledger": ledger.to_json()})
    )
    return counts


def _keep_torch_out() -> None:
    """Let spaCy start without torch, which it would import and the bundled pipeline never uses: 200 MB and 2 s a process."""
    sys.modules["torch"] = None  # type: ignore[assignment]  # the documented way to make an import fail


def _load_extractor(options: ExtractionOptions) -> Callable[[Iterator[tuple[int, str]], Progress], ShardTerms]:
    if options.pipeline_folder is None:
        _keep_torch_out()
    from phrase_explorer.extraction.shard_extraction import NounPhraseExtractor, extract_shard
    from phrase_explorer.extraction.spacy_pipeline import load_pipeline

    if options.method == "collocations":
        return lambda texts, progress: extract_shard(texts, options, progress)
    return NounPhraseExtractor(load_pipeline(options), options).extract


def _shards(store: ArtifactStore, keys: Sequence[str]) -> Iterator[ShardTerms]:
    for key in keys:
        content = read_whole(store, "parse", key)
        yield ShardTerms.from_arrays(content.arrays, content.strings, content.facts)
