"""The bundled pipeline, loaded once for all tests of this folder."""

import pytest


@pytest.fixture(scope="session")
def pipeline():
    from phrase_explorer.extraction.options import ExtractionOptions
    from phrase_explorer.extraction.spacy_pipeline import load_pipeline

    return load_pipeline(ExtractionOptions())


@pytest.fixture(scope="session")
def extract(pipeline):
    """A function: texts -> (vocabulary, ledger), with every term kept unless options say otherwise."""
    from phrase_explorer.extraction import ExtractionOptions, merge_shards
    from phrase_explorer.extraction.shard_extraction import NounPhraseExtractor
    from phrase_explorer.foundation.progress import Progress

    def run(*texts, **options):
        chosen = ExtractionOptions(**{"min_count": 1, **options})
        shard = NounPhraseExtractor(pipeline, chosen).extract(enumerate(texts), Progress())
        return merge_shards([shard], chosen, len(texts))

    return run
