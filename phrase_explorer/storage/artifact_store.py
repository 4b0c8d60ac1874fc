"""Content-addressed, immutable artifacts: ``artifacts/<stage>/<key>/``.

An artifact is written into a ``.partial-`` folder and renamed when it is whole, so that a name that exists can be trusted.
Stages that checkpoint keep their shards in a ``.shards-<key>`` folder, which survives a kill and goes when the artifact stands.
"""

import logging
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.storage.array_folder import (
    ArrayFolder,
    CorruptArtifactError,
    check_array_folder,
    read_array_folder,
    write_array_folder,
)
from phrase_explorer.storage.atomic_write import flush_folder

logger = logging.getLogger(__name__)

PARTIAL_PREFIX = ".partial-"
SHARDS_PREFIX = ".shards-"


class ArtifactStore:
    """The artifacts of one project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, stage: str, key: str) -> Path:
        """Give where an artifact is or would be."""
        return self.folder / stage / key

    def read(self, stage: str, key: str) -> ArrayFolder | None:
        """Open an artifact; None (logged once) if it is missing or corrupt, so that it is computed again."""
        path = self.path(stage, key)
        if not path.exists():
            return None
        try:
            return read_array_folder(path)
        except CorruptArtifactError as error:
            logger.warning("artifact of stage %s is corrupt and will be computed again: %s", stage, error)
            return None

    def is_whole(self, stage: str, key: str) -> bool:
        """Say whether an artifact stands with all its files, without reading them; a corrupt one is logged."""
        path = self.path(stage, key)
        if not path.exists():
            return False
        try:
            check_array_folder(path)
        except CorruptArtifactError as error:
            logger.warning("artifact of stage %s is corrupt and will be computed again: %s", stage, error)
            return False
        return True

    def write(self, stage: str, key: str, content: ArrayFolder) -> Path:
        """Write an artifact whole, replacing a corrupt one, and drop its shards."""
        with self.writing(stage, key) as partial:
            write_array_folder(partial, content)
        return self.path(stage, key)

    @contextmanager
    def writing(self, stage: str, key: str) -> Iterator[Path]:
        """Give an empty folder to fill; it becomes the artifact when the block ends without an error.

        Raises
        ------
        UserFacingError
            If it cannot be written, as when the disk is full.
        """
        stage_folder = self.folder / stage
        partial = stage_folder / f"{PARTIAL_PREFIX}{secrets.token_hex(8)}"
        try:
            partial.mkdir(parents=True)
            yield partial
            final = self.path(stage, key)
            if final.exists():
                shutil.rmtree(final)
            flush_folder(partial)
            os.replace(partial, final)
        except OSError as error:
            shutil.rmtree(partial, ignore_errors=True)
            raise UserFacingError(
                f"'{self.folder.parent}' cannot be written ({error.strerror or error}); see that there is room and that "
                "no other program holds it, and run the same again, which goes on from what is finished."
            ) from error
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        flush_folder(stage_folder)
        shutil.rmtree(stage_folder / f"{SHARDS_PREFIX}{key}", ignore_errors=True)

    def shards_folder(self, stage: str, key: str) -> Path:
        """Give the folder where a long stage keeps finished shards until its artifact stands."""
        folder = self.folder / stage / f"{SHARDS_PREFIX}{key}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def remove_leftovers(self) -> None:
        """Remove partial folders that a killed run left; shards stay. Only the holder of the project's lock may call this."""
        for partial in self.folder.glob(f"*/{PARTIAL_PREFIX}*"):
            shutil.rmtree(partial, ignore_errors=True)
