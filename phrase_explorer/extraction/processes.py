"""How many processes help: each needs seconds to start and half a gigabyte of memory."""

import os

MIN_CHARACTERS_PER_PROCESS = 300_000
"""About six seconds of work, against less than two to start a process and load the pipeline."""

BYTES_PER_PROCESS = 600_000_000


def count_processes(n_characters: int) -> int:
    """Give the number of processes to extract a corpus of `n_characters` with: 1 for a small one, at most one a core."""
    import psutil

    by_cores = os.cpu_count() or 1
    by_size = n_characters // MIN_CHARACTERS_PER_PROCESS
    by_memory = psutil.virtual_memory().available // BYTES_PER_PROCESS
    return max(1, min(by_cores, by_size, int(by_memory)))
