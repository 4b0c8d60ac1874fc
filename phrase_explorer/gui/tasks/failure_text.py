"""What to say about a failure: the sentence of a `UserFacingError`, or "unexpected" with details to copy."""

import traceback
from dataclasses import dataclass
from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError


@dataclass(frozen=True)
class FailureText:
    """One sentence for the message bar; `details` (may be empty) is what a report of the fault needs."""

    sentence: str
    details: str = ""


def describe_failure(error: BaseException, log_path: Path | None) -> FailureText:
    """Say what went wrong in words for a person, never as a traceback."""
    if isinstance(error, UserFacingError):
        return FailureText(str(error))
    where = f" The log is {log_path}." if log_path is not None else ""
    sentence = f"Something unexpected happened ({type(error).__name__}); your project is as it was last saved.{where}"
    return FailureText(sentence, "".join(traceback.format_exception(error)))
