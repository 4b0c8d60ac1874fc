"""What the readers say when a corpus cannot be read at all."""

from phrase_explorer.foundation.errors import UserFacingError


class UnreadableCorpusError(UserFacingError):
    """Nothing of the corpus can be read, or not in the way that was asked for."""


class DamagedFileError(Exception):
    """One file cannot be read further; the import goes on with the next. The message is a clause without a full stop."""
