"""Text to unit vectors with a local transformer encoder.

A phrase is read alone, as if it were a sentence, and its token vectors are pooled (Wang et al. 2021, Phrase-BERT). Texts that
occur twice are encoded once; the rest are sorted by their length in tokens and go through the network in batches of about the
same number of tokens, so that neither the order nor the company of a text changes its vector beyond rounding.
"""

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from phrase_explorer.encoding.batch_workers import map_on_workers
from phrase_explorer.encoding.distinct_texts import distinct_texts
from phrase_explorer.encoding.encoder_folder import EncoderFolder, encoder_fingerprint, read_encoder_folder
from phrase_explorer.encoding.precision import Precision, choose_precision
from phrase_explorer.encoding.sentence_forward import SentenceForward
from phrase_explorer.encoding.token_rows import TokenRows
from phrase_explorer.foundation.array_types import AnyArray, FloatArray, Int64Array
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress

logger = logging.getLogger(__name__)

CPU_BATCH_TOKENS = 1_024  # larger ones leave the cache, smaller ones leave the processor waiting
GPU_BATCH_TOKENS = 65_536
TOKENISED_AT_ONCE = 8_192
MOST_TOKENS_PER_BYTE = 6  # a ligature of three bytes can be taken apart into eighteen letters
SHORTEST_USABLE_NORM = 1e-6
LONGEST_TERM_NAMED = 80


class UnusableVectorError(UserFacingError):
    """A term whose vector is not a number or has no direction."""

    def __init__(self, term: str) -> None:
        shown = term if len(term) <= LONGEST_TERM_NAMED else term[:LONGEST_TERM_NAMED] + "..."
        super().__init__(
            f"The encoder gives no usable vector for the term '{shown}'; "
            "leave it out with a stop phrase, or choose another encoder."
        )


class Encoder:
    """A loaded encoder. Build it with `load`."""

    def __init__(
        self,
        source: EncoderFolder,
        token_rows: TokenRows,
        forward: SentenceForward,
        precision: Precision,
        fingerprint: str,
    ) -> None:
        self._token_rows = token_rows
        self._forward = forward
        self._precision = precision
        self.name = source.name
        self.fingerprint = fingerprint
        self.max_tokens = source.max_tokens
        self.n_dims = forward.n_dims

    @classmethod
    def load(cls, folder: Path | None = None, *, device: str | None = None, dtype: str | None = None) -> "Encoder":
        """Load an encoder folder; None is the bundled encoder.

        Parameters
        ----------
        device, dtype
            Such as "cpu" and "float32". None takes what is fastest here.

        Raises
        ------
        UserFacingError
            If the folder cannot be used.
        """
        source = read_encoder_folder(folder)
        precision = choose_precision(device, dtype)
        encoder = cls(
            source, TokenRows(source), _load_forward(source, precision), precision, encoder_fingerprint(source.folder)
        )
        logger.info("encoder loaded: %s on %s", precision.dtype, precision.device)
        return encoder

    def encode(
        self,
        texts: Sequence[str],
        *,
        progress: Progress | None = None,
        batch_tokens: int | None = None,
        unit_length: bool = True,
    ) -> FloatArray:
        """Give one unit vector a text.

        Parameters
        ----------
        progress
            Advanced by the number of texts in each batch; the caller begins the stage.
        batch_tokens
            About how many tokens go through the network at once; None chooses by device.
        unit_length
            False leaves the pooled vectors as long as they are, for measures that use the dot product.

        Returns
        -------
        ndarray of shape (n_texts, n_dims), dtype=float32

        Raises
        ------
        UnusableVectorError
            If a vector is not a number or has no direction.
        """
        distinct, rows = distinct_texts(texts)
        copies = np.bincount(rows, minlength=len(distinct))
        vectors = np.empty((len(distinct), self.n_dims), dtype=np.float32)
        token_rows = self._tokenise(distinct, progress)
        if batch_tokens is None:
            batch_tokens = CPU_BATCH_TOKENS if self._precision.device.type == "cpu" else GPU_BATCH_TOKENS
        batches = list(_batches([len(row) for row in token_rows], batch_tokens))

        def pooled(batch: Int64Array) -> AnyArray:
            return self._forward.pooled([token_rows[i] for i in batch]).numpy()

        n_workers = min(count_workers(self._precision), len(batches))
        with closing(map_on_workers(pooled, batches, n_workers)) as results:
            for batch, sums in results:
                unit = _unit_length(sums, distinct, batch)
                vectors[batch] = unit if unit_length else sums
                if progress is not None:
                    progress.advance(int(copies[batch].sum()))
        return vectors if len(distinct) == len(texts) else vectors[rows]

    def count_over_long(self, texts: Sequence[str]) -> int:
        """Count the texts that have more than `max_tokens` tokens and are cut there."""
        suspects = [
            text for text in texts if len(text.encode(errors="replace")) * MOST_TOKENS_PER_BYTE > self.max_tokens
        ]
        starts = range(0, len(suspects), TOKENISED_AT_ONCE)
        return sum(self._token_rows.count_over_long(suspects[i : i + TOKENISED_AT_ONCE]) for i in starts)

    def _tokenise(self, texts: Sequence[str], progress: Progress | None) -> list[list[int]]:
        token_rows: list[list[int]] = []
        for start in range(0, len(texts), TOKENISED_AT_ONCE):
            token_rows += self._token_rows.token_ids(texts[start : start + TOKENISED_AT_ONCE])
            if progress is not None:
                progress.check_cancelled()
        return token_rows


def _load_forward(source: EncoderFolder, precision: Precision) -> SentenceForward:
    from phrase_explorer.encoding.bert_forward import BertForward, can_run
    from phrase_explorer.encoding.transformers_forward import TransformersForward

    config = json.loads((source.transformer_folder / "config.json").read_text(encoding="utf-8"))
    if can_run(source, config):
        return BertForward.load(source, config, precision)
    return TransformersForward.load(source, precision)


def count_workers(precision: Precision) -> int:
    """Give how many threads are to run batches side by side: one a core, as many as torch would use; none for a GPU."""
    import torch

    return torch.get_num_threads() if precision.device.type == "cpu" else 0


def _batches(lengths: Sequence[int], batch_tokens: int) -> Iterator[Int64Array]:
    """Give rows sorted by length, cut where the tokens of a batch reach `batch_tokens`."""
    order = np.argsort(np.asarray(lengths, dtype=np.int64), kind="stable")
    start = n_tokens = 0
    for i, row in enumerate(order):
        n_tokens += lengths[row]
        if n_tokens >= batch_tokens:
            yield order[start : i + 1]
            start, n_tokens = i + 1, 0
    if start < len(order):
        yield order[start:]


def _unit_length(pooled: AnyArray, texts: Sequence[str], batch: Int64Array) -> FloatArray:
    norms = np.linalg.norm(pooled, axis=1, keepdims=True)
    bad = ~(np.isfinite(norms[:, 0]) & (norms[:, 0] > SHORTEST_USABLE_NORM))
    if bad.any():
        raise UnusableVectorError(texts[batch[int(np.argmax(bad))]])
    unit: FloatArray = pooled / norms
    return unit
