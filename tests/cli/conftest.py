import json
import logging
from dataclasses import dataclass

import pytest

from phrase_explorer.cli.main import main
from tests.project_builder import build_project


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def json_lines(self):
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture(scope="session")
def project_folder(tmp_path_factory):
    return build_project(tmp_path_factory.mktemp("built") / "speeches.phrasemap")


@pytest.fixture
def run_program(capsys, monkeypatch, tmp_path):
    """Run the program in this process; its log goes to a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    logger = logging.getLogger("phrase_explorer")
    before = (logger.level, logger.propagate, list(logger.handlers))

    def run(*argv):
        code = main([str(argument) for argument in argv])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    yield run
    for handler in list(logger.handlers):
        if handler not in before[2]:
            logger.removeHandler(handler)
            handler.close()
    logger.setLevel(before[0])
    logger.propagate = before[1]
