import gzip
import json

import pytest

from benchmarks import encode

TEXT = "The old council met in the evening hall. Public money went to the new railway bridge, and nobody came. " * 3


@pytest.mark.model
def test_a_quick_run_prints_its_three_measures(tmp_path, capsys):
    for source in encode.SOURCES:
        path = tmp_path / source
        path.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "wt", encoding="utf-8") as file:
            file.write(json.dumps({"text": TEXT}) + "\n")

    encode.main(["--quick", "--json", "--data", str(tmp_path)])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = ["encode_terms_per_second", "encode_terms_per_second_float32", "encode_cosine"]
    assert [line["name"] for line in lines] == names
    assert lines[2]["ours"] > 0.999


def test_phrases_are_runs_of_content_words():
    words = ["the", "old", "council", "met", "in", "the", "evening", "hall"]

    runs = list(encode.content_runs(words, frozenset({"the", "in"})))

    assert runs == ["old council met", "evening hall"]
