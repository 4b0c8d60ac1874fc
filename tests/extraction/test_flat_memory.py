import random

import psutil
import pytest

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.shard_extraction import NounPhraseExtractor
from phrase_explorer.foundation.progress import Progress

pytestmark = [pytest.mark.model, pytest.mark.slow]

N_SHARDS = 12
SENTENCES_A_SHARD = 2_000


def shard_of_new_words(seed):
    """Sentences that hold words no other shard has."""
    made_up = random.Random(seed)
    for row in range(SENTENCES_A_SHARD):
        word = "".join(made_up.choices("abcdefghijklmnoprstuvw", k=9))
        yield (
            row,
            f"The old captain of the {word} ship told his brave crew about {word}ville and its green harbours in May.",
        )


def test_memory_stays_flat_from_shard_to_shard(pipeline):
    extractor = NounPhraseExtractor(pipeline, ExtractionOptions())
    process = psutil.Process()
    resident_mb = []

    for seed in range(N_SHARDS):
        extractor.extract(shard_of_new_words(seed), Progress())
        resident_mb.append(process.memory_info().rss / 1e6)

    assert resident_mb[-1] - resident_mb[2] < 60
