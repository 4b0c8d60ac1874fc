"""Say something of the selected terms: hide them, show them again, tag them, note them. Each can be undone."""

from PySide6.QtCore import QObject

from phrase_explorer.domain.term_key import TermKey, term_key, term_keys
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.project.commands import HideTerms, RestoreTerms, SaveSelection, SetNote, TagTerms, UntagTerms


def hide_selected(session: ProjectSession, initiator: QObject | None = None) -> int:
    """Hide the selected terms and give how many they are."""
    keys = _selected_keys(session)
    if keys:
        session.execute(HideTerms(keys), initiator)
    return len(keys)


def restore_selected(session: ProjectSession, initiator: QObject | None = None) -> int:
    """Show the selected terms again and give how many they are."""
    keys = _selected_keys(session)
    if keys:
        session.execute(RestoreTerms(keys), initiator)
    return len(keys)


def restore_all(session: ProjectSession, initiator: QObject | None = None) -> int:
    """Show every hidden term again and give how many they were."""
    hidden = session.project.annotations.hidden if session.project is not None else frozenset()
    if hidden:
        session.execute(RestoreTerms(hidden), initiator)
    return len(hidden)


def tag_selected(session: ProjectSession, tag: str, initiator: QObject | None = None) -> None:
    """Put a tag on the selected terms."""
    keys = _selected_keys(session)
    if keys and tag.strip():
        session.execute(TagTerms(keys, tag), initiator)


def untag_selected(session: ProjectSession, tag: str, initiator: QObject | None = None) -> None:
    """Take a tag off the selected terms."""
    keys = _selected_keys(session)
    if keys:
        session.execute(UntagTerms(keys, tag), initiator)


def note_on_anchor(session: ProjectSession, note: str, initiator: QObject | None = None) -> None:
    """Write the note of the term that is looked at; an empty one removes it."""
    if session.selection.anchor is not None and session.vocabulary is not None:
        session.execute(SetNote(term_key(session.vocabulary, session.selection.anchor), note), initiator)


def save_selection(session: ProjectSession, name: str, initiator: QObject | None = None) -> None:
    """Keep the selected terms under a name."""
    keys = _selected_keys(session)
    if keys and name.strip():
        session.execute(SaveSelection(name, keys), initiator)


def _selected_keys(session: ProjectSession) -> frozenset[TermKey]:
    if session.vocabulary is None:
        return frozenset()
    return term_keys(session.vocabulary, session.selection.term_rows)
