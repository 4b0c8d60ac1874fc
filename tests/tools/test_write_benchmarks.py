import json
import subprocess
import sys

from tools import write_benchmarks
from tools.write_benchmarks import BenchmarkRun, page


def a_run(**changes: object) -> BenchmarkRun:
    measure = {"name": "m", "unit": "s", "ours": 1234.5, "peer": 2.5, "peer_name": "the peer", "ratio": 0.5}
    return BenchmarkRun(
        **{"name": "encode", "day": "2026-01-02", "machine": "a box", "load": 0.1, "measures": [measure]} | changes
    )


def test_the_page_shows_each_measure_beside_the_command_that_printed_it():
    text = page([a_run()])

    assert "`python -m benchmarks.encode --json` on 2026-01-02, a box" in text
    assert "| `m` | s | 1,234 | the peer | 2.5 | **0.5** |" in text


def test_a_measure_without_a_peer_figure_is_a_dash():
    measure = {"name": "m", "unit": "s", "ours": 1.0, "peer": None, "peer_name": "absent", "ratio": None}

    assert "| absent | – | **–** |" in page([a_run(measures=[measure])])


def test_the_committed_page_is_what_the_kept_lines_say():
    kept = sorted(write_benchmarks.KEPT_FOLDER.glob("*.json"))
    runs = [BenchmarkRun(**json.loads(path.read_text("utf-8"))) for path in kept]

    assert write_benchmarks.PAGE.read_text("utf-8") == page(runs)


def test_a_benchmark_that_fails_keeps_the_old_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(write_benchmarks, "KEPT_FOLDER", tmp_path)
    monkeypatch.setattr(write_benchmarks, "PAGE", tmp_path / "page.md")
    (tmp_path / "encode.json").write_text(json.dumps(vars(a_run())), "utf-8")
    failing = subprocess.CompletedProcess([sys.executable], 2, stdout="")
    monkeypatch.setattr(write_benchmarks.subprocess, "run", lambda *arguments, **options: failing)

    exit_code = write_benchmarks.main(["encode"])

    assert exit_code == 1
    assert "1,234" in (tmp_path / "page.md").read_text("utf-8")
