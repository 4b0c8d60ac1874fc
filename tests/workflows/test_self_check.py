import pytest

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.workflows.self_check import run_checks, self_check


def test_a_failed_check_is_told_and_the_others_go_on():
    def fail():
        raise OSError("no screen")

    screen, nothing = run_checks({"screen": fail, "nothing": lambda: "fine"}, Progress())

    assert (screen.ok, screen.detail) == (False, "OSError: no screen")
    assert (nothing.ok, nothing.detail) == (True, "fine")


@pytest.mark.slow
@pytest.mark.model
def test_this_installation_works():
    failed = [check for check in self_check() if not check.ok]

    assert failed == []
