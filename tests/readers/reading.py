"""Short ways to read a small corpus in tests."""

from pathlib import Path

from phrase_explorer.domain.document import Document, SkippedItem, SourceNote
from phrase_explorer.readers import ImportOptions, open_corpus


def documents_of(path: Path, **options) -> list[Document]:
    return [item for item in open_corpus(path, ImportOptions(**options)).items() if isinstance(item, Document)]


def skipped_of(path: Path, **options) -> list[SkippedItem]:
    return [item for item in open_corpus(path, ImportOptions(**options)).items() if isinstance(item, SkippedItem)]


def notes_of(path: Path, **options) -> list[SourceNote]:
    return [item for item in open_corpus(path, ImportOptions(**options)).items() if isinstance(item, SourceNote)]
