"""How an older project.json becomes one of today.

Migration *n* takes the content of schema *n* and gives that of schema *n + 1*. It works on a copy in memory: the file on disk
changes only when the project is next committed, in one step. One saved project per schema in ``tests/data/projects`` must open.
"""

import copy
from collections.abc import Callable, Mapping
from typing import Any

from phrase_explorer.foundation.errors import UserFacingError

SCHEMA_VERSION = 1

Json = dict[str, Any]  # Any: JSON values
Migration = Callable[[Json], Json]

MIGRATIONS: Mapping[int, Migration] = {}


class ProjectSchemaError(UserFacingError):
    """The project's schema is not one that this program can open."""


def migrate(
    content: Json, *, current: int = SCHEMA_VERSION, migrations: Mapping[int, Migration] = MIGRATIONS, name: str = ""
) -> Json:
    """Give the content as the current schema has it; the given content is left as it is.

    Raises
    ------
    ProjectSchemaError
        If the schema is newer than this program, or is not a number that it knows.
    """
    version = content.get("schema_version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ProjectSchemaError(f"'{name}' has no schema version in its project.json; it is not a project folder.")
    if version > current:
        made_by = content.get("app_version", "unknown")
        raise ProjectSchemaError(
            f"The project '{name}' was saved by a newer Phrase Explorer (version {made_by}, schema {version}); "
            f"this one opens up to schema {current}. Install the newer program to open it."
        )
    migrated = copy.deepcopy(content)
    for step in range(version, current):
        migrated = migrations[step](migrated)
        migrated["schema_version"] = step + 1
    return migrated
