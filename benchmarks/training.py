"""Triplets a second of our training step against sentence-transformers with the same triplets, batch, loss and optimizer.

Both sides train the bundled encoder with the published triplet objective (Euclidean, margin 5) on the same batches in turn, so
that a machine that is busy for a while slows both. The peer is the training loop of sentence-transformers that needs no further
package (`old_fit`). Ours is measured in float32, like the peer, and in bfloat16, which is what the recipes use.
"""

import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.measure import compare, parse_arguments, print_measure, require, say
from phrase_explorer.adaptation.trainable_encoder import collate_rows, load_for_training, pooled_vectors
from phrase_explorer.encoding.token_rows import TokenRows
from phrase_explorer.foundation.resource_paths import resource_path
from training.data.wordnet import WORDNET, read_synsets
from training.losses.triplet import PUBLISHED_MARGIN, triplet_loss

BATCH_SIZE, LEARNING_RATE = 64, 2e-5
N_BATCHES, N_BATCHES_QUICK = 24, 2
BATCHES_A_TURN = 2

Triplets = list[tuple[str, str, str]]


def main(argv: Sequence[str] | None = None) -> None:
    arguments = parse_arguments(__doc__.splitlines()[0], argv)
    n_batches = N_BATCHES_QUICK if arguments.quick else N_BATCHES
    synsets, _ = read_synsets(require(arguments.data / WORDNET), ())
    named = [synset for synset in synsets if len(synset.members) > 1 and synset.definition]
    triplets = [(a.members[0], a.members[1], b.members[0]) for a, b in zip(named[::7], named[3::7], strict=False)][
        : n_batches * BATCH_SIZE
    ]
    say(f"{len(triplets):,} triplets in batches of {BATCH_SIZE}")
    sides: dict[str, Callable[[Triplets], None]] = {
        "float32": our_step(bf16=False),
        "bfloat16": our_step(bf16=True),
        "peer": peer_step(),
    }
    for step in sides.values():
        step(triplets[:BATCH_SIZE])  # warm up
    seconds = dict.fromkeys(sides, 0.0)
    for start in range(0, len(triplets), BATCH_SIZE * BATCHES_A_TURN):
        part = triplets[start : start + BATCH_SIZE * BATCHES_A_TURN]
        for name, step in sides.items():
            began_at = time.perf_counter()
            step(part)
            seconds[name] += time.perf_counter() - began_at
    rates = {name: len(triplets) / spent for name, spent in seconds.items()}
    for name in ("float32", "bfloat16"):
        print_measure(
            compare(
                f"training step, {name}",
                "triplets/s",
                ours=rates[name],
                peer=rates["peer"],
                peer_name="sentence-transformers, float32",
            ),
            arguments,
        )


def our_step(*, bf16: bool) -> Callable[[Triplets], None]:
    """Give a function that trains on triplets, a batch after the other, as the recipes do."""
    import torch

    loaded = load_for_training(resource_path("encoder"))
    token_rows = TokenRows(loaded.source)
    weights = list(loaded.network.parameters())
    optimizer = torch.optim.AdamW(weights, lr=LEARNING_RATE, weight_decay=0.01, fused=True)
    loaded.network.train()

    def train(triplets: Triplets) -> None:
        for start in range(0, len(triplets), BATCH_SIZE):
            columns = list(zip(*triplets[start : start + BATCH_SIZE], strict=True))
            texts = [text for column in columns for text in column]
            batch = collate_rows(token_rows.token_ids(texts), 0)
            with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
                vectors = pooled_vectors(loaded.network, **batch)
            loss = triplet_loss(*torch.split(vectors, len(columns[0])), margin=PUBLISHED_MARGIN)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(weights, 1.0)
            optimizer.step()

    return train


def peer_step() -> Callable[[Triplets], None]:
    """Give a function that trains on triplets with sentence-transformers."""
    from sentence_transformers import InputExample, SentenceTransformer, losses
    from torch.utils.data import DataLoader

    model = SentenceTransformer(str(resource_path("encoder")), device="cpu").float()
    loss: Any = losses.TripletLoss(model, triplet_margin=PUBLISHED_MARGIN)  # Any: the library has no types

    def train(triplets: Triplets) -> None:
        examples: Any = [InputExample(texts=list(triplet)) for triplet in triplets]  # Any: a list serves as a dataset
        loader: Any = DataLoader(examples, batch_size=BATCH_SIZE)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.old_fit(
                [(loader, loss)],
                scheduler="constantlr",
                optimizer_params={"lr": LEARNING_RATE},
                show_progress_bar=False,
            )

    return train


if __name__ == "__main__":
    main()
