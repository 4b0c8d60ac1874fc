"""All that a person can choose about an analysis, as one value that project.json keeps."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeVar

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.layouts.layout_options import LayoutOptions
from phrase_explorer.readers.import_options import ImportOptions
from phrase_explorer.topic_modeling.fit_options import DocumentVectorKind

Options = TypeVar("Options", ImportOptions, ExtractionOptions, LayoutOptions, "TopicParameters")


@dataclass(frozen=True)
class TopicSeeds:
    """Words and phrases that a topic is to be about, and its name."""

    name: str
    terms: tuple[str, ...]


@dataclass(frozen=True)
class TopicParameters:
    """What topics are asked for; `n_topics` None is as many as the corpus bears (see `suggest_n_topics`)."""

    n_topics: int | None = None
    seed: int = 42
    documents: DocumentVectorKind = "terms"
    seeds: tuple[TopicSeeds, ...] = ()


@dataclass(frozen=True)
class AnalysisParameters:
    """What an analysis is asked for.

    `encoder_folder` is None for the bundled encoder; keys hold the fingerprint of what the folder holds, never its path.
    """

    import_options: ImportOptions = field(default_factory=ImportOptions)
    extraction: ExtractionOptions = field(default_factory=ExtractionOptions)
    encoder_folder: str | None = None
    layout: LayoutOptions = field(default_factory=LayoutOptions)
    topics: TopicParameters = field(default_factory=TopicParameters)

    def to_json(self) -> dict[str, Any]:  # Any: JSON values
        """Give the parameters as JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "AnalysisParameters":  # Any: JSON values
        """Read what `to_json` gave; what is missing has its default.

        Raises
        ------
        UserFacingError
            If a value is not one that the option can have.
        """
        return cls(
            _options_from_json(ImportOptions, values.get("import_options", {})),
            _options_from_json(ExtractionOptions, values.get("extraction", {})),
            values.get("encoder_folder"),
            _options_from_json(LayoutOptions, values.get("layout", {})),
            _topics_from_json(values.get("topics", {})),
        )


def _options_from_json(kind: type[Options], values: object) -> Options:
    if not isinstance(values, dict):
        raise UserFacingError(f"The parameters of this project are damaged: {kind.__name__} is not an object.")
    known = {option.name for option in fields(kind)}
    try:
        return kind(**{name: _as_tuple(value) for name, value in values.items() if name in known})
    except (TypeError, ValueError) as error:
        raise UserFacingError(f"The parameters of this project are damaged: {error}.") from error


def _topics_from_json(values: object) -> TopicParameters:
    if not isinstance(values, dict):
        return TopicParameters()
    seeds = tuple(TopicSeeds(str(seed["name"]), tuple(seed["terms"])) for seed in values.get("seeds", ()))
    return _options_from_json(TopicParameters, {**values, "seeds": seeds})


def _as_tuple(value: object) -> Any:  # Any: JSON values, lists as the tuples that options hold
    return tuple(_as_tuple(item) for item in value) if isinstance(value, list) else value
