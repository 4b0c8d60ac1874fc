from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phrase_explorer.domain.topic_edits import (
    EDIT_KINDS,
    ForbidTerm,
    HideTopic,
    MergeTopics,
    PinTerm,
    RecolourTopic,
    ReleaseTerm,
    RenameTopic,
    ReorderTopics,
    SeedTopic,
    SplitTopic,
    SplitTopicByTerms,
    edit_from_json,
    edit_to_json,
)
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.topic_modeling.describing import describe_topics
from phrase_explorer.topic_modeling.fit_options import FitOptions
from phrase_explorer.topic_modeling.fitting import fit_topics
from phrase_explorer.topic_modeling.matching import carry_over, match_rows
from phrase_explorer.topic_modeling.representatives import representative_documents

OPTIONS = FitOptions(n_topics=4, n_epochs=20, bottleneck=16, batch_size=32)
KEYS = ("t1", "t2", "t3", "t4", "t1.1", "t1.2", "s1", "gone")
TERMS = ("public debt", "ship", "court", "gold coin", "nonsense")


@pytest.fixture(scope="module")
def fitted(space):
    return fit_topics(space, OPTIONS)


def described(fitted, edits, space):
    return describe_topics(fitted, edits, space)


def test_a_name_stays_and_a_blank_one_brings_the_default_back(space, fitted):
    default = described(fitted, (), space).topics[0].name

    named = described(fitted, (RenameTopic("t1", "  Public   money "),), space).topics[0]
    blank = described(fitted, (RenameTopic("t1", "Public money"), RenameTopic("t1", " ")), space).topics[0]

    assert (named.name, named.is_named) == ("Public money", True)
    assert (blank.name, blank.is_named) == (default, False)


def test_merging_adds_the_shares_of_every_document(space, fitted):
    before = described(fitted, (), space)

    after = described(fitted, (RenameTopic("t2", "law"), MergeTopics(("t1", "t2"))), space)

    assert after.n_topics == 3
    merged = after.position("t1")
    assert after.topics[merged].name == "law"
    assert np.allclose(
        after.document_topics[:, merged], before.document_topics[:, 0] + before.document_topics[:, 1], atol=1e-6
    )


def test_splitting_divides_the_share_of_every_document(space, fitted):
    before = described(fitted, (), space)

    after = described(fitted, (SplitTopic("t1", 2),), space)

    parts = [after.position("t1.1"), after.position("t1.2")]
    assert np.allclose(after.document_topics[:, parts].sum(axis=1), before.document_topics[:, 0], atol=1e-6)
    assert after.topics[parts[0]].colour != after.topics[parts[1]].colour


def test_splitting_by_a_lasso_puts_the_chosen_terms_first_in_the_first_part(space, fitted):
    merged = MergeTopics(("t1", "t2", "t3", "t4"))

    after = described(fitted, (merged, SplitTopicByTerms("t1", ("court", "supreme court", "judge"))), space)

    top = {term.text for term in after.topics[after.position("t1.1")].top_terms(4)}
    assert len(top & {"court", "supreme court", "judge", "chief judge", "trial", "fair trial", "statute"}) >= 3


def test_a_topic_made_from_seeds_takes_its_documents(space, fitted):
    after = described(fitted, (SeedTopic(("gold coin", "bank"), name="coins"),), space)

    seeded = after.topics[after.position("s1")]
    assert (seeded.name, seeded.phrases[0].text, seeded.phrases[0].is_pinned) == ("coins", "gold coin", True)
    assert seeded.share > 0.05
    assert np.allclose(after.document_topics.sum(axis=1), 1.0, atol=1e-5)


def test_pinned_terms_come_first_and_forbidden_ones_never(space, fitted):
    plain = described(fitted, (), space).topics[0]
    banned = plain.words[0].text
    stranger = next(term for term in ("ship", "court", "bank") if term not in {t.text for t in plain.top_terms(5)})

    edited = described(fitted, (PinTerm("t1", stranger), ForbidTerm("t1", banned)), space).topics[0]
    released = described(
        fitted,
        (PinTerm("t1", stranger), ForbidTerm("t1", banned), ReleaseTerm("t1", stranger), ReleaseTerm("t1", banned)),
        space,
    ).topics[0]

    assert edited.top_terms(10)[0].text == stranger
    assert banned not in {term.text for term in edited.words}
    assert released.words == plain.words


def test_hidden_topics_keep_their_documents_and_leave_the_views(space, fitted):
    model = described(fitted, (HideTopic("t2"), ReorderTopics(("t3", "t1")), RecolourTopic("t3", 9)), space)

    assert [topic.key for topic in model.topics] == ["t3", "t1", "t2", "t4"]
    assert [topic.key for topic in model.visible_topics] == ["t3", "t1", "t4"]
    assert model.topics[0].colour == 9
    assert np.allclose(model.document_topics.sum(axis=1), 1.0, atol=1e-5)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (RenameTopic("t9", "x"), "no topic 't9'"),
        (MergeTopics(("t1", "t1")), "at least two different"),
        (SplitTopic("t1", 1), "2 or more parts"),
        (SplitTopicByTerms("t1", ()), "Select the terms"),
        (PinTerm("t1", "nonsense"), "'nonsense' is not a term"),
        (SeedTopic(), "at least one word, phrase or document"),
        (SeedTopic(documents=(10_000,)), "no document number 10001"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(space, fitted, edit, said):
    with pytest.raises(UserFacingError, match=said):
        described(fitted, (edit,), space)


edits = st.one_of(
    st.builds(RenameTopic, st.sampled_from(KEYS), st.text(max_size=8)),
    st.builds(MergeTopics, st.lists(st.sampled_from(KEYS), max_size=3).map(tuple)),
    st.builds(SplitTopic, st.sampled_from(KEYS), st.integers(1, 3)),
    st.builds(SplitTopicByTerms, st.sampled_from(KEYS), st.lists(st.sampled_from(TERMS), max_size=2).map(tuple)),
    st.builds(
        SeedTopic,
        st.lists(st.sampled_from(TERMS), max_size=2).map(tuple),
        st.lists(st.integers(-1, 95), max_size=2).map(tuple),
    ),
    st.builds(PinTerm, st.sampled_from(KEYS), st.sampled_from(TERMS)),
    st.builds(ForbidTerm, st.sampled_from(KEYS), st.sampled_from(TERMS)),
    st.builds(ReleaseTerm, st.sampled_from(KEYS), st.sampled_from(TERMS)),
    st.builds(HideTopic, st.sampled_from(KEYS), st.booleans()),
    st.builds(ReorderTopics, st.lists(st.sampled_from(KEYS), max_size=4).map(tuple)),
    st.builds(RecolourTopic, st.sampled_from(KEYS), st.integers(-1, 20)),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(edits, max_size=8))
def test_after_any_edits_labels_shares_and_tables_agree(space, fitted, tried):
    made = []
    for edit in tried:
        try:
            described(fitted, (*made, edit), space)
        except UserFacingError:
            continue  # refused: nothing was changed
        made.append(edit)

    model = described(fitted, made, space)

    assert model.document_topics.shape == (space.n_documents, model.n_topics)
    assert np.allclose(model.document_topics.sum(axis=1), 1.0, atol=1e-4)
    assert [t.share for t in model.topics] == pytest.approx(
        model.document_topics[space.has_terms].mean(axis=0), abs=1e-5
    )
    assert len({topic.key for topic in model.topics}) == model.n_topics
    assert all(topic.name for topic in model.topics)
    for topic in model.topics:
        listed = [term.text.casefold() for term in (*topic.words, *topic.phrases)]
        assert len(listed) == len(set(listed))
        assert not set(listed) & {term.casefold() for term in topic.forbidden}
    again = described(fitted, [edit_from_json(edit_to_json(edit)) for edit in made], space)
    assert np.array_equal(again.document_topics, model.document_topics)
    assert [(t.key, t.name, t.colour, t.words, t.phrases) for t in again.topics] == [
        (t.key, t.name, t.colour, t.words, t.phrases) for t in model.topics
    ]


def test_every_kind_of_edit_survives_json():
    for edit in (RenameTopic("t1", "é"), MergeTopics(("a", "b")), SeedTopic(("x",), (3,), "n"), HideTopic("t1", False)):
        assert edit_from_json(edit_to_json(edit)) == edit
    assert len(EDIT_KINDS) == 11
    with pytest.raises(UserFacingError, match="not a topic edit"):
        edit_from_json({"edit": "explode"})


def test_names_carry_over_to_a_refit_by_matching(space, fitted):
    old = described(fitted, (RenameTopic("t1", "my name"), RecolourTopic("t1", 17), HideTopic("t2")), space)
    refit = fit_topics(space, replace(OPTIONS, seed=OPTIONS.seed + 7))
    plain = described(refit, (), space)

    new = described(refit, carry_over(old, plain), space)

    named = next(topic for topic in new.topics if topic.is_named)
    assert (named.name, named.colour) == ("my name", 17)
    shared = {t.text for t in named.top_terms(5)} & {t.text for t in old.topics[0].top_terms(5)}
    assert len(shared) >= 2


def test_matching_takes_the_best_pairs_together_not_the_first_best_one():
    similarity = np.array([[0.9, 0.8], [0.8, 0.1]])

    assert match_rows(similarity) == [(0, 1), (1, 0)]


def test_representative_documents_are_the_ones_most_about_the_topic(space, fitted):
    model = described(fitted, (), space)

    documents = representative_documents(model, 0, space, n_documents=5)

    assert len(documents) == 5
    assert all(model.main_topics()[one.document] == 0 for one in documents)
    assert all(0 <= one.start < one.end for one in documents)
