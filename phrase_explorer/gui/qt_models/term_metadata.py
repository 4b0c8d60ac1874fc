"""What a metadata column says of a term, from the documents that mention it: a mean, or the category it leans to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from phrase_explorer.domain.document import MetadataValue
from phrase_explorer.domain.vocabulary import Vocabulary

MAX_CATEGORIES = 20
LEAST_EXCESS = 2.0
"""Standard deviations (Poisson) by which a term must be over-represented in a category to be said to lean to it."""

ISO_DATE = re.compile(r"(-?\d{1,6})(?:-(\d{2}))?")


@dataclass(frozen=True, eq=False)
class TermCategories:
    """Which category each term leans to.

    Parameters
    ----------
    names
        The categories, most documents first; at most `MAX_CATEGORIES`, and "other" for the rest.
    rows : ndarray of shape (n_terms,), dtype=uint16
        0 for a term that leans to none, else 1 + the index into `names`.
    """

    names: tuple[str, ...]
    rows: npt.NDArray[np.uint16]


def mean_of_documents(vocabulary: Vocabulary, numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Give each term the mean of a number over its mentions.

    Parameters
    ----------
    numbers : ndarray of shape (n_documents,), dtype=float64
        NaN for a document that has none.

    Returns
    -------
    ndarray of shape (n_terms,), dtype=float64
        NaN for a term that only documents without a number mention.
    """
    values = numbers[vocabulary.mentions[:, 1]]
    is_known = np.isfinite(values)
    rows = vocabulary.mentions[is_known, 0]
    counts = np.bincount(rows, minlength=vocabulary.n_terms)
    sums = np.bincount(rows, weights=values[is_known], minlength=vocabulary.n_terms)
    means = np.full(vocabulary.n_terms, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means


def leading_categories(vocabulary: Vocabulary, values: Sequence[MetadataValue]) -> TermCategories:
    """Find the category in which each term is most over-represented, in standard deviations of a Poisson count.

    Documents without a category take no part.
    """
    named = ["" if value is None else str(value) for value in values]
    documents = {name: named.count(name) for name in set(named) if name}
    ranked = sorted(documents, key=lambda name: (-documents[name], name))
    names = tuple(ranked[:MAX_CATEGORIES]) + (("other",) if len(ranked) > MAX_CATEGORIES else ())
    number_of = {name: min(number, MAX_CATEGORIES) for number, name in enumerate(ranked)}
    category_of = np.array([number_of.get(name, -1) for name in named], dtype=np.int64)
    n_terms, n_categories = vocabulary.n_terms, len(names)
    if not n_categories:
        return TermCategories((), np.zeros(n_terms, np.uint16))
    categories = category_of[vocabulary.mentions[:, 1]]
    is_known = categories >= 0
    flat = vocabulary.mentions[is_known, 0].astype(np.int64) * n_categories + categories[is_known]
    counts = np.bincount(flat, minlength=n_terms * n_categories).reshape(n_terms, n_categories)
    shares = counts.sum(axis=0) / max(1, counts.sum())
    expected = counts.sum(axis=1, keepdims=True) * shares[np.newaxis, :]
    excess = np.divide(counts - expected, np.sqrt(expected), out=np.zeros(counts.shape), where=expected > 0)
    best = excess.argmax(axis=1)
    leans = excess[np.arange(n_terms), best] >= LEAST_EXCESS
    return TermCategories(names, np.where(leans, best + 1, 0).astype(np.uint16))


def as_numbers(values: Sequence[MetadataValue]) -> npt.NDArray[np.float64]:
    """Give numbers as they are, dates as years with their month as a fraction, NaN for everything else."""
    return np.array([_as_number(value) for value in values], dtype=np.float64)


def _as_number(value: MetadataValue) -> float:
    if value is None:
        return float("nan")
    if isinstance(value, float | int):
        return float(value)
    found = ISO_DATE.match(value)
    if found is None:
        return float("nan")
    month = int(found[2]) if found[2] else 7
    return int(found[1]) + (month - 1) / 12
