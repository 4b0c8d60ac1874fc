import pytest

from phrase_explorer.project.project import Project
from tests.project_builder import build_project


@pytest.fixture(scope="session")
def project_folder(tmp_path_factory):
    return build_project(tmp_path_factory.mktemp("built") / "speeches.phrasemap")


@pytest.fixture
def project(project_folder):
    with Project.open(project_folder, read_only=True) as project:
        yield project
