"""Where the read-only things shipped beside the code are, from source, installed and frozen."""

import sys
from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError


def resource_path(*parts: str) -> Path:
    """Give the path of a shipped resource, such as ``resource_path("encoder")``.

    Raises
    ------
    UserFacingError
        If the installation lacks it.
    """
    path = resources_folder().joinpath(*parts)
    if not path.exists():
        raise UserFacingError(
            f"This installation lacks its resource '{'/'.join(parts)}'; "
            "install Phrase Explorer again or run it from a full checkout."
        )
    return path


def resources_folder() -> Path:
    """Give the folder that holds encoder/, spacy/, sample_corpus/ and the rest."""
    frozen_root = getattr(sys, "_MEIPASS", None)  # set by PyInstaller
    if frozen_root is not None:
        return Path(frozen_root) / "resources"
    return Path(__file__).resolve().parents[2] / "resources"
