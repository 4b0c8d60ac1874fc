"""What colour means on the map and in the table: the row of a palette for each term."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from phrase_explorer.domain.document import MetadataColumn, MetadataValue
from phrase_explorer.domain.term_key import rows_of_keys
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.gui.map.palette import (
    VIRIDIS,
    Palette,
    categorical_palette,
    colour_rows_of,
    continuous_palette,
    single_palette,
)
from phrase_explorer.gui.qt_models.term_metadata import as_numbers, leading_categories, mean_of_documents
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.theme import Theme

if TYPE_CHECKING:
    from phrase_explorer.domain.topic_model import TopicModel

MAX_CATEGORIES = 20
SCALE_PERCENTILES = (2, 98)
"""Where the scale of a mean ends, so that a few terms of one early or late document do not take most of the colours."""


@dataclass(frozen=True, eq=False)
class TermColours:
    """Colours of all terms.

    Parameters
    ----------
    rows : ndarray of shape (n_terms,), dtype=uint16
        Row of `palette` for each term.
    """

    rows: npt.NDArray[np.uint16]
    palette: Palette

    @property
    def hex_colours(self) -> tuple[str, ...]:
        """The palette as ``#rrggbb``."""
        return tuple("#{:02x}{:02x}{:02x}".format(*colour) for colour in self.palette.colours.tolist())


def colour_terms(session: ProjectSession, theme: Theme) -> TermColours:
    """Give every term its colour under the session's colouring."""
    vocabulary = session.vocabulary
    if vocabulary is None:
        return TermColours(np.zeros(0, np.uint16), single_palette(theme.accent))
    match session.colouring:
        case "kind":
            palette = categorical_palette(
                ("words", "phrases"),
                (theme.blank_category, theme.categories[0]),
                title="Kind",
                blank=theme.blank_category,
            )
            return TermColours(vocabulary.kinds.astype(np.uint16) + 1, replace(palette, names_regions=False))
        case "frequency":
            return _by_number(vocabulary.counts, "Mentions", theme)
        case "spread":
            return _by_number(vocabulary.document_counts, "Documents", theme)
        case "tag":
            return _by_tag(session, theme)
    return TermColours(np.zeros(vocabulary.n_terms, np.uint16), single_palette(theme.accent))


def colour_by_column(
    vocabulary: Vocabulary, column: MetadataColumn, values: Sequence[MetadataValue], theme: Theme
) -> TermColours:
    """Give every term the colour of what a metadata column says of it; takes a second for a million mentions."""
    if column.kind in ("number", "date"):
        means = mean_of_documents(vocabulary, as_numbers(values))
        known = means[np.isfinite(means)]
        low, high = np.percentile(known, SCALE_PERCENTILES).tolist() if len(known) else (0.0, 0.0)
        ends = tuple(f"{end:.0f}" if column.kind == "date" else f"{round(end, 2):g}" for end in (low, high))
        palette = continuous_palette(
            VIRIDIS, title=f"Mean {column.name}", low=f"≤ {ends[0]}", high=f"≥ {ends[1]}", blank=theme.blank_category
        )
        return TermColours(colour_rows_of(means, low, high), palette)
    leading = leading_categories(vocabulary, values)
    palette = categorical_palette(
        leading.names, theme.categories, title=column.name, blank=theme.blank_category, blank_name="none in particular"
    )
    return TermColours(leading.rows, palette)


def _by_number(values: npt.NDArray[np.int32], title: str, theme: Theme) -> TermColours:
    """Colour by a count, on a logarithmic scale since a few terms are far more frequent than all others."""
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    palette = continuous_palette(title=title, low=f"{low:,}", high=f"{high:,}", blank=theme.blank_category)
    return TermColours(colour_rows_of(np.log1p(values.astype(np.float64))), palette)


def _by_tag(session: ProjectSession, theme: Theme) -> TermColours:
    vocabulary, project = session.vocabulary, session.project
    assert vocabulary is not None and project is not None
    tags = session.tags()[:MAX_CATEGORIES]
    rows = np.zeros(vocabulary.n_terms, np.uint16)
    for number, tag in reversed(list(enumerate(tags, start=1))):
        rows[rows_of_keys(vocabulary, [key for key, own in project.annotations.tags.items() if tag in own])] = number
    palette = categorical_palette(tags, theme.categories, title="Tag", blank=theme.blank_category, blank_name="no tag")
    return TermColours(rows, palette)


def colour_by_topic(
    model: "TopicModel | None", term_topics: npt.NDArray[np.int32], n_terms: int, theme: Theme
) -> TermColours:
    """Give every term the colour of its topic; grey where no topic uses it, or there are no topics."""
    if model is None or len(term_topics) != n_terms:
        return TermColours(np.zeros(n_terms, np.uint16), single_palette(theme.blank_category))
    colours = [topic_colour(topic.colour, theme) for topic in model.topics]
    palette = categorical_palette(
        [topic.name for topic in model.topics],
        colours,
        title="Topic",
        blank=theme.blank_category,
        blank_name="no topic",
    )
    return TermColours((term_topics + 1).astype(np.uint16), palette)


def topic_colour(place: int, theme: Theme) -> str:
    """Give the colour of a place in the palette of topics, as ``#rrggbb``."""
    return theme.categories[place % len(theme.categories)]
