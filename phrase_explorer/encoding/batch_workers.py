"""Run batches on all cores: one batch a thread, and one core a batch.

Splitting every matrix product over the cores makes them wait for each other a hundred times a batch, which costs a little on a
quiet machine and most of the speed on a busy one. Whole batches side by side never wait, and a batch gives the same numbers
whatever the number of cores.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Batch = TypeVar("Batch")
Result = TypeVar("Result")

BATCHES_AHEAD = 1  # a worker


def map_on_workers(
    function: Callable[[Batch], Result], batches: Iterable[Batch], n_workers: int
) -> Generator[tuple[Batch, Result], None, None]:
    """Give each batch with the result of `function`, in order; with no worker in the caller's own thread, on all cores.

    An error, or closing the generator, waits for the batches under way and drops the rest: wrap it in `contextlib.closing`.
    """
    if n_workers == 0:
        yield from ((batch, function(batch)) for batch in batches)
        return
    import torch

    n_threads = torch.get_num_threads()
    remaining = iter(batches)
    pool = ThreadPoolExecutor(n_workers, "encode", initializer=torch.set_num_threads, initargs=(1,))
    under_way: deque[tuple[Batch, Future[Result]]] = deque()
    try:
        for batch in islice(remaining, n_workers * (1 + BATCHES_AHEAD)):
            under_way.append((batch, pool.submit(function, batch)))
        while under_way:
            batch, future = under_way.popleft()
            result = future.result()
            for next_batch in islice(remaining, 1):
                under_way.append((next_batch, pool.submit(function, next_batch)))
            yield batch, result
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        torch.set_num_threads(n_threads)  # a worker's setting is also what later threads start with
