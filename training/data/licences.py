"""Which resources may enter shipped weights: the allow-list that stands in ``docs/models.md``, read and enforced.

The list is the table under the heading "Allowed training sources"; its first column is a path inside the data folder, its second
the licence. Anything else needs ``--research``, and what comes out is then marked as not for shipping.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from phrase_explorer.foundation.errors import UsageError, UserFacingError

HEADING = "## Allowed training sources"
OPEN_LICENCES = ("public domain", "CC0", "CC BY", "CC BY-SA")
DEFAULT_CARD = Path(__file__).resolve().parents[2] / "docs" / "models.md"


class LicenceNotAllowed(UsageError):
    """A resource that shipped weights may not train on."""


def read_allow_list(card: Path = DEFAULT_CARD) -> dict[str, str]:
    """Give path -> licence from the table of the model card.

    Raises
    ------
    UserFacingError
        If the table is missing or lists a licence that is not open.
    """
    text = card.read_text(encoding="utf-8") if card.is_file() else ""
    _, found, rest = text.partition(HEADING)
    if not found:
        raise UserFacingError(f"'{card}' has no section '{HEADING.strip('# ')}'; run from a full checkout.")
    allowed: dict[str, str] = {}
    for line in rest.splitlines()[1:]:
        if line.startswith("#"):
            break
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if len(cells) >= 2 and "/" in cells[0]:
            allowed[cells[0]] = cells[1]
    closed = [path for path, licence in allowed.items() if not licence.startswith(OPEN_LICENCES)]
    if closed or not allowed:
        raise UserFacingError(f"The allow-list of '{card}' names a licence that is not open: {', '.join(closed)}.")
    return allowed


def check_licences(resources: Iterable[str], allowed: Mapping[str, str], *, research: bool) -> bool:
    """Give whether all resources may be shipped; without `research` one that may not is an error.

    Raises
    ------
    LicenceNotAllowed
        If a resource is not on the list and `research` is not set.
    """
    closed = [resource for resource in resources if resource not in allowed]
    if closed and not research:
        raise LicenceNotAllowed(
            f"'{closed[0]}' is not on the allow-list in docs/models.md; "
            "leave it out, or pass --research for an experiment that is not shipped."
        )
    return not closed
