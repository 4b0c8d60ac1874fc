"""Words per second of the extraction, against a bare ``nlp.pipe`` with the same components, and two processes against one.

The peer only parses: it finds no phrases and keeps nothing. Both get the same whole documents, one BLAS thread a process, and the
start of a process and the loading of the pipeline count for neither, except in the measure of two processes, where the wall
time of both runs holds the whole of it.
"""

import gzip
import json
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.measure import compare, measuring_cost, parse_arguments, print_measure, require, say
from phrase_explorer.extraction import ExtractionOptions, ShardTerms
from phrase_explorer.extraction.shard_extraction import NounPhraseExtractor
from phrase_explorer.extraction.spacy_pipeline import load_pipeline
from phrase_explorer.foundation.progress import Progress

SOURCES = (
    "train/speeches/un_debates_1970_1994.jsonl.gz",
    "train/books/standardebooks.jsonl.gz",
    "train/news/bbc.jsonl.gz",
)
FULL_WORDS_EACH = 40_000
QUICK_WORDS_EACH = 2_000
ROUNDS = 2
TWO_PROCESSES_TIMES = 2
"""The text is read so many times over for two processes, so that their start does not decide."""

SHARD_CHARACTERS = 100_000

_extractor: NounPhraseExtractor | None = None


def main() -> None:
    arguments = parse_arguments(__doc__.splitlines()[0])
    words_each = QUICK_WORDS_EACH if arguments.quick else FULL_WORDS_EACH
    texts = [text for source in SOURCES for text in read_texts(require(arguments.data / source), words_each)]
    n_words = sum(len(text.split()) for text in texts)
    say(f"{len(texts)} documents, {n_words:,} words from {', '.join(SOURCES)}")

    ours, peer = measure_one_process(texts, rounds=1 if arguments.quick else ROUNDS)
    print_measure(
        compare(
            "extract_words_per_second",
            "words/s",
            ours=n_words / ours,
            peer=n_words / peer,
            peer_name="nlp.pipe, same components",
        ),
        arguments,
    )
    repeated = texts * (1 if arguments.quick else TWO_PROCESSES_TIMES)
    two, one = measure_two_and_one(repeated, rounds=1 if arguments.quick else ROUNDS)
    n_repeated = sum(len(text.split()) for text in repeated)
    print_measure(
        compare(
            "extract_two_processes",
            "words/s",
            ours=n_repeated / two,
            peer=n_repeated / one,
            peer_name="one process",
        ),
        arguments,
    )


def read_texts(path: Path, n_words: int) -> Iterator[str]:
    """Give documents of a JSONL file until they hold `n_words` words."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if n_words <= 0:
                return
            text = json.loads(line)["text"]
            n_words -= len(text.split())
            yield text


def measure_one_process(texts: Sequence[str], rounds: int) -> tuple[float, float]:
    """Give the best seconds of ours and of the peer, taking turns."""
    import spacy
    from threadpoolctl import threadpool_limits

    from phrase_explorer.foundation.resource_paths import resource_path

    options = ExtractionOptions()
    extractor = NounPhraseExtractor(load_pipeline(options), options)
    peer = spacy.load(resource_path("spacy", "en_core_web_sm"), exclude=["ner", "senter"])
    our_seconds, peer_seconds = [], []
    for number in range(rounds):
        with measuring_cost() as our_cost:
            extractor.extract(enumerate(texts), Progress())
        with threadpool_limits(1, user_api="blas"), measuring_cost() as peer_cost:
            for _ in peer.pipe(texts):
                pass
        our_seconds.append(our_cost.seconds)
        peer_seconds.append(peer_cost.seconds)
        say(f"round {number + 1}: ours {our_cost.seconds:.1f} s, peer {peer_cost.seconds:.1f} s")
    return min(our_seconds), min(peer_seconds)


def measure_two_and_one(texts: Sequence[str], rounds: int) -> tuple[float, float]:
    """Give the best seconds of two processes and of one, taking turns."""
    rounds_of_both = [[measure_processes(texts, n_processes) for n_processes in (2, 1)] for _ in range(rounds)]
    return min(two for two, _ in rounds_of_both), min(one for _, one in rounds_of_both)


def measure_processes(texts: Sequence[str], n_processes: int) -> float:
    """Give the wall seconds of extracting the texts in spawned processes, start-up and result included."""
    shards = list(cut_into_shards(texts))
    began_at = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(n_processes, initializer=_load_extractor) as pool:
        pool.map(_extract, shards, chunksize=1)
    seconds = time.perf_counter() - began_at
    say(f"{n_processes} processes: {seconds:.1f} s")
    return seconds


def cut_into_shards(texts: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """Cut the texts into runs of about `SHARD_CHARACTERS`, as an analysis does, so that no process waits long for another."""
    shard: list[tuple[int, str]] = []
    n_characters = 0
    for row, text in enumerate(texts):
        shard.append((row, text))
        n_characters += len(text)
        if n_characters >= SHARD_CHARACTERS:
            yield shard
            shard, n_characters = [], 0
    if shard:
        yield shard


def _load_extractor() -> None:
    global _extractor  # noqa: PLW0603 - one a child process, as the analysis keeps it
    options = ExtractionOptions()
    _extractor = NounPhraseExtractor(load_pipeline(options), options)


def _extract(texts: list[tuple[int, str]]) -> ShardTerms:
    if _extractor is None:
        raise RuntimeError("the process has no pipeline")
    return _extractor.extract(texts, Progress())


if __name__ == "__main__":
    main()
