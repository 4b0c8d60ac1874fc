"""Whether an adapted encoder is better for this corpus, measured on terms that the training never saw.

Text around a held-out term, with the term taken out, must find it among all held-out terms better than before (mean reciprocal
rank), and slips of the pen must find it no worse. Otherwise the adaptation is refused.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.progress import Progress

MAX_CONTEXTS = 300
MIN_CONTEXTS = 20
ROUNDING = 1e-4


@dataclass(frozen=True)
class HeldOutTerm:
    """A term that is not trained on, and a piece of text around one of its mentions, without the mention."""

    term: str
    context: str


@dataclass(frozen=True)
class AdaptationCheck:
    """Mean reciprocal ranks, between 0 and 1, before and after; `n_contexts` is how many were asked."""

    n_contexts: int
    context_before: float
    context_after: float
    spelling_before: float
    spelling_after: float

    @property
    def is_enough(self) -> bool:
        """There were enough held-out contexts to say anything."""
        return self.n_contexts >= MIN_CONTEXTS

    @property
    def is_better(self) -> bool:
        """Contexts find their terms better than before, and misspelt terms no worse."""
        return (
            self.is_enough
            and self.context_after > self.context_before + ROUNDING
            and self.spelling_after >= self.spelling_before - ROUNDING
        )


def check_adaptation(
    before: Encoder,
    after: Encoder,
    held_out: Sequence[HeldOutTerm],
    *,
    seed: int = 1,
    progress: Progress | None = None,
) -> AdaptationCheck:
    """Measure both encoders on the same held-out terms."""
    rng = random.Random(seed)  # noqa: S311 (sampling, not secrets)
    chosen = list(held_out)
    rng.shuffle(chosen)
    chosen = chosen[:MAX_CONTEXTS]
    terms = list(dict.fromkeys(item.term for item in held_out))
    targets = np.array([terms.index(item.term) for item in chosen], dtype=np.int64)
    contexts = [item.context for item in chosen]
    misspelt = [misspell(item.term, rng) for item in chosen]
    if progress is not None:
        progress.begin("check", 2 * (len(terms) + len(contexts) + len(misspelt)), "texts")
    ranks = []
    for encoder in (before, after):
        names = encoder.encode(terms, progress=progress)  # (n_terms, n_dims)
        for questions in (contexts, misspelt):
            ranks.append(mean_reciprocal_rank(encoder.encode(questions, progress=progress) @ names.T, targets))
    return AdaptationCheck(len(chosen), ranks[0], ranks[2], ranks[1], ranks[3])


def mean_reciprocal_rank(scores: FloatArray, targets: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> float:
    """Give the mean of 1/rank of each row's target among all columns of scores (n_questions, n_terms); ties count against it."""
    if not len(scores):
        return 0.0
    of_target = scores[np.arange(len(scores)), targets][:, None]
    ranks = np.maximum((scores >= of_target).sum(axis=1), 1)
    return float(np.mean(1.0 / ranks))


def misspell(term: str, rng: random.Random) -> str:
    """Swap two neighbouring characters inside a term."""
    if len(term) < 4:
        return term
    at = rng.randrange(1, len(term) - 2)
    return term[:at] + term[at + 1] + term[at] + term[at + 2 :]
