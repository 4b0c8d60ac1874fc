"""What the user can choose about the vocabulary, and the fingerprint that says when it must be made again."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from phrase_explorer.foundation.content_hash import hash_file, hash_value
from phrase_explorer.foundation.errors import UsageError, UserFacingError
from phrase_explorer.foundation.resource_paths import resource_path

ExtractionMethod = Literal["noun_chunks", "collocations"]

EXTRACTION_VERSION = 2
"""Raised when the same text and options give other terms than before."""

BUNDLED_LANGUAGE = "en"
BUNDLED_PIPELINE = "en_core_web_sm"
UNUSED_COMPONENTS = ("ner", "senter")


@dataclass(frozen=True)
class ExtractionOptions:
    """How words and phrases are found, and which are dropped; each rule has its switch here.

    Parameters
    ----------
    language
        ISO 639-1 code of the texts. English is bundled.
    pipeline_folder
        Folder, or name of an installed package, of another spaCy pipeline. None is the bundled English one.
    method
        "noun_chunks" asks the pipeline for noun phrases; "collocations" mines phrases by statistics, in any language.
    min_count
        Terms that occur less often are dropped. None chooses by the number of words in the corpus
        (`rare_terms.min_count_for`).
    max_phrase_words
        Longer noun phrases are counted and dropped.
    keep_numbers
        Keep terms that hold no letters but digits.
    keep_stop_words
        Keep terms that are made of function words alone.
    keep_single_letters
        Keep terms of one letter.
    keep_symbols
        Keep terms without letters or digits, such as emoji.
    keep_addresses
        Keep web and mail addresses, file paths and codes.
    use_stop_phrases
        Drop phrases that say nothing, from ``resources/stop_phrases/<language>.txt``.
    stop_phrases
        More phrases (or words) to drop, whatever their case.
    """

    language: str = BUNDLED_LANGUAGE
    pipeline_folder: str | None = None
    method: ExtractionMethod = "noun_chunks"
    min_count: int | None = None
    max_phrase_words: int = 6
    keep_numbers: bool = False
    keep_stop_words: bool = False
    keep_single_letters: bool = False
    keep_symbols: bool = False
    keep_addresses: bool = False
    use_stop_phrases: bool = True
    stop_phrases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.min_count is not None and self.min_count < 1:
            raise UserFacingError(f"The minimum count is {self.min_count}; choose 1 or more.")
        if self.max_phrase_words < 1:
            raise UserFacingError(f"The longest phrase has {self.max_phrase_words} words; choose 1 or more.")


def pipeline_fingerprint(options: ExtractionOptions) -> str:
    """Hash all that decides the vocabulary of given texts: rules, options, stop lists and the pipeline's files.

    Folders are hashed by what they hold, never by their path. spaCy is not imported.
    """
    pipeline = hash_pipeline_files(options) if options.method == "noun_chunks" else ""
    lists = {path.name: hash_file(path) for path in sorted(resource_path("stop_phrases").glob("*.txt"))}
    return hash_value(
        {
            "version": EXTRACTION_VERSION,
            "options": replace(options, pipeline_folder=None),
            "pipeline": pipeline,
            "stop_lists": lists,
        }
    )


def hash_pipeline_files(options: ExtractionOptions) -> str:
    """Hash the files of the pipeline that `options` name, leaving out the components that are never loaded."""
    folder = pipeline_path(options)
    files = {
        path.relative_to(folder).as_posix(): hash_file(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] not in UNUSED_COMPONENTS
    }
    return hash_value(files)


def pipeline_path(options: ExtractionOptions) -> Path:
    """Give the folder that holds the pipeline's ``meta.json``, for a folder or for the name of an installed package.

    Raises
    ------
    UsageError
        If there is no such pipeline.
    """
    if options.pipeline_folder is None:
        return resource_path("spacy", BUNDLED_PIPELINE)
    folder = Path(options.pipeline_folder)
    if (folder / "meta.json").is_file():
        return folder
    installed = _installed_pipeline(options.pipeline_folder)
    if installed is None:
        raise UsageError(
            f"There is no spaCy pipeline at '{options.pipeline_folder}'; "
            "give a folder that holds a meta.json, or the name of an installed pipeline package."
        )
    return installed


def _installed_pipeline(name: str) -> Path | None:
    import importlib.util

    if not name.isidentifier():
        return None
    package = importlib.util.find_spec(name)
    if package is None or package.origin is None:
        return None
    package_folder = Path(package.origin).parent
    candidates = [package_folder, *sorted(package_folder.glob(f"{name}-*"))]
    return next((folder for folder in candidates if (folder / "config.cfg").is_file()), None)
