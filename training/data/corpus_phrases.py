"""The words and noun phrases of a folder of text, most frequent first: the app's own readers and extraction at work."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from phrase_explorer.domain.document import Document
from phrase_explorer.domain.vocabulary import PHRASE
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.shard_extraction import extract_shard
from phrase_explorer.extraction.shard_merging import merge_shards
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.readers import open_corpus


@dataclass(frozen=True)
class CorpusTerms:
    """Phrases and words of a corpus, each most frequent first."""

    phrases: tuple[str, ...]
    words: tuple[str, ...]


def read_texts(corpus: Path, max_characters: int) -> Iterator[str]:
    """Give the texts of a corpus in its order until `max_characters` have been given; the last one is cut there."""
    left = max_characters
    for item in open_corpus(corpus).items():
        if isinstance(item, Document):
            yield item.text[:left]
            left -= len(item.text)
        if left <= 0:
            return


def corpus_terms(
    corpus: Path, *, max_characters: int, min_count: int = 2, progress: Progress | None = None
) -> CorpusTerms:
    """Extract the terms of the first `max_characters` of a corpus."""
    options = ExtractionOptions(min_count=min_count)
    texts = list(read_texts(corpus, max_characters))
    shard = extract_shard(enumerate(texts), options, progress)
    vocabulary, _ = merge_shards([shard], options, len(texts))
    by_frequency = sorted(range(len(vocabulary.terms)), key=lambda row: -int(vocabulary.counts[row]))
    return CorpusTerms(
        tuple(vocabulary.terms[row] for row in by_frequency if vocabulary.kinds[row] == PHRASE),
        tuple(vocabulary.terms[row] for row in by_frequency if vocabulary.kinds[row] != PHRASE),
    )
