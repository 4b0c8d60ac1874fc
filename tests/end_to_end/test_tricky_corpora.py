"""Corpora that break comparable programs, from the command line to the map."""

import json

import numpy as np
import pytest

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.analyse import analyse
from phrase_explorer.workflows.concordance import concordance_of_row
from phrase_explorer.workflows.search import search_terms

SENTENCES = (
    "The treasury reduced the public debt. Foreign policy was a matter for the Senate, and wild geese flew over."
)


@pytest.mark.model
def test_fifty_copies_of_one_document_are_terms_with_counts_of_fifty(tmp_path):
    with _analysed(tmp_path, "\n".join(json.dumps({"id": str(n), "text": SENTENCES}) for n in range(50))) as project:
        vocabulary = project.require_analysis().vocabulary
        row = vocabulary.find("public debt")

        assert project.corpus.n_documents == 50
        assert set(vocabulary.counts.tolist()) == {50}
        assert len(concordance_of_row(project, row)) == 50
        assert search_terms(project, "public debt")[0].score == pytest.approx(1.0, abs=1e-3)
        _check_map(project)


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize(
    ("texts", "n_terms"),
    [
        (["the of and it. --- 2019."], 0),
        (["War. War."], 1),
        (["War and peace. War, peace."], 2),
        (["War is near. Peace is near. Debt is near. War. Peace. Debt."], 3),
        ([SENTENCES, SENTENCES.replace("public", "national")], None),
        (["", "   ", "a \x00 nul in the public debt", "The public debt grew."], None),
        (["Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. " * 20], None),
    ],
    ids=["no terms", "one term", "two terms", "three terms", "two documents", "odd documents", "Russian"],
)
def test_a_small_or_odd_corpus_has_its_map(tmp_path, texts, n_terms):
    with _analysed(tmp_path, "\n".join(json.dumps({"text": text}) for text in texts)) as project:
        assert n_terms is None or project.require_analysis().vocabulary.n_terms == n_terms
        _check_map(project)


@pytest.mark.slow
@pytest.mark.model
def test_one_line_of_a_million_characters_keeps_its_offsets(tmp_path):
    line = ("The public debt grew quickly. Wild geese fly over the cold river. " * 16_000)[:1_000_002]
    with _analysed(tmp_path, json.dumps({"text": line})) as project:
        vocabulary = project.require_analysis().vocabulary
        mentions = vocabulary.mentions_of(vocabulary.find("public debt"))

        assert len(mentions) == line.count("public debt")
        assert {line[start:end] for _, _, start, end in mentions.tolist()} == {"public debt"}


def _analysed(tmp_path, json_lines):
    source, folder = tmp_path / "corpus.jsonl", tmp_path / "corpus.phrasemap"
    source.write_text(json_lines, encoding="utf-8")
    analyse(source, folder, AnalysisParameters(), progress=Progress())
    return Project.open(folder, read_only=True)


def _check_map(project):
    analysis = project.require_analysis()
    assert set(analysis.keys) == {"load", "extract", "embed", "first_layout", "neighbours", "layout"}
    assert analysis.layout.positions.shape == (analysis.vocabulary.n_terms, 2)
    assert np.isfinite(analysis.layout.positions).all()
