"""What the readers say when a corpus cannot be read at all."""

from typing import ClassVar

from phrase_explorer.foundation.errors import UserFacingError


class UnreadableCorpusError(UserFacingError):
    """Nothing of the corpus can be read, or not in the way that was asked for."""


class WrongImportOptionError(UnreadableCorpusError):
    """An option names what is not there, such as a column or an encoding: wrong use rather than a failure."""

    exit_code: ClassVar[int] = 2


class DamagedFileError(Exception):
    """One file cannot be read further; the import goes on with the next. The message is a clause without a full stop."""
