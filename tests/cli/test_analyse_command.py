"""What ``analyse`` makes of its flags, and what it says of what comes out."""

import pytest

from phrase_explorer.extraction.drop_explanations import explain_rule
from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.pipeline.stage_report import StageReport


@pytest.fixture
def asked_for(monkeypatch):
    """Stand in for the analysis, which finds no terms; give the parameters of each run."""
    asked = []

    def analyse(_source, _folder, parameters, *, on_stage, **_others):
        asked.append(parameters)
        on_stage(StageReport("extract", 0.1, {"documents": 1, "terms": 0}, False, "0" * 32))

    monkeypatch.setattr("phrase_explorer.cli.commands.analyse.analyse", analyse)
    return asked


def test_rules_that_are_named_are_switched_off(run_program, asked_for, tmp_path):
    run_program("analyse", tmp_path, "--keep", "numbers, stop-phrases")

    assert asked_for[0].extraction == ExtractionOptions(keep_numbers=True, use_stop_phrases=False)


@pytest.mark.parametrize("rule", ["numbers", "single_letters", "stop_words", "symbols", "addresses", "stop_phrases"])
def test_the_switch_that_the_ledger_names_is_there(run_program, asked_for, tmp_path, rule):
    switch = explain_rule(rule, ExtractionOptions()).partition("analyse ")[2].partition(" keeps")[0]

    assert run_program("analyse", tmp_path, *switch.split()).code == 0
    assert asked_for[0].extraction != ExtractionOptions()


def test_a_corpus_without_terms_is_said_to_have_an_empty_map(run_program, asked_for, tmp_path):
    assert "No word or phrase was found" in run_program("analyse", tmp_path).err
