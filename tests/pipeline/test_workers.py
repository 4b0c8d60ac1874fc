import os
import signal
import threading

import pytest

from phrase_explorer.foundation.errors import Cancelled, UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.workers import WorkerBugError, WorkerDiedError, Workers


def make_squarer():
    def square(number, progress):
        if number == 13:
            raise UserFacingError("13 brings bad luck; take 14.")
        if number == 0:
            raise ZeroDivisionError("nobody foresaw zero")
        if number == -9:
            os.kill(os.getpid(), signal.SIGKILL)
        print("a library that prints")
        progress.advance(number)
        return number * number

    return square


def make_sleeper():
    def sleep_long(_request, progress):
        progress.begin("sleeping", 1)
        threading.Event().wait(600)

    return sleep_long


def make_nothing():
    raise UserFacingError("There is no such model; choose another.")


def test_results_come_in_the_order_of_the_requests():
    seen = []
    progress = Progress(lambda update: seen.append(update.done))

    with Workers(make_squarer, n_workers=2) as workers:
        progress.begin("square", 15)
        results = workers.run([1, 2, 3, 4, 5], progress)

    assert results == [1, 4, 9, 16, 25]
    assert seen[-1] == 15


def test_what_a_child_prints_never_reaches_stdout(capfd):
    with Workers(make_squarer) as workers:
        workers.run([2], Progress())

    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("request_", "error", "message"),
    [
        (13, UserFacingError, "13 brings bad luck; take 14."),
        (0, WorkerBugError, "nobody foresaw zero"),
        (-9, WorkerDiedError, "code -9"),
    ],
)
def test_a_failure_in_the_child_is_told_in_the_parent(request_, error, message):
    with Workers(make_squarer) as workers, pytest.raises(error, match=message):
        workers.run([request_], Progress())


def test_a_failure_to_start_is_told_in_the_parent():
    with Workers(make_nothing) as workers, pytest.raises(UserFacingError, match="choose another"):
        workers.run([1], Progress())


def test_cancel_ends_the_children_while_they_work():
    cancel = threading.Event()
    progress = Progress(lambda _: cancel.set(), cancel_event=cancel)

    with Workers(make_sleeper) as workers:
        process = workers._processes[0]
        with pytest.raises(Cancelled):
            workers.run([1], progress)

        assert process.exitcode == -signal.SIGKILL
