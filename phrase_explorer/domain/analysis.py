"""What the stages found in one corpus, as far as they have come."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.domain.layout import Layout
from phrase_explorer.domain.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class Analysis:
    """Row *i* of the vocabulary, of the term embeddings and of the layout is the same term.

    Parameters
    ----------
    vocabulary
        The words and phrases.
    term_embeddings
        One unit vector a term; None until that stage has run.
    layout
        Where the terms stand: the first (PCA) layout until the final one is ready; None before both.
    keys
        Artifact key of each stage that has run.
    facts
        What each stage said of its work: counts and, for ``extract``, the ledger of dropped terms. JSON values.

    Raises
    ------
    ValueError
        If an array has another number of rows than the vocabulary has terms.
    """

    vocabulary: Vocabulary
    term_embeddings: Embeddings | None = None
    layout: Layout | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # Any: JSON values

    def __post_init__(self) -> None:
        n_terms = self.vocabulary.n_terms
        if self.term_embeddings is not None and self.term_embeddings.n_rows != n_terms:
            raise ValueError(f"there are {n_terms} terms but {self.term_embeddings.n_rows} vectors")
        if self.layout is not None and len(self.layout.positions) != n_terms:
            raise ValueError(f"there are {n_terms} terms but {len(self.layout.positions)} positions")
