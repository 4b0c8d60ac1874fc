import json
import sys

import pytest

from benchmarks.measure import (
    BenchmarkArguments,
    compare,
    measuring_cost,
    parse_arguments,
    print_measure,
    run_command,
)


def test_the_ratio_says_how_many_times_better_ours_is_whatever_the_unit():
    faster = compare("encode", "terms/s", ours=300.0, peer=100.0, peer_name="peer")
    leaner = compare("memory", "MB", ours=50.0, peer=100.0, peer_name="peer", higher_is_better=False)

    assert faster.ratio == 3.0
    assert leaner.ratio == 2.0


def test_a_json_line_holds_the_agreed_fields(tmp_path, capsys):
    measure = compare("encode", "terms/s", ours=3.0, peer=2.0, peer_name="sentence-transformers")

    print_measure(measure, BenchmarkArguments(tmp_path, quick=True, json=True))

    assert json.loads(capsys.readouterr().out) == {
        "name": "encode",
        "unit": "terms/s",
        "ours": 3.0,
        "peer": 2.0,
        "peer_name": "sentence-transformers",
        "ratio": 1.5,
    }


def test_an_absent_data_folder_is_one_sentence_and_exit_code_two(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        parse_arguments("a benchmark", ["--data", str(tmp_path / "absent")])

    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_cost_of_a_block_holds_its_memory():
    with measuring_cost() as cost:
        block = bytearray(8_000_000)

    assert len(block) == 8_000_000
    assert cost.seconds > 0
    assert cost.peak_bytes > 8_000_000


def test_a_command_that_fails_is_an_error():
    with pytest.raises(RuntimeError, match="exit code 3"):
        run_command([sys.executable, "-c", "raise SystemExit(3)"])
