from dataclasses import replace

import pytest

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.layouts.layout_options import LayoutOptions
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.pipeline.stage_keys import (
    embed_key,
    extract_key,
    first_layout_key,
    layout_key,
    neighbours_key,
    parse_fingerprint,
)
from phrase_explorer.readers.import_options import ImportOptions

OPTIONS = ExtractionOptions()


@pytest.mark.parametrize("changed", [{"min_count": 7}, {"stop_phrases": ("great deal",)}, {"use_stop_phrases": False}])
def test_what_only_drops_terms_from_the_whole_makes_a_new_vocabulary_without_parsing_again(changed):
    other = replace(OPTIONS, **changed)

    assert parse_fingerprint(other) == parse_fingerprint(OPTIONS)
    assert extract_key("corpus", other) != extract_key("corpus", OPTIONS)


@pytest.mark.parametrize("changed", [{"max_phrase_words": 3}, {"keep_numbers": True}, {"method": "collocations"}])
def test_what_decides_the_terms_of_a_text_parses_again(changed):
    assert parse_fingerprint(replace(OPTIONS, **changed)) != parse_fingerprint(OPTIONS)


def test_another_encoder_makes_new_vectors_of_the_same_vocabulary():
    assert embed_key("vocabulary", "one") != embed_key("vocabulary", "other")


@pytest.mark.parametrize("changed", [{"min_dist": 0.5}, {"seed": 7}, {"n_epochs": 10}])
def test_a_map_setting_makes_a_new_map_of_the_same_neighbours(changed):
    assert layout_key("embed", replace(LayoutOptions(), **changed)) != layout_key("embed", LayoutOptions())
    assert neighbours_key("embed", 15) == neighbours_key("embed", LayoutOptions().n_neighbors)


def test_stages_with_the_same_input_have_different_keys():
    keys = {first_layout_key("e"), layout_key("e", LayoutOptions()), neighbours_key("e", 15), embed_key("e", "f")}

    assert len(keys) == 4


def test_parameters_come_back_from_json_as_they_were():
    parameters = AnalysisParameters(
        ImportOptions(text_column="body", metadata_columns=("a", "b"), column_kinds=(("a", "number"),)),
        ExtractionOptions(min_count=3, stop_phrases=("first time",)),
        "/models/mine",
        LayoutOptions(seed=None, min_dist=0.0),
    )

    assert AnalysisParameters.from_json(parameters.to_json()) == parameters
    assert AnalysisParameters.from_json({}) == AnalysisParameters()
