"""From the artifacts that project.json names to one `Analysis`, as far as they are whole."""

import logging
from collections.abc import Callable, Mapping
from typing import TypeVar

from phrase_explorer.domain.analysis import Analysis
from phrase_explorer.storage.array_folder import ArrayFolder, CorruptArtifactError
from phrase_explorer.storage.artifact_store import ArtifactStore
from phrase_explorer.storage.noun_arrays import embeddings_from_arrays, layout_from_arrays, vocabulary_from_arrays

logger = logging.getLogger(__name__)

STAGES_OF_ANALYSIS = ("extract", "embed", "first_layout", "neighbours", "layout")
Noun = TypeVar("Noun")


def read_analysis(store: ArtifactStore, stages: Mapping[str, str]) -> Analysis | None:
    """Open what the stages left; None where there is no vocabulary. A corrupt artifact counts as missing."""
    named = {stage: stages[stage] for stage in STAGES_OF_ANALYSIS if stage in stages}
    folders = {stage: folder for stage, key in named.items() if (folder := store.read(stage, key)) is not None}
    vocabulary = _noun(folders, "extract", vocabulary_from_arrays)
    if vocabulary is None:
        return None
    embeddings = _noun(folders, "embed", embeddings_from_arrays)
    layout = _noun(folders, "layout", layout_from_arrays) or _noun(folders, "first_layout", layout_from_arrays)
    facts = {stage: folder.facts for stage, folder in folders.items()}
    try:
        return Analysis(vocabulary, embeddings, layout, dict(stages), facts)
    except ValueError as error:
        logger.warning("artifacts do not fit together and will be computed again: %s", error)
        return Analysis(vocabulary, keys=dict(stages), facts=facts)


def _noun(folders: Mapping[str, ArrayFolder], stage: str, build: Callable[[ArrayFolder], Noun]) -> Noun | None:
    folder = folders.get(stage)
    if folder is None:
        return None
    try:
        return build(folder)
    except CorruptArtifactError as error:
        logger.warning("artifact of stage %s is corrupt and will be computed again: %s", stage, error)
        return None
