import logging

import numpy as np
import pytest

from phrase_explorer.domain.document import Document
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline import extract_stage
from phrase_explorer.pipeline.extract_stage import extract, fit_options, plan_shards
from phrase_explorer.storage.artifact_store import ArtifactStore
from phrase_explorer.storage.corpus_database import CorpusDatabase
from phrase_explorer.storage.noun_arrays import vocabulary_from_arrays

OPTIONS = ExtractionOptions(method="collocations", language="la", min_count=2)


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    monkeypatch.setattr(extract_stage, "MIN_SHARD_CHARACTERS", 400)
    words = ["aqua", "terra", "ignis", "bellum", "pax", "mare", "urbs", "rex", "dux", "lex", "vox", "lux", "nox"]
    choose = np.random.default_rng(3)
    texts = [" ".join(choose.choice(words, 40)) + " res publica magna." for _ in range(12)]
    documents = [Document(str(row), "", text) for row, text in enumerate(texts)]
    with CorpusDatabase.create(tmp_path / "corpus.sqlite", (), documents) as corpus:
        yield corpus


@pytest.fixture
def store(tmp_path):
    return ArtifactStore(tmp_path / "artifacts")


def test_shards_cover_every_document_once(corpus):
    rows = [row for shard in plan_shards(corpus, OPTIONS) for row in range(shard.start_row, shard.stop_row)]

    assert rows == list(range(12))
    assert len(plan_shards(corpus, OPTIONS)) > 3


def test_another_minimum_count_parses_nothing_again(store, corpus):
    first = extract(store, "a", corpus, OPTIONS, Progress())
    second = extract(
        store, "b", corpus, ExtractionOptions(method="collocations", language="la", min_count=30), Progress()
    )

    assert first["shards_reused"] == 0
    assert second["shards_reused"] == second["shards"] == first["shards"]
    assert second["terms"] < first["terms"]


def test_a_corrupt_shard_is_parsed_again_and_logged_once(store, corpus, caplog):
    caplog.set_level(logging.WARNING)
    extract(store, "a", corpus, OPTIONS, Progress())
    broken = plan_shards(corpus, OPTIONS)[1]
    (store.path("parse", broken.key) / "mentions.npy").write_bytes(b"")

    counts = extract(store, "b", corpus, OPTIONS, Progress())

    assert counts["shards_reused"] == counts["shards"] - 1
    assert _bytes_of(store, "a") == _bytes_of(store, "b")
    assert len([record for record in caplog.records if "corrupt" in record.getMessage()]) == 1


def test_one_shard_or_many_give_the_same_vocabulary(store, corpus, monkeypatch):
    extract(store, "a", corpus, OPTIONS, Progress())
    monkeypatch.setattr(extract_stage, "MIN_SHARD_CHARACTERS", 10**9)

    counts = extract(store, "b", corpus, OPTIONS, Progress())

    assert counts["shards"] == 1
    assert vocabulary_from_arrays(store.read("extract", "b")).terms[0]
    assert _bytes_of(store, "a") == _bytes_of(store, "b")


def test_a_language_without_a_pipeline_is_mined_by_statistics_and_said(corpus):
    options, notes = fit_options(corpus, ExtractionOptions(language="sv"))

    assert options.method == "collocations"
    assert "'sv'" in notes[0]


def test_texts_in_another_language_than_asked_for_are_noticed(tmp_path):
    russian = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. " * 5
    with CorpusDatabase.create(tmp_path / "ru.sqlite", (), [Document("1", "", russian)]) as corpus:
        options, notes = fit_options(corpus, ExtractionOptions())

    assert options.method == "collocations"
    assert "not English" in notes[0]


def _bytes_of(store, key):
    return {path.name: path.read_bytes() for path in store.path("extract", key).glob("*.npy")}
