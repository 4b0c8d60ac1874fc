import shutil

import pytest

from phrase_explorer.extraction import ExtractionOptions, pipeline_fingerprint
from phrase_explorer.extraction.options import pipeline_path
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.resource_paths import resource_path


def test_the_fingerprint_changes_with_a_rule_and_not_with_the_folder(tmp_path):
    copied = tmp_path / "pipeline"
    shutil.copytree(resource_path("spacy", "en_core_web_sm"), copied)

    bundled = pipeline_fingerprint(ExtractionOptions())

    assert pipeline_fingerprint(ExtractionOptions(pipeline_folder=str(copied))) == bundled
    assert pipeline_fingerprint(ExtractionOptions(keep_numbers=True)) != bundled
    (copied / "tagger" / "model").write_bytes(b"another")
    assert pipeline_fingerprint(ExtractionOptions(pipeline_folder=str(copied))) != bundled


def test_a_pipeline_that_is_not_there_is_named():
    with pytest.raises(UserFacingError, match="no_such_pipeline"):
        pipeline_path(ExtractionOptions(pipeline_folder="no_such_pipeline"))


@pytest.mark.parametrize("wrong", [{"min_count": 0}, {"max_phrase_words": 0}])
def test_limits_that_make_no_sense_are_refused(wrong):
    with pytest.raises(UserFacingError, match="choose 1 or more"):
        ExtractionOptions(**wrong)
