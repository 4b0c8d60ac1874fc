import threading

import pytest
from pytestqt.qtbot import QtBot

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress, ProgressUpdate
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner

PATIENCE_MS = 5_000


def test_a_result_arrives_on_the_gui_thread(qtbot: QtBot, runner: TaskRunner):
    worker_threads: list[threading.Thread] = []
    delivery_threads: list[threading.Thread] = []

    def work(progress: Progress) -> int:
        worker_threads.append(threading.current_thread())
        return 42

    task = runner.start(work, label="add")
    task.succeeded.connect(lambda _result: delivery_threads.append(threading.current_thread()))
    with qtbot.waitSignal(task.succeeded, timeout=PATIENCE_MS) as answer:
        pass

    assert answer.args == [42]
    assert worker_threads[0] is not threading.main_thread()
    assert delivery_threads == [threading.main_thread()]


def test_progress_is_heard_in_order(qtbot: QtBot, runner: TaskRunner):
    heard: list[int] = []

    def work(progress: Progress) -> None:
        for n_done in range(3):
            progress.begin("read", total=3, unit="files", already_done=n_done)

    task = runner.start(work, label="read")
    task.progressed.connect(lambda update: heard.append(update.done))
    with qtbot.waitSignal(task.finished, timeout=PATIENCE_MS):
        pass

    assert heard == [0, 1, 2]


def test_values_handed_over_early_arrive_before_the_result(qtbot: QtBot, runner: TaskRunner):
    heard: list[object] = []

    def work(progress: Progress, report) -> str:
        report("first layout")
        return "end"

    task = runner.start_reporting(work, label="analyse")
    task.reported.connect(heard.append)
    task.succeeded.connect(heard.append)
    with qtbot.waitSignal(task.finished, timeout=PATIENCE_MS):
        pass

    assert heard == ["first layout", "end"]


def test_an_error_is_delivered_not_raised(qtbot: QtBot, runner: TaskRunner):
    def work(progress: Progress) -> None:
        raise UserFacingError("This file is empty; choose another.")

    heard: list[str] = []
    task = runner.start(work, label="read")
    task.failed.connect(lambda error: heard.append(str(error)))
    task.finished.connect(lambda: heard.append("finished"))
    with qtbot.waitSignal(task.finished, timeout=PATIENCE_MS):
        pass

    assert heard == ["This file is empty; choose another.", "finished"]


def test_cancel_stops_the_work_and_is_not_a_failure(qtbot: QtBot, runner: TaskRunner):
    outcomes: list[str] = []
    has_begun = threading.Event()

    def work(progress: Progress) -> None:
        has_begun.set()
        while not progress.cancel_event.wait(0.001):
            pass
        progress.check_cancelled()

    task = runner.start(work, label="forever", lane="compute")
    task.failed.connect(lambda _error: outcomes.append("failed"))
    task.cancelled.connect(lambda: outcomes.append("cancelled"))
    assert has_begun.wait(5)
    with qtbot.waitSignal(task.finished, timeout=PATIENCE_MS):
        task.cancel()

    assert outcomes == ["cancelled"]


def test_a_late_answer_of_a_superseded_task_is_dropped(qtbot: QtBot, runner: TaskRunner):
    answers: list[object] = []
    may_answer = threading.Event()

    def slow(progress: Progress) -> str:
        may_answer.wait(5)
        return "old"

    first = runner.start(slow, label="search", slot="search")
    first.succeeded.connect(answers.append)
    second = runner.start(lambda progress: "new", label="search", slot="search")
    second.succeeded.connect(answers.append)
    may_answer.set()
    with qtbot.waitSignal(second.finished, timeout=PATIENCE_MS):
        pass

    assert answers == ["new"]


def test_a_query_does_not_wait_for_a_computation(qtbot: QtBot, runner: TaskRunner):
    may_end = threading.Event()
    runner.start(lambda progress: may_end.wait(5), label="analyse", lane="compute")

    query = runner.start(lambda progress: "found", label="search", lane="query")
    with qtbot.waitSignal(query.succeeded, timeout=PATIENCE_MS) as answer:
        pass

    assert answer.args == ["found"]
    assert len(runner.running) == 1
    may_end.set()
    with qtbot.waitSignal(runner.idle, timeout=PATIENCE_MS):
        pass


def test_stopping_ends_waiting_and_running_tasks(qtbot: QtBot, runner: TaskRunner):
    has_begun = threading.Event()
    ran: list[str] = []

    def until_cancelled(progress: Progress) -> None:
        has_begun.set()
        progress.cancel_event.wait(5)

    runner.start(until_cancelled, label="analyse")
    runner.start(lambda progress: ran.append("second"), label="waiting")
    assert has_begun.wait(5)

    assert runner.stop()
    assert ran == []
    with pytest.raises(RuntimeError, match="stopped"):
        runner.start(lambda progress: None, label="late")


def test_a_cancelled_task_reports_no_more_progress(qtbot: QtBot, owner):
    task = BackgroundTask(lambda progress: None, label="read", parent=owner)
    heard: list[object] = []
    task.progressed.connect(heard.append)
    task.cancel()

    task._deliver("progressed", ProgressUpdate("read", 1, 2, "files", 0.0, None, None))

    assert heard == []
