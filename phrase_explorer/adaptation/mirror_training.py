"""Mirror-BERT inside the app: a short self-supervised training on the corpus's own terms, on the CPU.

A term's second view is the term itself, through another draw of dropout and perhaps with a masked token, or the text around one
of its mentions with the term taken out: the corpus's own word on what the term means.
A plain loop without a training framework: it must start at once, report progress, and stop when it is asked to.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from phrase_explorer.adaptation.mirror_info_nce import mirror_info_nce
from phrase_explorer.adaptation.span_masking import mask_spans
from phrase_explorer.adaptation.trainable_encoder import (
    LoadedEncoder,
    collate_rows,
    load_for_training,
    mask_token_id,
    pooled_vectors,
)
from phrase_explorer.encoding.token_rows import TokenRows
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress

if TYPE_CHECKING:
    import torch

MIN_TERMS = 100
MAX_TOKENS = 32


@dataclass(frozen=True)
class MirrorOptions:
    """Settings of the training; the defaults are for the terms of a corpus.

    Parameters
    ----------
    max_terms
        The most frequent so many are trained on, so that it takes about a minute on two cores.
    temperature
        Between the paper's 0.04 for phrases and 0.2 for words.
    mask_span
        Tokens masked in the second copy; 0 leaves dropout alone.
    start_share
        Share of the starting weights in the result.
    """

    max_terms: int = 4_000
    batch_size: int = 100
    epochs: int = 1
    learning_rate: float = 2e-5
    temperature: float = 0.04
    mask_span: int = 1
    start_share: float = 0.0
    seed: int = 1


@dataclass(frozen=True)
class MirrorOutcome:
    """The trained weights by name, and what happened."""

    state: dict[str, "torch.Tensor"]
    source: LoadedEncoder
    n_terms: int
    n_steps: int
    masked_share: float
    first_loss: float
    last_loss: float


def train_mirror(
    start: Path,
    terms: Sequence[str],
    options: MirrorOptions,
    progress: Progress | None = None,
    *,
    contexts: Mapping[str, str] | None = None,
) -> MirrorOutcome:
    """Train on `terms`, most frequent first, and give the new weights; the folder is not touched.

    Parameters
    ----------
    contexts
        Text around a mention of a term, without the mention; such a term's second view is its context.

    Raises
    ------
    UserFacingError
        If there are too few terms.
    Cancelled
        If the person asks to stop.
    """
    import torch

    progress = progress if progress is not None else Progress()
    rng = random.Random(options.seed)  # noqa: S311 (sampling, not secrets)
    terms = list(dict.fromkeys(terms))[: options.max_terms]
    if len(terms) < MIN_TERMS:
        raise UserFacingError(
            f"The corpus has {len(terms)} terms to learn from and {MIN_TERMS} are needed; load more text first."
        )
    loaded = load_for_training(start)
    network = loaded.network
    before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    token_rows = TokenRows(loaded.source)
    rows = _cut(token_rows.token_ids(terms))
    seconds = _cut(token_rows.token_ids([(contexts or {}).get(term, term) for term in terms]))
    has_context = [term in (contexts or {}) for term in terms]
    mask_id = mask_token_id(loaded.source)
    weights = [weight for name, weight in network.named_parameters() if not name.startswith("pooler.")]
    optimizer = torch.optim.AdamW(weights, lr=options.learning_rate, weight_decay=0.01, fused=True)
    batches = _batches(seconds, options, rng)
    progress.begin("adapt", len(batches), "steps")
    losses, n_masked = [], 0
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(options.seed)
        network.train()
        for batch in batches:
            first = [rows[row] for row in batch]
            masked, n = mask_spans(first, mask_id, rng, span=options.mask_span)
            second = [seconds[row] if has_context[row] else masked[i] for i, row in enumerate(batch)]
            n_masked += n
            with torch.autocast("cpu", torch.bfloat16):
                vectors = pooled_vectors(network, **collate_rows([*first, *second], 0))  # (2 * n_batch, n_dims)
            loss = mirror_info_nce(*torch.split(vectors, len(first)), temperature=options.temperature)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(weights, 1.0)
            optimizer.step()
            losses.append(loss.item())
            progress.advance()
    state = {
        name: torch.lerp(tensor.detach().float(), before[name].float(), options.start_share)
        if tensor.is_floating_point()
        else tensor
        for name, tensor in network.state_dict().items()
    }
    n_seen = sum(map(len, batches))
    return MirrorOutcome(state, loaded, len(terms), len(batches), n_masked / n_seen, losses[0], losses[-1])


def _batches(rows: Sequence[Sequence[int]], options: MirrorOptions, rng: random.Random) -> list[list[int]]:
    """Give batches of rows of similar length; each row once an epoch, what is left over at the end joins the last batch."""
    batches = []
    for _ in range(options.epochs):
        order = list(range(len(rows)))
        rng.shuffle(order)
        order.sort(key=lambda row: len(rows[row]) // 3)  # a coarse sort leaves batches mixed
        epoch = [order[i : i + options.batch_size] for i in range(0, len(order), options.batch_size)]
        if len(epoch) > 1 and len(epoch[-1]) < options.batch_size // 2:
            last = epoch.pop()
            epoch[-1] = epoch[-1] + last
        rng.shuffle(epoch)
        batches += epoch
    return batches


def _cut(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(row) if len(row) <= MAX_TOKENS else [*row[: MAX_TOKENS - 1], row[-1]] for row in rows]
