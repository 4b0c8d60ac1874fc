"""``run.json``: what a run was made of and what came out, so that it can be made again."""

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from phrase_explorer.storage.atomic_write import write_atomically

RECORD_NAME = "run.json"
RECORDED_PACKAGES = ("torch", "transformers", "accelerate", "numpy", "tokenizers")


def write_run_record(
    folder: Path,
    *,
    config: Any,  # Any: whichever config dataclass the recipe has
    data_hashes: Mapping[str, str],
    metrics: Mapping[str, object],
) -> None:
    """Write ``run.json`` into `folder`."""
    record = {
        "config": asdict(config),
        "commit": _commit(),
        "machine": describe_machine(),
        "packages": {name: version(name) for name in RECORDED_PACKAGES},
        "data": dict(data_hashes),
        "metrics": dict(metrics),
    }
    text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / RECORD_NAME, text.encode("utf-8"))


def describe_machine() -> dict[str, object]:
    """Say what the run ran on, without naming the machine."""
    import torch

    gpus = [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]
    return {
        "system": platform.system(),
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "gpus": gpus,
    }


def _commit() -> str:
    """Give the commit of the code, with a mark if files differ from it; empty outside a checkout."""
    root = Path(__file__).resolve().parents[1]
    try:
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=True)
        changed = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return head.stdout.strip() + (" with changes" if changed.stdout.strip() else "")
