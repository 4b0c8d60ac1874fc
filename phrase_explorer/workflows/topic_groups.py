"""Topics over time and by group: the mean mixture of the documents of each value of a metadata column."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from phrase_explorer.domain.document import MetadataValue
from phrase_explorer.domain.topic_model import TopicModel
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.project import Project

MOST_GROUPS = 24
NUMBER_BINS = 8


@dataclass(frozen=True, eq=False)
class TopicsByValue:
    """Mean mixtures by value of a column.

    Parameters
    ----------
    values
        What the groups are called, in the order of a date or number, else largest first.
    counts
        Documents of each group.
    shares : ndarray of shape (n_values, n_topics), dtype=float32
        Rows sum to 1.
    is_ordered
        Whether the values follow each other, as dates and numbers do.
    """

    column: str
    values: tuple[str, ...]
    counts: tuple[int, ...]
    shares: FloatArray
    is_ordered: bool


def topics_by_column(project: Project, model: TopicModel, column: str) -> TopicsByValue:
    """Give the mean mixture of the documents of each value; documents without terms or without a value are left out.

    Dates are grouped by year, decade or century and numbers into ranges, so that at most `MOST_GROUPS` groups remain; of
    categories the largest are shown.

    Raises
    ------
    UserFacingError
        If there is no such column.
    """
    kinds = {one.name: one.kind for one in project.corpus.columns}
    if column not in kinds:
        raise UserFacingError(f"There is no metadata column '{column}'; choose one of {', '.join(kinds) or 'none'}.")
    values = project.corpus.metadata_values(column)
    names, is_ordered = _group_names(values, kinds[column])
    rows: dict[str, list[int]] = defaultdict(list)
    for row, name in enumerate(names):
        if name is not None and model.has_terms[row]:
            rows[name].append(row)
    order = sorted(rows, key=_sort_key) if is_ordered else sorted(rows, key=lambda name: (-len(rows[name]), name))
    order = order[:MOST_GROUPS]
    shares = [model.document_topics[rows[name]].mean(axis=0) for name in order]
    table = np.stack(shares).astype(np.float32) if shares else np.zeros((0, model.n_topics), dtype=np.float32)
    return TopicsByValue(column, tuple(order), tuple(len(rows[name]) for name in order), table, is_ordered)


def _group_names(values: list[MetadataValue], kind: str) -> tuple[list[str | None], bool]:
    if kind == "date":
        years = [int(str(value)[:4]) if value else None for value in values]
        known = [year for year in years if year is not None]
        width = next((w for w in (1, 5, 10, 25, 50) if len({year // w for year in known}) <= MOST_GROUPS), 100)
        return [None if year is None else _period(year, width) for year in years], True
    if kind == "number":
        numbers = [float(value) for value in values if isinstance(value, float | int)]
        if len(set(numbers)) <= NUMBER_BINS:
            return [f"{value:g}" if isinstance(value, float | int) else None for value in values], True
        edges = np.unique(np.quantile(numbers, np.linspace(0, 1, NUMBER_BINS + 1)))
        return [_range(float(value), edges) if isinstance(value, float | int) else None for value in values], True
    return [str(value) if value else None for value in values], False


def _period(year: int, width: int) -> str:
    start = year // width * width
    return f"{start:04d}" if width == 1 else f"{start:04d}–{start + width - 1:04d}"


def _range(value: float, edges: np.ndarray) -> str:
    place = int(np.clip(np.searchsorted(edges, value, side="right") - 1, 0, len(edges) - 2))
    return f"{edges[place]:g}–{edges[place + 1]:g}"


def _sort_key(name: str) -> tuple[float, str]:
    start = name.split("–", maxsplit=1)[0]
    try:
        return float(start), name
    except ValueError:
        return float("inf"), name
