"""Phrases by statistics alone, for languages without noun-phrase rules."""

from collections.abc import Iterable

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.shard_terms import ShardTerms
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress


def extract_collocations(
    texts: Iterable[tuple[int, str | None]], options: ExtractionOptions, progress: Progress
) -> ShardTerms:
    """Find the words and collocations of a run of documents."""
    progress.check_cancelled()
    del texts
    raise UserFacingError(f"Phrases of the language '{options.language}' cannot be found yet; choose English.")
