import numpy as np

from phrase_explorer.domain.layout import Layout
from phrase_explorer.domain.term_key import term_key
from phrase_explorer.gui.session import Place, ProjectSession
from phrase_explorer.gui.term_listing import TermFilter
from phrase_explorer.project.commands import HideTerms, SetNote, TagTerms

WAR, PUBLIC_DEBT = 0, 1


def key_of(session: ProjectSession, row: int):
    assert session.vocabulary is not None
    return term_key(session.vocabulary, row)


def test_selecting_one_term_makes_it_the_anchor(session: ProjectSession):
    heard = []
    session.selection_changed.connect(lambda selection, initiator: heard.append((selection.anchor, initiator)))

    session.select_terms([PUBLIC_DEBT], initiator=session)

    assert heard == [(PUBLIC_DEBT, session)]


def test_selecting_the_same_again_says_nothing(session: ProjectSession):
    session.select_terms([PUBLIC_DEBT])
    heard = []
    session.selection_changed.connect(lambda *_args: heard.append(1))

    session.select_terms([PUBLIC_DEBT])

    assert heard == []


def test_hiding_and_undoing_are_announced_and_kept_in_the_mask(session: ProjectSession):
    heard = []
    session.changed.connect(lambda changes, _initiator: heard.append(changes.hidden_terms))

    session.execute(HideTerms([key_of(session, WAR)]))
    assert session.hidden.tolist() == [True, False, False, False, False]
    session.undo()

    assert session.hidden.tolist() == [False] * 5
    assert heard == [True, True]


def test_tags_and_notes_are_told_by_row(session: ProjectSession):
    session.execute(TagTerms([key_of(session, WAR), key_of(session, PUBLIC_DEBT)], "money"))
    session.execute(SetNote(key_of(session, WAR), "see 1812"))

    assert session.tags() == ["money"]
    assert session.tags_of(PUBLIC_DEBT) == ["money"]
    assert session.tagged("money").tolist() == [True, True, False, False, False]
    assert session.note_on(WAR) == "see 1812"


def test_a_place_is_read_in_its_document(session: ProjectSession):
    places = []
    session.place_changed.connect(places.append)

    session.read_place(Place(2, 5, 8))

    assert places == [Place(2, 5, 8)]
    assert session.selection.document == 2


def test_a_layout_of_another_vocabulary_is_left_aside(session: ProjectSession):
    heard = []
    session.layout_arrived.connect(heard.append)

    session.set_layout(Layout(np.zeros((3, 2), np.float32), "pca"))
    session.set_layout(Layout(np.zeros((5, 2), np.float32), "pca"))

    assert len(heard) == 1


def test_a_further_state_of_the_same_terms_keeps_selection_and_filter(session: ProjectSession):
    session.select_terms([WAR])
    session.set_filter(TermFilter(text="w"))
    project, listing = session.project, session.listing
    assert project is not None

    project.reload()
    session.open(project, listing)

    assert session.selection.anchor == WAR
    assert session.term_filter.text == "w"


def test_closing_lets_everything_go(session: ProjectSession):
    session.select_terms([WAR])

    session.close()

    assert session.project is None
    assert session.vocabulary is None
    assert session.selection.n_terms == 0
