"""All that a person can choose about an analysis, as one value that project.json keeps."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeVar

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.layouts.layout_options import LayoutOptions
from phrase_explorer.readers.import_options import ImportOptions

Options = TypeVar("Options", ImportOptions, ExtractionOptions, LayoutOptions)


@dataclass(frozen=True)
class AnalysisParameters:
    """What an analysis is asked for.

    `encoder_folder` is None for the bundled encoder; keys hold the fingerprint of what the folder holds, never its path.
    """

    import_options: ImportOptions = field(default_factory=ImportOptions)
    extraction: ExtractionOptions = field(default_factory=ExtractionOptions)
    encoder_folder: str | None = None
    layout: LayoutOptions = field(default_factory=LayoutOptions)

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
        )


def _options_from_json(kind: type[Options], values: object) -> Options:
    if not isinstance(values, dict):
        raise UserFacingError(f"The parameters of this project are damaged: {kind.__name__} is not an object.")
    known = {option.name for option in fields(kind)}
    try:
        return kind(**{name: _as_tuple(value) for name, value in values.items() if name in known})
    except (TypeError, ValueError) as error:
        raise UserFacingError(f"The parameters of this project are damaged: {error}.") from error


def _as_tuple(value: object) -> Any:  # Any: JSON values, lists as the tuples that options hold
    return tuple(_as_tuple(item) for item in value) if isinstance(value, list) else value
