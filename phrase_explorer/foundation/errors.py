"""Errors that are meant for a person.

A `UserFacingError` is one plain sentence that says what was wrong, with the value, and what to do next. The command line
prints it and ends with `exit_code`; the window shows it inline. Anything else that reaches the outermost border is a bug.
"""

from typing import ClassVar


class UserFacingError(Exception):
    """Say in one sentence what was wrong and what to do; the work failed (exit code 1)."""

    exit_code: ClassVar[int] = 1


class UsageError(UserFacingError):
    """The request itself cannot be carried out as asked (exit code 2)."""

    exit_code: ClassVar[int] = 2


class Cancelled(Exception):
    """The person asked for the work to stop. Not a failure."""
