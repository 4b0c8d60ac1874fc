"""Files to the corpus database."""

from collections import Counter
from pathlib import Path

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.readers.corpus_source import CorpusSource
from phrase_explorer.storage.corpus_database import CorpusDatabase


def load(source: CorpusSource, corpus_path: Path, progress: Progress) -> None:
    """Read the source into a new corpus database, which stands at `corpus_path` when it is whole."""
    CorpusDatabase.create(corpus_path, source.columns, source.items(progress), progress).close()


def count_corpus(corpus: CorpusDatabase) -> dict[str, int]:
    """Say what a corpus database holds and what was left out of it."""
    notes = Counter(note.kind for note in corpus.notes())
    return {
        "documents": corpus.n_documents,
        "words": corpus.n_words,
        "characters": corpus.n_characters,
        "skipped": len(corpus.skipped()),
        "duplicate_keys": corpus.duplicate_key_count,
        "notes": sum(notes.values()),
    }
