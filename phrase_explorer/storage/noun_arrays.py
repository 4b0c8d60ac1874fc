"""Vocabulary, embeddings and layout to array folders and back."""

from collections.abc import Mapping
from typing import Any, get_args

from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.domain.layout import Layout, LayoutMethod
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.storage.array_folder import ArrayFolder, CorruptArtifactError

VOCABULARY_ARRAYS = ("kinds", "counts", "document_counts", "mentions", "mention_starts")


def vocabulary_to_arrays(vocabulary: Vocabulary, facts: Mapping[str, Any]) -> ArrayFolder:  # Any: JSON values
    """Give the array folder of a vocabulary, with the facts of its making."""
    return ArrayFolder(
        {name: getattr(vocabulary, name) for name in VOCABULARY_ARRAYS},
        {"terms": vocabulary.terms},
        {"noun": "vocabulary", **facts},
    )


def vocabulary_from_arrays(folder: ArrayFolder) -> Vocabulary:
    """Give the vocabulary that a folder holds. Raises `CorruptArtifactError`."""
    try:
        return Vocabulary(folder.strings["terms"], *(folder.arrays[name] for name in VOCABULARY_ARRAYS))
    except (KeyError, ValueError, IndexError) as error:
        raise CorruptArtifactError(f"not a vocabulary: {error}") from error


def embeddings_to_arrays(embeddings: Embeddings, facts: Mapping[str, Any]) -> ArrayFolder:  # Any: JSON values
    """Give the array folder of embeddings, with the facts of their making."""
    return ArrayFolder(
        {"vectors": embeddings.vectors},
        {},
        {"noun": "embeddings", **facts, "encoder_fingerprint": embeddings.encoder_fingerprint},
    )


def embeddings_from_arrays(folder: ArrayFolder) -> Embeddings:
    """Give the embeddings that a folder holds. Raises `CorruptArtifactError`."""
    try:
        return Embeddings(folder.arrays["vectors"], str(folder.facts["encoder_fingerprint"]))
    except (KeyError, ValueError) as error:
        raise CorruptArtifactError(f"not embeddings: {error}") from error


def layout_to_arrays(layout: Layout, facts: Mapping[str, Any]) -> ArrayFolder:  # Any: JSON values
    """Give the array folder of a layout, with the facts of its making."""
    return ArrayFolder({"positions": layout.positions}, {}, {"noun": "layout", **facts, "method": layout.method})


def layout_from_arrays(folder: ArrayFolder) -> Layout:
    """Give the layout that a folder holds. Raises `CorruptArtifactError`."""
    method = folder.facts.get("method")
    known: tuple[LayoutMethod, ...] = get_args(LayoutMethod)
    if method not in known:
        raise CorruptArtifactError(f"not a layout: method {method!r}")
    try:
        return Layout(folder.arrays["positions"], known[known.index(method)])
    except (KeyError, ValueError) as error:
        raise CorruptArtifactError(f"not a layout: {error}") from error
