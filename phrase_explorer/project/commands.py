"""What a user can say about the terms of a project, each with its undo.

A command does only what is not so already and remembers it, so that undo gives back exactly what was there.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from phrase_explorer.domain.term_key import TermKey
from phrase_explorer.project.changes import Changes

if TYPE_CHECKING:
    from phrase_explorer.project.project import Project


class Command(Protocol):
    """One thing that the user said; `label` is how the Edit menu names it, such as "Hide 3 terms"."""

    @property
    def label(self) -> str:
        """What it does, in a few words."""

    def do(self, project: "Project") -> Changes:
        """Carry it out and say what changed."""

    def undo(self, project: "Project") -> Changes:
        """Take it back and say what changed."""


class HideTerms:
    """Hide terms from map, table, search and export."""

    def __init__(self, keys: Iterable[TermKey]) -> None:
        self.keys = frozenset(keys)
        self.label = f"Hide {_describe(self.keys)}"
        self._done: frozenset[TermKey] = frozenset()

    def do(self, project: "Project") -> Changes:
        """Hide those that are not hidden yet."""
        self._done = self.keys - project.annotations.hidden
        project.annotations.hide(self._done)
        return Changes(hidden_terms=bool(self._done))

    def undo(self, project: "Project") -> Changes:
        """Show again what `do` hid."""
        project.annotations.restore(self._done)
        return Changes(hidden_terms=bool(self._done))


class RestoreTerms:
    """Show hidden terms again."""

    def __init__(self, keys: Iterable[TermKey]) -> None:
        self.keys = frozenset(keys)
        self.label = f"Restore {_describe(self.keys)}"
        self._done: frozenset[TermKey] = frozenset()

    def do(self, project: "Project") -> Changes:
        """Show those that are hidden."""
        self._done = self.keys & project.annotations.hidden
        project.annotations.restore(self._done)
        return Changes(hidden_terms=bool(self._done))

    def undo(self, project: "Project") -> Changes:
        """Hide again what `do` restored."""
        project.annotations.hide(self._done)
        return Changes(hidden_terms=bool(self._done))


class TagTerms:
    """Put a tag on terms."""

    def __init__(self, keys: Iterable[TermKey], tag: str) -> None:
        self.keys = frozenset(keys)
        self.tag = tag.strip()
        if not self.tag:
            raise ValueError("a tag needs a name")
        self.label = f"Tag {_describe(self.keys)} “{self.tag}”"
        self._done: frozenset[TermKey] = frozenset()

    def do(self, project: "Project") -> Changes:
        """Tag those that lack the tag."""
        self._done = self.keys - _tagged(project, self.tag)
        project.annotations.add_tag(self._done, self.tag)
        return Changes(tags=bool(self._done))

    def undo(self, project: "Project") -> Changes:
        """Take the tag off those that `do` tagged."""
        project.annotations.remove_tag(self._done, self.tag)
        return Changes(tags=bool(self._done))


class UntagTerms:
    """Take a tag off terms."""

    def __init__(self, keys: Iterable[TermKey], tag: str) -> None:
        self.keys = frozenset(keys)
        self.tag = tag.strip()
        self.label = f"Remove tag “{self.tag}” from {_describe(self.keys)}"
        self._done: frozenset[TermKey] = frozenset()

    def do(self, project: "Project") -> Changes:
        """Take it off those that have it."""
        self._done = self.keys & _tagged(project, self.tag)
        project.annotations.remove_tag(self._done, self.tag)
        return Changes(tags=bool(self._done))

    def undo(self, project: "Project") -> Changes:
        """Put it on again."""
        project.annotations.add_tag(self._done, self.tag)
        return Changes(tags=bool(self._done))


class SetNote:
    """Write, change or (with no text) remove the note of a term."""

    def __init__(self, key: TermKey, note: str) -> None:
        self.key = key
        self.note = note.strip()
        self.label = f"{'Note on' if self.note else 'Remove note from'} “{key.text}”"
        self._before = ""

    def do(self, project: "Project") -> Changes:
        """Write the note."""
        self._before = project.annotations.notes.get(self.key, "")
        return self._write(project, self.note)

    def undo(self, project: "Project") -> Changes:
        """Write the note that was there before."""
        return self._write(project, self._before)

    def _write(self, project: "Project", note: str) -> Changes:
        changed = project.annotations.notes.get(self.key, "") != note
        if changed:
            project.annotations.set_note(self.key, note)
        return Changes(notes=changed)


class SaveSelection:
    """Keep the selected terms under a name; no terms removes the name."""

    def __init__(self, name: str, keys: Iterable[TermKey]) -> None:
        self.name = name.strip()
        if not self.name:
            raise ValueError("a saved selection needs a name")
        self.keys = frozenset(keys)
        self.label = f"{'Save' if self.keys else 'Delete'} selection “{self.name}”"
        self._before: frozenset[TermKey] = frozenset()

    def do(self, project: "Project") -> Changes:
        """Keep the terms in place of what the name held."""
        self._before = project.annotations.saved_selections.get(self.name, frozenset())
        project.annotations.save_selection(self.name, self.keys)
        return Changes(saved_selections=self.keys != self._before)

    def undo(self, project: "Project") -> Changes:
        """Give the name back what it held."""
        project.annotations.save_selection(self.name, self._before)
        return Changes(saved_selections=self.keys != self._before)


def _tagged(project: "Project", tag: str) -> frozenset[TermKey]:
    return frozenset(key for key, tags in project.annotations.tags.items() if tag in tags)


def _describe(keys: frozenset[TermKey]) -> str:
    if len(keys) == 1:
        return f"“{next(iter(keys)).text}”"
    return f"{len(keys):,} terms"
