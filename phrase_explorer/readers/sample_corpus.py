"""The corpus that comes with the program: sections of American presidents' speeches, 1789 to 2021."""

from pathlib import Path

from phrase_explorer.foundation.resource_paths import resource_path


def sample_corpus_path() -> Path:
    """Give the CSV file to open on a first run. Raises `UserFacingError` if the installation lacks it."""
    return resource_path("sample_corpus", "speeches.csv")
