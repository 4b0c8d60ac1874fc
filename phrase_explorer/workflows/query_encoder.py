"""The encoder that answers searches: the one that made the project's vectors, loaded when it is first needed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.project import Project

ENCODERS_FOLDER = "encoders"
"""Where a project keeps encoders that were adapted to it."""


class QueryEncoder(Protocol):
    """What a search needs of an encoder."""

    fingerprint: str

    def encode(self, texts: Sequence[str]) -> FloatArray:
        """Give one unit vector a text: float32, shape (n_texts, n_dims)."""
        ...


def load_query_encoder(project: Project) -> QueryEncoder:
    """Load the encoder that made the project's vectors. Takes seconds; keep it for the next search.

    Raises
    ------
    UserFacingError
        If it is no longer there, or is another one than at the time of the analysis.
    """
    from phrase_explorer.encoding.encoder import Encoder
    from phrase_explorer.encoding.encoder_folder import encoder_fingerprint

    embeddings = project.require_analysis().term_embeddings
    folder = encoder_folder_of(project)
    if embeddings is not None and encoder_fingerprint(folder) != embeddings.encoder_fingerprint:
        raise UserFacingError(
            f"The project '{project.folder.name}' was analysed with another encoder than the one that is there now; "
            "run analyse again to bring its vectors up to date."
        )
    return Encoder.load(folder)


def encoder_folder_of(project: Project) -> Path | None:
    """Give the folder of the project's encoder; None is the bundled one. An adapted encoder moves with its project."""
    folder = project.state.parameters.get("encoder_folder")
    if not folder:
        return None
    path = Path(str(folder))
    own = project.folder.absolute() / ENCODERS_FOLDER / path.name
    return own if own.is_dir() and not path.is_dir() else path
