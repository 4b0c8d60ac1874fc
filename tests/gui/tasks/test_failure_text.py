from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.gui.tasks.failure_text import describe_failure


def test_a_user_facing_error_is_shown_as_it_is():
    text = describe_failure(UserFacingError("The folder is empty; choose another."), Path("/var/log/x.log"))

    assert (text.sentence, text.details) == ("The folder is empty; choose another.", "")


def test_anything_else_is_unexpected_with_details_to_copy_and_the_log():
    try:
        raise KeyError("n_terms")
    except KeyError as error:
        text = describe_failure(error, Path("/var/log/x.log"))

    assert "unexpected" in text.sentence
    assert "/var/log/x.log" in text.sentence
    assert "Traceback" not in text.sentence
    assert "KeyError: 'n_terms'" in text.details
