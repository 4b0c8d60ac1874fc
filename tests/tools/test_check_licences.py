import pytest

from tools.check_licences import is_gpl_alone, licence_of, runtime_packages


@pytest.mark.parametrize(
    "licence",
    ["GPL-3.0-only", "AGPL-3.0-or-later", "License :: OSI Approved :: GNU General Public License v3 (GPLv3)", "GPLv2"],
)
def test_the_gpl_alone_is_refused(licence):
    assert is_gpl_alone(licence)


@pytest.mark.parametrize(
    "licence",
    [
        "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
        "License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)",
        "MIT",
        "BSD-3-Clause",
        "GPL-2.0-only OR Apache-2.0",
        "not stated",
    ],
)
def test_the_lgpl_and_a_choice_of_licences_are_fine(licence):
    assert not is_gpl_alone(licence)


def test_the_walk_reaches_what_our_dependencies_need():
    packages = runtime_packages()

    assert {"torch", "spacy", "thinc", "pyside6-essentials"} <= set(packages)
    assert "pytest" not in packages
    assert "LGPL" in licence_of(packages["pyside6-essentials"])
