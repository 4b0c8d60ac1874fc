"""Run benchmarks and write ``docs/benchmarks.md`` from the lines that they print.

``python -m tools.write_benchmarks encode startup`` runs ``python -m benchmarks.encode --json`` and so on, keeps the lines with
the machine and the day in ``docs/benchmarks/NAME.json``, and writes the page again from all that is kept. No figure on the page
is typed by hand. Without names only the page is written.
"""

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[1]
KEPT_FOLDER = ROOT / "docs" / "benchmarks"
PAGE = ROOT / "docs" / "benchmarks.md"
PAGE_HEAD = """# Benchmarks

Each table holds what one command printed: us and a peer on the same input in the same run. The ratio always says how many
times better ours is: 2.0 is twice as fast, or half the memory. Absolute figures depend on the machine and on what else it was
doing; the ratio is the figure to read.

`make bench` runs them all; `python -m tools.write_benchmarks NAME` runs one and writes this page again.
"""


@dataclass(frozen=True)
class BenchmarkRun:
    """The lines of one benchmark, and where and when they were printed.

    `load` is how many processes wanted a core just before the run began, in all; above 0.5 the machine was busy.
    """

    name: str
    day: str
    machine: str
    load: float
    measures: list[dict[str, Any]]  # Any: JSON values


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmarks that are named, then write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a benchmark, such as encode")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of texts")
    values = parser.parse_args(argv)
    KEPT_FOLDER.mkdir(exist_ok=True)
    failed = []
    for name in values.names:
        run = run_benchmark(name, values.data)
        if run is None:
            failed.append(name)
            continue
        (KEPT_FOLDER / f"{name}.json").write_text(json.dumps(asdict(run), ensure_ascii=False, indent=1) + "\n", "utf-8")
    runs = [BenchmarkRun(**json.loads(path.read_text("utf-8"))) for path in sorted(KEPT_FOLDER.glob("*.json"))]
    PAGE.write_text(page(runs), "utf-8")
    for name in failed:
        print(f"The benchmark '{name}' failed; its figures on the page are the old ones.", file=sys.stderr)
    return 1 if failed else 0


def run_benchmark(name: str, data: Path) -> BenchmarkRun | None:
    """Run one benchmark to its end; None if it fails."""
    load = psutil.getloadavg()[0]
    command = [sys.executable, "-m", f"benchmarks.{name}", "--json", "--data", str(data)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    measures = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not measures:
        return None
    return BenchmarkRun(name, datetime.now(UTC).date().isoformat(), machine_name(), round(load, 1), measures)


def machine_name() -> str:
    """Say what this machine is: processor, cores, memory, system, Python."""
    gibibytes = psutil.virtual_memory().total / 2**30
    return (
        f"{processor_name()}, {psutil.cpu_count()} cores, {gibibytes:.0f} GiB, "
        f"{platform.system()}, Python {platform.python_version()}"
    )


def processor_name() -> str:
    """Give the processor's own name where the system tells it."""
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        for line in facts.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def page(runs: Sequence[BenchmarkRun]) -> str:
    """Give the whole page as Markdown."""
    return "\n".join([PAGE_HEAD, *(_section(run) for run in runs)])


def _section(run: BenchmarkRun) -> str:
    lines = [
        f"## {run.name}",
        "",
        f"`python -m benchmarks.{run.name} --json` on {run.day}, {run.machine}, load at the start {run.load}.",
        "",
        "| measure | unit | ours | peer | peer's figure | ratio |",
        "|---|---|---|---|---|---|",
    ]
    for measure in run.measures:
        ours, peer, ratio = (_figure(measure[key]) for key in ("ours", "peer", "ratio"))
        lines.append(
            f"| `{measure['name']}` | {measure['unit']} | {ours} | {measure['peer_name']} | {peer} | **{ratio}** |"
        )
    return "\n".join([*lines, ""])


def _figure(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


if __name__ == "__main__":
    sys.exit(main())
