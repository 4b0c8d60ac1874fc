"""Adapting a project's encoder and going back, with an encoder so small that it takes seconds."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest

from phrase_explorer.adaptation.adaptation_check import AdaptationCheck
from phrase_explorer.adaptation.held_out_terms import is_held_out
from phrase_explorer.adaptation.mirror_training import MirrorOptions
from phrase_explorer.domain.document import Document
from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.project.project import Project
from phrase_explorer.storage.corpus_database import CorpusDatabase
from phrase_explorer.storage.noun_arrays import embeddings_to_arrays, vocabulary_to_arrays
from phrase_explorer.workflows import adapt as workflow
from phrase_explorer.workflows.adapt import adapt_project, term_contexts, text_around, undo_adaptation
from phrase_explorer.workflows.query_encoder import encoder_folder_of
from tests.training.small_world import WORDS, build_encoder

TERMS = [f"{left} {right}" for left in WORDS[:12] for right in WORDS[12:26]]
BETTER = AdaptationCheck(50, 0.3, 0.4, 0.8, 0.9)
WORSE = AdaptationCheck(50, 0.4, 0.3, 0.8, 0.9)
OPTIONS = MirrorOptions(batch_size=40)


@pytest.fixture(scope="module")
def encoder_folder(tmp_path_factory):
    return build_encoder(tmp_path_factory.mktemp("small") / "encoder")


@pytest.fixture
def project(tmp_path, encoder_folder, monkeypatch):
    text = "The people of the place saw {} by the road."
    folder = tmp_path / "small.phrasemap"
    starts = np.arange(len(TERMS) + 1)
    begin = text.index("{")
    mentions = np.array([[row, row, begin, begin + len(term)] for row, term in enumerate(TERMS)], dtype=np.int32)
    ones = np.ones(len(TERMS), dtype=np.int32)
    vocabulary = Vocabulary(TERMS, np.ones(len(TERMS), np.uint8), ones, ones, mentions, starts)
    vectors = np.eye(len(TERMS), dtype=np.float32)
    with Project.create(folder) as project:
        documents = [Document(f"d{row}", "", text.format(term)) for row, term in enumerate(TERMS)]
        CorpusDatabase.create(folder / "corpus.sqlite", (), documents).close()
        project.store.write("extract", "1" * 32, vocabulary_to_arrays(vocabulary, {}))
        project.store.write("embed", "2" * 32, embeddings_to_arrays(Embeddings(vectors, "by hand"), {}))
        state = project.state.with_stage("extract", "1" * 32).with_stage("embed", "2" * 32)
        parameters = replace(AnalysisParameters(), encoder_folder=str(encoder_folder))
        project.commit(
            replace(state, corpus_file="corpus.sqlite", corpus_key="0" * 32, parameters=parameters.to_json())
        )
        project.reload()
        monkeypatch.setattr(workflow, "analyse", commit_parameters)
        yield project


def commit_parameters(_source, _folder, parameters, *, project, **_):
    project.commit(replace(project.state, parameters=parameters.to_json()))


def answer_check(monkeypatch, check):
    monkeypatch.setattr(workflow, "check_adaptation", lambda *_arguments, **_options: check)


def test_a_better_encoder_is_kept_in_the_project_under_its_own_fingerprint(project, encoder_folder, monkeypatch):
    answer_check(monkeypatch, BETTER)

    adaptation = adapt_project(project, progress=Progress(), options=OPTIONS)

    assert adaptation.is_accepted
    assert encoder_folder_of(project) == adaptation.encoder_folder
    assert adaptation.encoder_folder.parent == (project.folder / "encoders").absolute()
    assert adaptation.changes
    assert "was adapted" in adaptation.sentence
    assert not list((project.folder / "encoders").glob(".partial*"))


def test_an_encoder_that_is_not_better_is_refused_and_leaves_nothing(project, encoder_folder, monkeypatch):
    answer_check(monkeypatch, WORSE)

    adaptation = adapt_project(project, progress=Progress(), options=OPTIONS)

    assert not adaptation.is_accepted
    assert encoder_folder_of(project) == encoder_folder
    assert not list((project.folder / "encoders").iterdir())
    assert "left as it was" in adaptation.sentence


def test_one_call_goes_back(project, encoder_folder, monkeypatch):
    answer_check(monkeypatch, BETTER)
    adapt_project(project, progress=Progress(), options=OPTIONS)

    undo_adaptation(project, progress=Progress())

    assert encoder_folder_of(project) == encoder_folder
    with pytest.raises(UserFacingError, match="was not adapted"):
        undo_adaptation(project, progress=Progress())


def test_an_adapted_encoder_moves_with_its_project(project, tmp_path, monkeypatch):
    answer_check(monkeypatch, BETTER)
    adaptation = adapt_project(project, progress=Progress(), options=OPTIONS)
    project.close()
    moved = tmp_path / "moved.phrasemap"
    shutil.move(project.folder, moved)

    with Project.open(moved) as again:
        folder = encoder_folder_of(again)

    assert folder == (moved / "encoders" / adaptation.encoder_folder.name).absolute()
    assert json.loads((folder / "adaptation.json").read_text())["previous_encoder_folder"]


def test_training_never_sees_a_held_out_term(project, monkeypatch):
    seen = []
    original = workflow.train_mirror

    def watch(start, terms, options, progress, *, contexts):
        seen.extend((*terms, *contexts))
        return original(start, terms, options, progress, contexts=contexts)

    monkeypatch.setattr(workflow, "train_mirror", watch)
    answer_check(monkeypatch, WORSE)

    adapt_project(project, progress=Progress(), options=OPTIONS)

    assert len(seen) > 100
    assert not any(is_held_out(term) for term in seen)


def test_contexts_of_held_out_terms_do_not_hold_the_term(project):
    vocabulary = project.require_analysis().vocabulary
    wanted = {term for term in TERMS if is_held_out(term)}

    found = term_contexts(vocabulary, project.corpus, wanted)

    assert {item.term for item in found} == wanted
    assert {item.context for item in found} == {"The people of the place saw by the road."}


def test_text_around_is_cut_at_white_space():
    text = "x" * 30 + " " + "left " * 40 + "TERM" + " right" * 40
    start = text.index("TERM")

    around = text_around(text, start, start + 4)

    assert "TERM" not in around
    assert set(around.split()) == {"left", "right"}
