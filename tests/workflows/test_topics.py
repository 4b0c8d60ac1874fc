import json
from dataclasses import replace

import numpy as np
import pytest

from phrase_explorer.domain.document import Document
from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.domain.term_key import term_keys
from phrase_explorer.domain.topic_edits import HideTopic, MergeTopics, RenameTopic, SplitTopic
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.project.commands import HideTerms
from phrase_explorer.project.project import Project
from phrase_explorer.storage.corpus_database import CorpusDatabase
from phrase_explorer.storage.noun_arrays import embeddings_to_arrays, vocabulary_to_arrays
from phrase_explorer.workflows.topic_tables import export_topics, topics_from_json, topics_to_json
from phrase_explorer.workflows.topics import (
    TopicParameters,
    TopicSeeds,
    current_model,
    edit_topics,
    fit_project_topics,
    open_topics,
    read_seeds,
)
from tests.topic_modeling.conftest import themed_vectors, themed_vocabulary

N_DOCUMENTS = 36


def build_themed_project(folder):
    with Project.create(folder) as project:
        documents = [Document(f"d{row}", f"Text {row}", "x" * 200) for row in range(N_DOCUMENTS + 1)]
        CorpusDatabase.create(folder / "corpus.sqlite", (), documents).close()
        project.store.write("extract", "1" * 32, vocabulary_to_arrays(themed_vocabulary(N_DOCUMENTS), {}))
        project.store.write("embed", "2" * 32, embeddings_to_arrays(Embeddings(themed_vectors(), "by hand"), {}))
        state = project.state.with_stage("extract", "1" * 32).with_stage("embed", "2" * 32)
        project.commit(replace(state, corpus_file="corpus.sqlite", corpus_key="0" * 32))
    return folder


@pytest.fixture
def project(tmp_path):
    with Project.open(build_themed_project(tmp_path / "themed.phrasemap")) as project:
        yield project


@pytest.fixture
def in_process(monkeypatch):
    """Fit in this process: what the child would do, without its seconds of start-up."""
    fit_here(monkeypatch)


def fit_here(monkeypatch):
    from phrase_explorer.workflows import topics

    class Here:
        def __init__(self, factory, *arguments):
            self.answer = factory(*arguments)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def run(self, requests, progress):
            return [self.answer(request, progress) for request in requests]

    monkeypatch.setattr(topics, "Workers", Here)


def fit(project, n_topics=3, **parameters):
    return fit_project_topics(project, TopicParameters(n_topics, **parameters), progress=Progress())


def test_topics_are_a_stage_of_the_project_with_its_own_key(project, in_process):
    assert open_topics(project) is None

    fitted = fit(project)

    assert project.state.stages["topics"] == fitted.key
    assert open_topics(project).key == fitted.key
    assert AnalysisParameters.from_json(project.state.parameters).topics == TopicParameters(3)
    assert fit(project, 4).key != fitted.key
    assert fit(project, 3).key == fitted.key


def test_fitting_again_with_the_same_parameters_computes_nothing(project, in_process, monkeypatch):
    from phrase_explorer.workflows import topics

    fit(project)
    monkeypatch.setattr(topics, "Workers", None)

    assert fit_project_topics(project, progress=Progress()).fitted.n_topics == 3


def test_every_edit_can_be_undone_and_done_again(project, in_process):
    topics = fit(project)
    said = [RenameTopic("t1", "First"), MergeTopics(("t1", "t2")), SplitTopic("t1", 2), HideTopic("t1.1")]
    states = [current_model(project, topics)]

    for edit in said:
        project.history.do(edit_topics(project, topics, edit))
        states.append(current_model(project, topics))

    assert states[-1].topics[0].name == "First"
    assert project.history.undo_label == "Hide topic"
    for before in states[-2::-1]:
        project.history.undo()
        assert same(current_model(project, topics), before)
    for after in states[1:]:
        project.history.redo()
        assert same(current_model(project, topics), after)


def same(one, other):
    return [(t.key, t.name, t.share, t.is_hidden, t.words) for t in one.topics] == [
        (t.key, t.name, t.share, t.is_hidden, t.words) for t in other.topics
    ] and np.array_equal(one.document_topics, other.document_topics)


def test_edits_outlive_the_program(project, in_process):
    topics = fit(project)
    project.history.do(edit_topics(project, topics, RenameTopic("t2", "Kept")))
    project.close()

    with Project.open(project.folder, read_only=True) as again:
        assert current_model(again, open_topics(again)).topics[1].name == "Kept"


def test_an_impossible_edit_is_refused_and_nothing_changes(project, in_process):
    topics = fit(project)

    with pytest.raises(UserFacingError, match="no topic 't7'"):
        edit_topics(project, topics, RenameTopic("t7", "x"))

    assert project.annotations.topic_edits(topics.key) == ()


def test_names_are_carried_over_to_a_fit_with_another_number_of_topics(project, in_process):
    topics = fit(project)
    project.history.do(edit_topics(project, topics, RenameTopic("t1", "My topic")))

    refit = fit(project, 4)

    assert "My topic" in [topic.name for topic in current_model(project, refit).topics]


def test_hidden_terms_are_not_listed(project, in_process):
    topics = fit(project)
    word = current_model(project, topics).topics[0].words[0]
    project.history.do(HideTerms(term_keys(topics.space.vocabulary, [word.row])))

    listed = [term.text for topic in current_model(project, topics).topics for term in topic.words]

    assert word.text not in listed


def test_documents_without_terms_are_even_over_all_topics(project, in_process):
    model = current_model(project, fit(project))

    assert model.document_topics.shape == (N_DOCUMENTS + 1, 3)
    assert model.document_topics[N_DOCUMENTS].tolist() == pytest.approx([1 / 3] * 3)


def test_seeded_topics_are_named_after_their_seeds(project, in_process):
    topics = fit(project, seeds=(TopicSeeds("treasury", ("public debt", "tax")),))

    assert "treasury" in [topic.name for topic in current_model(project, topics).topics]


def test_seeds_that_are_no_terms_are_refused_in_a_sentence(project, in_process):
    with pytest.raises(UserFacingError, match="'unicorn' is not a term of this corpus"):
        fit(project, seeds=(TopicSeeds("", ("unicorn",)),))


@pytest.mark.slow
def test_a_child_process_fits_the_same_topics(project):
    assert fit(project).fitted.n_topics == 3


def test_the_json_reloads_as_the_same_topics(project, in_process):
    topics = fit(project)
    project.history.do(edit_topics(project, topics, RenameTopic("t1", "é")))
    model = current_model(project, topics)

    again, keys = topics_from_json(json.loads(json.dumps(topics_to_json(model, project.corpus.keys()))))

    assert keys[0] == "d0"
    assert [(t.key, t.name, t.words, t.phrases, t.colour) for t in again.topics] == [
        (t.key, t.name, t.words, t.phrases, t.colour) for t in model.topics
    ]
    assert np.allclose(again.document_topics, model.document_topics, atol=1e-5)


def test_a_stranger_s_json_is_refused():
    with pytest.raises(UserFacingError, match="not a file of topics"):
        topics_from_json({"topics": [{}]})


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_tables_hold_a_row_a_topic_term_and_a_row_a_document(project, in_process, tmp_path, ending):
    model = current_model(project, fit(project))

    terms, documents = export_topics(model, tmp_path / f"topics{ending}", document_keys=project.corpus.keys())

    term_rows, document_rows = (read_table(path) for path in (terms, documents))
    assert {row["topic"] for row in term_rows} == {"t1", "t2", "t3"}
    assert {row["kind"] for row in term_rows} == {"word", "phrase"}
    assert len(document_rows) == N_DOCUMENTS + 1
    assert sum(float(document_rows[0][key]) for key in ("t1", "t2", "t3")) == pytest.approx(1.0, abs=1e-4)
    assert document_rows[N_DOCUMENTS]["main_topic"] == ""


def read_table(path):
    if path.suffix == ".csv":
        import csv

        return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    import pyarrow.parquet as pq

    return pq.read_table(path).to_pylist()


def test_another_ending_is_refused(project, in_process, tmp_path):
    with pytest.raises(UserFacingError, match=r"\.json, \.csv or \.parquet"):
        export_topics(current_model(project, fit(project)), tmp_path / "topics.docx", document_keys=())


def test_seed_files_name_topics_a_line_each(tmp_path):
    path = tmp_path / "seeds.txt"
    path.write_text("# topics\nmoney: public debt,  tax\n\nship, harbor  # the sea\n", encoding="utf-8")

    assert read_seeds(path) == (TopicSeeds("money", ("public debt", "tax")), TopicSeeds("", ("ship", "harbor")))
    with pytest.raises(UserFacingError, match="cannot be read"):
        read_seeds(tmp_path / "absent.txt")
