"""`analyse` against the straightforward script on the same documents: wall time, peak memory, and the first map.

Both run as programs of their own, one after the other. The peak is that of a process with all its children together.
"""

import gzip
import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from benchmarks.measure import Cost, compare, parse_arguments, print_measure, require, run_command, say
from phrase_explorer.project.project import Project

SOURCE = Path("train") / "news" / "abc.jsonl.gz"
N_DOCUMENTS, N_QUICK = 1_000, 25
MIN_COUNT = 3
PEER = "spaCy + sentence-transformers + umap, defaults"
BYTES_PER_MB = 1e6


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    arguments = parse_arguments("analyse against the script a user would write", argv)
    source = require(arguments.data / SOURCE)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        documents = folder / "documents.jsonl"
        _write_documents(source, documents, N_QUICK if arguments.quick else N_DOCUMENTS)

        say("ours: analyse")
        ours, first_map_s = _run_ours(documents, folder / "ours.phrasemap")
        say(f"peer: {PEER}")
        peer = _run_peer(documents, folder / "peer.npz")
        _say_terms(folder)

    print_measure(
        compare("main_path", "s", ours=ours.seconds, peer=peer.seconds, peer_name=PEER, higher_is_better=False),
        arguments,
    )
    print_measure(
        compare(
            "main_path_peak_memory",
            "MB",
            ours=ours.peak_bytes / BYTES_PER_MB,
            peer=peer.peak_bytes / BYTES_PER_MB,
            peer_name=PEER,
            higher_is_better=False,
        ),
        arguments,
    )
    print_measure(
        compare("first_map", "s", ours=first_map_s, peer=peer.seconds, peer_name=PEER, higher_is_better=False),
        arguments,
    )
    return 0


def _run_ours(documents: Path, project: Path) -> tuple[Cost, float]:
    """Give the cost of the whole, and the seconds after which the first layout of all terms stood."""
    began_at = time.time()
    command = [sys.executable, "-m", "phrase_explorer", "analyse", str(documents), "-o", str(project)]
    cost = run_command([*command, "--min-count", str(MIN_COUNT), "--json"], _environment(project.parent))
    (layout,) = (project / "artifacts" / "first_layout").iterdir()
    return cost, (layout / "manifest.json").stat().st_mtime - began_at


def _run_peer(documents: Path, output: Path) -> Cost:
    command = [sys.executable, "-m", "benchmarks.straightforward_script", str(documents), str(output), str(MIN_COUNT)]
    return run_command(command, _environment(output.parent))


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "HF_HUB_OFFLINE": "1", "XDG_STATE_HOME": str(folder / "state")}


def _write_documents(source: Path, target: Path, n_documents: int) -> None:
    with gzip.open(source, "rt", encoding="utf-8") as file, target.open("w", encoding="utf-8") as out:
        for line in islice(file, n_documents):
            fields = json.loads(line)
            out.write(json.dumps({"id": fields["id"], "text": fields["text"]}, ensure_ascii=False) + "\n")


def _say_terms(folder: Path) -> None:
    with Project.open(folder / "ours.phrasemap", read_only=True) as project:
        vocabulary = project.require_analysis().vocabulary
        say(f"ours: {vocabulary.n_terms:,} terms of {project.corpus.n_words:,} running words")


if __name__ == "__main__":
    sys.exit(main())
