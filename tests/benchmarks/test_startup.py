import json
from pathlib import Path

import pytest

from benchmarks import startup


def test_it_runs_and_prints_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert startup.main(["--data", str(tmp_path), "--quick", "--json"]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    measure = json.loads(line)
    assert measure["name"] == "startup"
    assert measure["ratio"] == pytest.approx(measure["peer"] / measure["ours"], rel=0.01)
