import json
from pathlib import Path

import pytest

from benchmarks import main_path

DATA = Path("../shared/data")


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.skipif(not DATA.is_dir(), reason="needs the texts of ../shared/data")
def test_a_quick_run_prints_its_three_measures(capsys):
    assert main_path.main(["--quick", "--json", "--data", str(DATA)]) == 0

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["name"] for line in lines] == ["main_path", "main_path_peak_memory", "first_map"]
    assert all(line["ratio"] > 0 for line in lines)


def test_absent_data_is_one_sentence_and_2(capsys, tmp_path):
    with pytest.raises(SystemExit) as exit_:
        main_path.main(["--data", str(tmp_path / "none")])

    assert exit_.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
