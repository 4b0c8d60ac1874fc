"""The lists of words and phrases that say nothing, as shipped in ``resources/stop_phrases/``."""

from functools import cache

from phrase_explorer.domain.canonical_text import canonical_form
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.foundation.resource_paths import resources_folder


def stop_phrases(options: ExtractionOptions) -> frozenset[str]:
    """Give the canonical forms of the stop phrases that `options` ask for: the shipped ones and the user's own."""
    own = frozenset(canonical_form(phrase) for phrase in options.stop_phrases)
    return own | read_list(f"{options.language}.txt") if options.use_stop_phrases else own


def function_words(language: str) -> frozenset[str]:
    """Give the canonical forms of a language's function words and light verbs; empty for a language without a list."""
    return frozenset(word for line in read_list(f"{language}_function_words.txt") for word in line.split())


@cache
def read_list(name: str) -> frozenset[str]:
    """Read one list, an entry a line; ``#`` begins a comment. A list that is not shipped is empty."""
    path = resources_folder() / "stop_phrases" / name
    if not path.is_file():
        return frozenset()
    lines = (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return frozenset(canonical_form(line) for line in lines if line)
