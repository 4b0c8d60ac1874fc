import gzip
import json

import pytest

from benchmarks import extract
from benchmarks.measure import BenchmarkArguments


@pytest.mark.model
def test_the_benchmark_prints_its_two_measures(tmp_path, monkeypatch, capsys):
    for source in extract.SOURCES:
        path = tmp_path / source
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as file:
            file.write(json.dumps({"text": "The old council met in the evening. Nobody came to the hall."}) + "\n")
    arguments = BenchmarkArguments(tmp_path, quick=True, json=True)
    monkeypatch.setattr(extract, "parse_arguments", lambda _: arguments)

    extract.main()

    measures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [measure["name"] for measure in measures] == ["extract_words_per_second", "extract_two_processes"]
