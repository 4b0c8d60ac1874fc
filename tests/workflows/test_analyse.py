import pytest

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.pipeline.stage_report import STAGES, StageReport
from phrase_explorer.project.project import Project
from phrase_explorer.workflows import analyse as module
from phrase_explorer.workflows.analyse import analyse


class _Stages:
    """Stands for the stages after loading: each ends at once with the key that `keys` gives it."""

    def __init__(self):
        self.key_of_embed = "a" * 32
        self.fails_at = None

    def __call__(self, _store, _corpus, _parameters, *, on_stage, **_others):
        for stage in STAGES[1:]:
            if stage == self.fails_at:
                raise UserFacingError("stopped here")
            key = self.key_of_embed if stage == "embed" else stage[0] * 32
            on_stage(StageReport(stage, 0.0, {}, False, key))


class _NoProcess:
    def close(self):
        pass


@pytest.fixture
def stages(monkeypatch):
    stages = _Stages()
    monkeypatch.setattr(module, "run_analysis", stages)
    monkeypatch.setattr(module, "warm_up_in_child", _NoProcess)
    return stages


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "speech.txt"
    path.write_text("The public debt grew.")
    return path


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "speech.phrasemap"


def _run(source, folder, **others):
    analyse(source, folder, AnalysisParameters(), progress=Progress(), **others)


def _stages_of(folder):
    with Project.open(folder, read_only=True) as project:
        return dict(project.state.stages)


def test_a_new_project_is_committed_after_each_stage(stages, source, folder):
    committed = []

    _run(source, folder, on_stage=lambda report: committed.append(report.stage in _stages_of(folder)))

    assert committed == [True] * len(STAGES)


def test_a_project_with_a_map_keeps_it_until_the_new_one_stands(stages, source, folder):
    _run(source, folder)
    before = (folder / "project.json").read_bytes()
    source.write_text("Wild geese flew.")
    stages.fails_at = "layout"

    with pytest.raises(UserFacingError):
        _run(source, folder)

    assert (folder / "project.json").read_bytes() == before
    with Project.open(folder) as project:
        assert project.corpus.text(0) == "The public debt grew."


def test_another_corpus_takes_the_place_of_the_old_one_whole(stages, source, folder):
    _run(source, folder)
    source.write_text("Wild geese flew.")

    _run(source, folder)

    with Project.open(folder) as project:
        assert project.corpus.text(0) == "Wild geese flew."
    assert len(list(folder.glob("corpus*.sqlite"))) == 1


def test_the_same_corpus_is_not_read_again(stages, source, folder):
    reports = []
    _run(source, folder)

    _run(source, folder, on_stage=reports.append)

    assert (reports[0].stage, reports[0].reused) == ("load", True)


def _damage(corpus):
    corpus.write_bytes(b"no database " * 900)


@pytest.mark.parametrize("harm", [_damage, lambda corpus: corpus.unlink()], ids=["damaged", "missing"])
def test_a_corpus_file_that_is_lost_is_read_again(stages, source, folder, harm):
    reports = []
    _run(source, folder)
    harm(folder / "corpus.sqlite")

    _run(source, folder, on_stage=reports.append)

    assert (reports[0].stage, reports[0].reused) == ("load", False)
    with Project.open(folder) as project:
        assert project.corpus.text(0) == "The public debt grew."
    assert len(list(folder.glob("corpus*.sqlite"))) == 1


def test_topics_stay_while_the_vectors_are_the_same_and_go_with_them(stages, source, folder):
    _run(source, folder)
    with Project.open(folder) as project:
        project.commit(project.state.with_stage("topics", "t" * 32))

    _run(None, folder)
    same_vectors = _stages_of(folder)
    stages.key_of_embed = "b" * 32
    _run(None, folder)

    assert same_vectors["topics"] == "t" * 32
    assert "load" in same_vectors
    assert "topics" not in _stages_of(folder)


def test_a_source_that_is_not_there_makes_no_project(stages, source, folder):
    source.unlink()

    with pytest.raises(UserFacingError):
        _run(source, folder)

    assert not folder.exists()


def test_an_empty_project_asks_what_to_read(stages, folder):
    Project.create(folder).close()

    with pytest.raises(UserFacingError, match="say what to read"):
        _run(None, folder)
