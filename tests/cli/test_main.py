import os
import subprocess
import sys

import pytest

from phrase_explorer.cli import main as module
from phrase_explorer.cli.main import COMMANDS
from phrase_explorer.foundation.errors import Cancelled


@pytest.mark.parametrize(
    "command", [[], *[[name] for name in COMMANDS]], ids=lambda command: " ".join(command) or "program"
)
def test_help_gives_examples_and_ends_with_0(run_program, command):
    outcome = run_program(*command, "--help")

    assert outcome.code == 0
    assert "usage: phrase-explorer" in outcome.out
    assert not command or f"examples:\n  phrase-explorer {command[0]}" in outcome.out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["search"], "The following arguments are required: P, TEXT; see phrase-explorer search --help."),
        (["serch", "p", "war"], "There is no file, folder or command 'serch'; did you mean search?"),
        (["concordance", "p", "war", "--sort", "up"], "invalid choice: 'up'"),
        (["export", "p", "--to", "csv"], "required: -o/--output"),
        (["analyse", "no such file.txt", "-o", "p"], "no such file.txt"),
    ],
)
def test_wrong_use_is_one_sentence_and_2_or_1(run_program, argv, message):
    outcome = run_program(*argv)

    assert outcome.code in (1, 2)
    assert outcome.code == 2 or argv[0] == "analyse"
    assert message in outcome.err
    assert len(outcome.err.splitlines()) == 1
    assert outcome.out == ""


def test_a_folder_that_is_no_project_is_refused_with_1(run_program, tmp_path):
    outcome = run_program("info", tmp_path)

    assert outcome.code == 1
    assert "is not a Phrase Explorer project" in outcome.err


def test_a_bug_gives_no_traceback_but_the_place_of_the_log(run_program, project_folder, monkeypatch, tmp_path):
    monkeypatch.setattr("phrase_explorer.cli.commands.info.project_info", lambda _: 1 / 0)

    outcome = run_program("info", project_folder)

    log = tmp_path / "state" / "phrase-explorer" / "phrase-explorer.log"
    assert outcome.code == 1
    assert "Traceback" not in outcome.err
    assert str(log) in outcome.err
    assert "ZeroDivisionError" in log.read_text()


@pytest.mark.parametrize("stop", [Cancelled, KeyboardInterrupt])
def test_being_stopped_is_a_sentence_and_130(run_program, project_folder, monkeypatch, stop):
    def stopped(_):
        raise stop

    monkeypatch.setattr("phrase_explorer.cli.commands.info.project_info", stopped)

    outcome = run_program("info", project_folder)

    assert outcome.code == module.EXIT_STOPPED == 130
    assert outcome.err.startswith("Stopped.")


def test_a_closed_pipe_is_left_quietly(project_folder, tmp_path):
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    program = [sys.executable, "-m", "phrase_explorer", "concordance", str(project_folder), ".", "--regex", "--quiet"]
    read_end, write_end = os.pipe()
    os.close(read_end)

    ended = subprocess.run(program, stdout=write_end, stderr=subprocess.PIPE, env=environment, check=False, text=True)
    os.close(write_end)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_without_a_display_the_window_says_what_works(run_program, monkeypatch):
    monkeypatch.setattr("phrase_explorer.cli.commands.window.has_display", lambda: False)

    outcome = run_program()

    assert outcome.code == 1
    assert "There is no display" in outcome.err


def test_a_path_opens_the_window_on_it(run_program, monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr("phrase_explorer.cli.commands.window.has_display", lambda: True)
    monkeypatch.setattr("phrase_explorer.cli.commands.window.run_window", lambda path: opened.append(path) or 0)

    assert run_program(tmp_path).code == 0
    assert run_program().code == 0
    assert opened == [tmp_path, None]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--text", "body"], "There is no column 'body'"),
        (["--encoding", "klingon"], "'klingon' is not a text encoding"),
        (["--encoder", "no such folder"], "There is no encoder folder"),
        (["--encoder", "."], "it lacks config.json"),
        (["--language", "xx_nothing"], "There is no spaCy pipeline"),
        (["--keep", "numbers,vowels"], "there is no rule 'vowels'; the rules are numbers,"),
        (["--min-count", "0"], "give 1 or more"),
        (["--date-order", "xyz"], "invalid choice: 'xyz'"),
    ],
)
def test_a_flag_that_names_what_is_not_there_is_wrong_use_and_makes_no_project(run_program, tmp_path, flags, message):
    (tmp_path / "table.csv").write_text("id,words\n1,The public debt grew.\n2,Wild geese flew.\n")

    outcome = run_program("analyse", tmp_path / "table.csv", "-o", tmp_path / "p.phrasemap", *flags)

    assert outcome.code == 2
    assert message in outcome.err
    assert not (tmp_path / "p.phrasemap").exists()
