"""What every benchmark shares: its arguments, the lines that it prints, wall time and peak memory.

A benchmark runs us and a peer on the same input in the same run. With ``--json`` stdout holds one object a measure,
``{"name", "unit", "ours", "peer", "peer_name", "ratio"}``; everything else goes to stderr.
"""

import argparse
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

import psutil

DEFAULT_DATA_FOLDER = Path("../shared/data")
SECONDS_BETWEEN_SAMPLES = 0.05
EXIT_WRONG_USE = 2

Result = TypeVar("Result")


@dataclass(frozen=True)
class BenchmarkArguments:
    """Where the texts are, whether to take a small part of them, and how to print."""

    data: Path
    quick: bool
    json: bool


@dataclass(frozen=True)
class Measure:
    """One figure of ours beside the peer's; `ratio` says how many times better ours is, whatever the unit."""

    name: str
    unit: str
    ours: float
    peer: float
    peer_name: str
    ratio: float


@dataclass
class Cost:
    """Wall seconds, and the peak resident memory in bytes of a process with all its children."""

    seconds: float = 0.0
    peak_bytes: int = 0


def parse_arguments(description: str, argv: Sequence[str] | None = None) -> BenchmarkArguments:
    """Read ``--data DIR``, ``--quick`` and ``--json``; an absent data folder ends the program with one sentence and 2."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA_FOLDER, help="folder of texts (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="a small part of the input, to see that it runs")
    parser.add_argument("--json", action="store_true", help="one JSON object a measure on stdout")
    values = parser.parse_args(argv)
    if not values.data.is_dir():
        print(f"There is no data folder at '{values.data}'; pass the folder of texts with --data DIR.", file=sys.stderr)
        raise SystemExit(EXIT_WRONG_USE)
    return BenchmarkArguments(values.data, values.quick, values.json)


def require(path: Path) -> Path:
    """Give `path`, or end the program with one sentence and exit code 2 if it is absent."""
    if not path.exists():
        print(f"This benchmark needs '{path}', which is absent; pass another folder with --data DIR.", file=sys.stderr)
        raise SystemExit(EXIT_WRONG_USE)
    return path


def compare(
    name: str, unit: str, *, ours: float, peer: float, peer_name: str, higher_is_better: bool = True
) -> Measure:
    """Give the measure with its ratio: 2.0 is twice as fast, or half the memory."""
    better, worse = (ours, peer) if higher_is_better else (peer, ours)
    return Measure(name, unit, ours, peer, peer_name, better / worse if worse else float("inf"))


def print_measure(measure: Measure, arguments: BenchmarkArguments) -> None:
    """Print one measure, as a JSON line or for a person."""
    if arguments.json:
        facts = {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(measure).items()}
        print(json.dumps(facts, ensure_ascii=False), flush=True)
        return
    print(
        f"{measure.name}: {measure.ours:,.4g} {measure.unit}; {measure.peer_name}: {measure.peer:,.4g}; "
        f"{measure.ratio:.2f} times",
        flush=True,
    )


def say(text: str) -> None:
    """Tell the person who waits what is going on, on stderr."""
    print(text, file=sys.stderr, flush=True)


def time_call(function: Callable[[], Result]) -> tuple[Result, float]:
    """Call a function and give its result with the wall seconds."""
    began_at = time.perf_counter()
    result = function()
    return result, time.perf_counter() - began_at


@contextmanager
def measuring_cost() -> Iterator[Cost]:
    """Measure the block: wall seconds, and the peak memory of this process with its children, sampled 20 times a second."""
    cost = Cost()
    stop = threading.Event()
    sampler = threading.Thread(target=_sample_memory, args=(psutil.Process(), cost, stop), daemon=True)
    began_at = time.perf_counter()
    sampler.start()
    try:
        yield cost
    finally:
        cost.seconds = time.perf_counter() - began_at
        stop.set()
        sampler.join()


def run_command(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Run a command to its end and measure it with its children; its output goes to stderr.

    Raises
    ------
    RuntimeError
        If the command fails.
    """
    cost = Cost()
    stop = threading.Event()
    began_at = time.perf_counter()
    with subprocess.Popen(command, stdout=sys.stderr, env=environment) as process:
        sampler = threading.Thread(target=_sample_memory, args=(psutil.Process(process.pid), cost, stop), daemon=True)
        sampler.start()
        exit_code = process.wait()
        cost.seconds = time.perf_counter() - began_at
        stop.set()
        sampler.join()
    if exit_code:
        raise RuntimeError(f"{command[0]} ended with exit code {exit_code}")
    return cost


def _sample_memory(process: psutil.Process, cost: Cost, stop: threading.Event) -> None:
    while True:
        cost.peak_bytes = max(cost.peak_bytes, _resident_bytes(process))
        if stop.wait(SECONDS_BETWEEN_SAMPLES):
            return


def _resident_bytes(root: psutil.Process) -> int:
    try:
        processes = [root, *root.children(recursive=True)]
    except psutil.Error:
        return 0
    total = 0
    for process in processes:
        try:
            total += process.memory_info().rss
        except psutil.Error:  # it ended between the two calls
            continue
    return total
