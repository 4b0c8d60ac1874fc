"""Fail when a runtime dependency is licensed under the GPL or AGPL alone.

Walks the requirements of the installed project (core dependencies, no extras) and reads each licence from the package's own
metadata. The LGPL, and a GPL offered beside another licence, are fine.
"""

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

PROJECT = "phrase-explorer"
GPL = re.compile(r"\b(?<!L)A?GPL|GNU (Affero )?General Public", re.IGNORECASE)
ALTERNATIVE = re.compile(r" OR |LGPL|Lesser General|\bMIT\b|BSD|Apache|Mozilla|MPL|Python Software|PSF|ISC|zlib")


def main() -> int:
    """Print the offending packages; give 1 if there are any."""
    offenders = []
    packages = runtime_packages()
    for name in sorted(packages):
        licence = licence_of(packages[name])
        if is_gpl_alone(licence):
            offenders.append(f"{name}: {licence}")
    for line in offenders:
        print(f"licensed under the GPL or AGPL alone: {line}")
    print(f"{len(packages)} runtime packages, {len(offenders)} licensed under the GPL or AGPL alone")
    return 1 if offenders else 0


def runtime_packages() -> dict[str, Distribution]:
    """Give every installed package that the project's core dependencies reach."""
    found: dict[str, Distribution] = {}
    waiting = [PROJECT]
    while waiting:
        name = waiting.pop()
        key = name.lower().replace("_", "-")
        if key in found:
            continue
        try:
            found[key] = distribution(name)
        except PackageNotFoundError:
            continue  # an environment marker that pip judged differently; nothing installed, nothing shipped
        for line in found[key].requires or []:
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                waiting.append(requirement.name)
    found.pop(PROJECT, None)
    return found


def licence_of(package: Distribution) -> str:
    """Give the licence expression, else the classifiers, else the first line of the licence field."""
    metadata = package.metadata
    for field in ("License-Expression", "Classifier", "License"):
        values = [
            value for value in metadata.get_all(field) or [] if field != "Classifier" or value.startswith("License ::")
        ]
        if values:
            return " / ".join(values).strip().splitlines()[0]
    return "not stated"


def is_gpl_alone(licence: str) -> bool:
    """Tell whether the only licence offered is the GPL or the AGPL."""
    return bool(GPL.search(licence)) and not ALTERNATIVE.search(licence)


if __name__ == "__main__":
    sys.exit(main())
