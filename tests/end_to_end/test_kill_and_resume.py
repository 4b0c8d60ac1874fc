"""A killed or stopped run leaves the old state or a resumable part of the new one; the next run ends as if nothing had been."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys

import numpy as np
import psutil
import pytest

from phrase_explorer.project.project import Project
from phrase_explorer.project.project_file import read_project_file


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """Thirty texts of made-up words, some far more frequent than others, in no language that has a pipeline."""
    folder = tmp_path_factory.mktemp("texts")
    choose = np.random.default_rng(11)
    words = ["".join(choose.choice(["ba", "lo", "ti", "ru", "ne", "ma"], 3)) for _ in range(150)]
    shares = 1 / np.arange(1, len(words) + 1)
    for number in range(30):
        text = " ".join(choose.choice(words, 80, p=shares / shares.sum()))
        (folder / f"{number:02}.txt").write_text(f"{text} res publica magna.")
    return folder


@pytest.fixture(scope="module")
def undisturbed(corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed") / "one.phrasemap"
    _finish(corpus, folder)
    return folder


@pytest.mark.model
def test_a_run_that_is_killed_again_and_again_ends_like_one_that_was_not(corpus, undisturbed, tmp_path):
    disturbed = tmp_path / "other.phrasemap"

    _kill_at(corpus, disturbed, "Finding words and phrases", signal.SIGKILL)
    _kill_at(corpus, disturbed, '"stage": "extract"', signal.SIGKILL)
    _kill_at(corpus, disturbed, "Encoding terms", signal.SIGINT)
    _kill_at(corpus, disturbed, '"stage": "neighbours"', signal.SIGKILL)
    stages = _finish(corpus, disturbed)

    assert [stage["reused"] for stage in stages] == [True, True, True, True, True, False]
    _assert_same(undisturbed, disturbed)


@pytest.mark.model
def test_a_killed_reanalysis_leaves_the_old_map(corpus, undisturbed, tmp_path):
    folder = shutil.copytree(undisturbed, tmp_path / "p.phrasemap")
    before = (folder / "project.json").read_bytes()

    _kill_at(corpus, folder, '"stage": "neighbours"', signal.SIGKILL, "--seed", "7", "--min-count", "8")

    assert (folder / "project.json").read_bytes() == before
    with Project.open(folder) as project:
        assert project.require_analysis().layout.method == "umap"


@pytest.mark.slow
@pytest.mark.model
def test_kills_at_any_moment_change_nothing(corpus, undisturbed, tmp_path):
    disturbed = tmp_path / "other.phrasemap"
    moments = random.Random(5)

    for _ in range(12):
        process = _start(corpus, disturbed)
        try:
            process.communicate(timeout=moments.uniform(0.3, 9))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()

    _finish(corpus, disturbed)
    _assert_same(undisturbed, disturbed)


def _start(corpus, project, *more):
    program = [sys.executable, "-m", "phrase_explorer", "analyse", corpus, "-o", project, "--language", "la", "--json"]
    environment = {**os.environ, "XDG_STATE_HOME": str(project.parent / "state"), "OMP_NUM_THREADS": "1"}
    command = [str(part) for part in (*program, *(more or ("--min-count", "3")))]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)


def _kill_at(corpus, project, moment, signal_, *more):
    """Run until a line holds `moment`, then send the signal; see that no child stays behind."""
    with _start(corpus, project, *more) as process:
        seen = []
        for line in process.stdout:
            seen.append(line)
            if moment in line:
                break
        else:
            pytest.fail(f"the run ended before '{moment}': {''.join(seen)}")
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal_)
        process.stdout.read()
    assert process.returncode == (130 if signal_ == signal.SIGINT else -signal_)
    _, alive = psutil.wait_procs(children, timeout=20)
    assert not alive


def _finish(corpus, project):
    """Run to the end and give what each stage said."""
    with _start(corpus, project) as process:
        lines = process.stdout.read().splitlines()
    assert process.returncode == 0, "\n".join(lines)
    return [json.loads(line) for line in lines if line.startswith("{")]


def _assert_same(one, other):
    states = [read_project_file(folder) for folder in (one, other)]
    assert states[0].stages == states[1].stages
    for stage, key in states[0].stages.items():
        contents = [
            {path.name: path.read_bytes() for path in (folder / "artifacts" / stage / key).glob("*.npy")}
            for folder in (one, other)
        ]
        assert contents[0] == contents[1], stage
    leftovers = [path for path in other.rglob("*") if "partial" in path.name or path.name.startswith(".shards")]
    assert leftovers == []
