import numpy as np
import pytest

from phrase_explorer.domain.term_key import TermKey
from phrase_explorer.foundation.errors import UsageError, UserFacingError
from phrase_explorer.project.commands import HideTerms
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.search import neighbours_of, search_terms
from tests.project_builder import build_project


class _Encoder:
    fingerprint = "by hand"

    def encode(self, texts):
        return np.array([[0.6, 0, 0.8] for _ in texts], dtype=np.float32)


def test_a_term_is_compared_by_its_own_vector_without_the_encoder(project):
    hits = search_terms(project, "Public  Debt", top=3)

    assert [(hit.term, round(hit.score, 2)) for hit in hits] == [
        ("public debt", 1.0),
        ("national debt", 0.96),
        ("debt", 0.8),
    ]
    assert (hits[0].kind, hits[0].count, hits[0].documents) == ("phrase", 2, 2)


def test_other_text_goes_through_the_encoder(project):
    assert search_terms(project, "calm", encoder=_Encoder())[0].term == "peace"


def test_terms_that_share_a_word_can_be_left_out(project):
    hits = search_terms(project, "public debts", hide_shared_words=True, encoder=_Encoder())

    assert [hit.term for hit in hits] == ["peace", "war"]


def test_exact_search_finds_whole_words_the_closest_text_first(project):
    assert [hit.term for hit in search_terms(project, "DEBT", exact=True)] == ["debt", "public debt", "national debt"]
    assert search_terms(project, "deb", exact=True) == []


def test_neighbours_leave_out_the_term_itself(project):
    assert [hit.term for hit in neighbours_of(project, 1, top=2)] == ["national debt", "debt"]


def test_hidden_terms_are_not_found(tmp_path):
    with Project.open(build_project(tmp_path / "p.phrasemap")) as project:
        project.history.do(HideTerms([TermKey("national debt", "phrase")]))

        assert [hit.term for hit in search_terms(project, "public debt", top=2)] == ["public debt", "debt"]


def test_asking_for_more_than_there_is_gives_what_there_is(project):
    assert len(search_terms(project, "war", top=1000)) == 5
    assert search_terms(project, "war", top=0) == []


def test_nothing_to_search_for_is_wrong_use(project):
    with pytest.raises(UsageError):
        search_terms(project, " ")


def test_a_project_without_terms_says_what_to_run(tmp_path):
    with Project.create(tmp_path / "p.phrasemap") as project, pytest.raises(UserFacingError, match="analyse"):
        search_terms(project, "war")
