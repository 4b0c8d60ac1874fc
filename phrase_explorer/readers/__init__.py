"""Bytes to documents: one file per format behind `open_corpus`."""

from phrase_explorer.readers.corpus_preview import CorpusPreview, PreviewColumn, preview_corpus
from phrase_explorer.readers.corpus_source import CorpusSource, open_corpus
from phrase_explorer.readers.import_options import ImportOptions
from phrase_explorer.readers.reader_errors import UnreadableCorpusError
from phrase_explorer.readers.sample_corpus import sample_corpus_path

__all__ = [
    "CorpusPreview",
    "CorpusSource",
    "ImportOptions",
    "PreviewColumn",
    "UnreadableCorpusError",
    "open_corpus",
    "preview_corpus",
    "sample_corpus_path",
]
