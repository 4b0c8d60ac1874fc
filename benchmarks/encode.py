"""Terms a second of `Encoder.encode` against `SentenceTransformer.encode` with the same weights, and how far they agree.

The phrases are runs of content words of real text, most frequent first. Both sides encode the same slices in turn, so that a
machine that is busy for a while slows both; the ratio is that of the sums.
"""

import gzip
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.measure import BenchmarkArguments, compare, parse_arguments, print_measure, require, say
from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.resource_paths import resource_path

SOURCES = ("train/encyclopedic/wikipedia_2014_sample.jsonl.gz", "train/news/bbc.jsonl.gz")
N_PHRASES, N_PHRASES_QUICK = 20_000, 64
N_SLICES = 8
MOST_WORDS = 6
SHUFFLE_SEED = 0
BREAKS = re.compile(r"[^\w\s'-]+|\n")
STOP_WORDS = """
a about after all also an and any are as at be been before being between but by can could did do does down
during each either few for from further had has have he her here his how however i if in into is it its itself
just many may me might more most much must my no nor not now of off on once one only or other our out over own
said same shall she should since so some such than that the their them then there these they this those three
through to too two under until up upon us very was we well were what when where whether which while who whom
whose why will with within would yet you your
"""

Encode = Callable[[Sequence[str]], FloatArray]


def main(argv: Sequence[str] | None = None) -> None:
    import torch

    arguments = parse_arguments(__doc__.splitlines()[0], argv)
    phrases = frequent_phrases(arguments)
    say(f"{len(phrases):,} phrases, such as: {', '.join(phrases[:5])}")
    peer = load_peer()
    best, exact = Encoder.load(), Encoder.load(dtype="float32")
    seconds = {"best": 0.0, "float32": 0.0, "peer": 0.0}
    cosines: list[FloatArray] = []
    sides: dict[str, Encode] = {"best": best.encode, "float32": exact.encode, "peer": peer}
    for encode in sides.values():
        encode(phrases[: max(1, len(phrases) // (4 * N_SLICES))])  # warm up
    for i in range(N_SLICES):
        slice_ = phrases[i::N_SLICES]
        if not slice_:
            continue
        vectors: dict[str, FloatArray] = {}
        for side in rotated(list(sides), i):
            began_at = time.perf_counter()
            vectors[side] = sides[side](slice_)
            seconds[side] += time.perf_counter() - began_at
        cosines.append((vectors["best"] * vectors["peer"]).sum(axis=1))
        say(f"slice {i + 1} of {N_SLICES} done")
    rates = {side: len(phrases) / total for side, total in seconds.items()}
    n_threads = torch.get_num_threads()
    peer_name = f"SentenceTransformer.encode, float32, {n_threads} thread{'s' * (n_threads > 1)} each"
    for name, side in (("encode_terms_per_second", "best"), ("encode_terms_per_second_float32", "float32")):
        print_measure(compare(name, "terms/s", ours=rates[side], peer=rates["peer"], peer_name=peer_name), arguments)
    cosine = float(np.concatenate(cosines).mean())
    print_measure(compare("encode_cosine", "mean cosine", ours=cosine, peer=1.0, peer_name=peer_name), arguments)


def load_peer() -> Encode:
    """Load the bundled weights with sentence-transformers, in float32: in the float16 of the file it is slower here."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(
        str(resource_path("encoder")), device="cpu", local_files_only=True, model_kwargs={"dtype": "float32"}
    )

    def encode(texts: Sequence[str]) -> FloatArray:
        vectors: FloatArray = model.encode(list(texts), show_progress_bar=False)
        return vectors

    return encode


def frequent_phrases(arguments: BenchmarkArguments) -> list[str]:
    """Give the most frequent runs of two to six content words, in random order."""
    counts: Counter[str] = Counter()
    stop_words = frozenset(STOP_WORDS.split())
    for source in SOURCES:
        for text in texts_of(require(arguments.data / source), arguments.quick):
            for piece in BREAKS.split(text):
                counts.update(content_runs(piece.split(), stop_words))
    wanted = N_PHRASES_QUICK if arguments.quick else N_PHRASES
    phrases = [phrase for phrase, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:wanted]]
    return [phrases[i] for i in np.random.default_rng(SHUFFLE_SEED).permutation(len(phrases))]


def texts_of(path: Path, quick: bool) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for i, line in enumerate(lines):
            if quick and i >= 20:
                return
            yield str(json.loads(line)["text"])


def content_runs(words: Sequence[str], stop_words: frozenset[str]) -> Iterator[str]:
    run: list[str] = []
    for word in [*words, "the"]:
        if word.lower() not in stop_words:
            run.append(word)
            continue
        if 2 <= len(run) <= MOST_WORDS:
            yield " ".join(run)
        run = []


def rotated(names: Sequence[str], n: int) -> list[str]:
    """Let each side go first in turn."""
    return [names[(i + n) % len(names)] for i in range(len(names))]


if __name__ == "__main__":
    main()
