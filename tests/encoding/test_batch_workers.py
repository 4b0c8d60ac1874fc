import threading

import pytest

from phrase_explorer.encoding.batch_workers import map_on_workers


@pytest.mark.parametrize("n_workers", [0, 1, 3])
def test_results_come_in_the_order_of_the_batches(n_workers):
    results = list(map_on_workers(lambda batch: batch * batch, range(20), n_workers))

    assert results == [(n, n * n) for n in range(20)]


@pytest.mark.parametrize("n_workers", [0, 1, 3])
def test_an_error_in_a_batch_reaches_the_caller(n_workers):
    def fail_at_five(batch):
        if batch == 5:
            raise ValueError("five")

    with pytest.raises(ValueError, match="five"):
        list(map_on_workers(fail_at_five, range(20), n_workers))


def test_an_abandoned_iteration_leaves_no_threads_and_drops_what_was_not_begun():
    begun = []
    results = map_on_workers(begun.append, range(1_000), 2)

    next(results)
    results.close()

    assert len(begun) < 20
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("encode")]


def test_torch_keeps_its_number_of_threads():
    torch = pytest.importorskip("torch")
    n_threads = torch.get_num_threads()

    list(map_on_workers(lambda batch: batch, range(4), 2))

    assert torch.get_num_threads() == n_threads
