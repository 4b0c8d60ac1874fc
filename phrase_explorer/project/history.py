"""Undo and redo of what the user said, for as long as the project is open."""

from typing import TYPE_CHECKING

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.changes import Changes
from phrase_explorer.project.commands import Command

if TYPE_CHECKING:
    from phrase_explorer.project.project import Project


class History:
    """The commands done in this session, and those undone that may be done again."""

    def __init__(self, project: "Project") -> None:
        self._project = project
        self._done: list[Command] = []
        self._undone: list[Command] = []

    def do(self, command: Command) -> Changes:
        """Carry out a command. One that changed nothing leaves no step to undo.

        Raises
        ------
        UserFacingError
            If the project was opened for reading only.
        """
        if self._project.read_only:
            raise UserFacingError(
                f"The project '{self._project.folder.name}' is open for reading only; open it for writing to change it."
            )
        changes = command.do(self._project)
        if changes:
            self._done.append(command)
            self._undone.clear()
        return changes

    def undo(self) -> Changes:
        """Take back the last command; nothing to undo changes nothing."""
        if not self._done:
            return Changes()
        command = self._done.pop()
        changes = command.undo(self._project)
        self._undone.append(command)
        return changes

    def redo(self) -> Changes:
        """Do again the command last undone; nothing to redo changes nothing."""
        if not self._undone:
            return Changes()
        command = self._undone.pop()
        changes = command.do(self._project)
        self._done.append(command)
        return changes

    @property
    def undo_label(self) -> str | None:
        """What `undo` would take back."""
        return self._done[-1].label if self._done else None

    @property
    def redo_label(self) -> str | None:
        """What `redo` would do again."""
        return self._undone[-1].label if self._undone else None
