"""Which terms stand together: boolean windows over a corpus, and how often pairs of terms share one.

The reference counts of every coherence measure come from here, so that all models are judged on the same counts
(Röder, Both and Hinneburg 2015, "Exploring the space of topic coherence measures", section 2: boolean sliding windows).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.array_types import Int32Array, Int64Array

Float64Array = npt.NDArray[np.float64]

PASSAGE_CHARACTERS = 700  # about the 110 words of the C_v window


@dataclass(frozen=True, eq=False)
class PairCounts:
    """How many of `n_windows` windows hold each term and each pair of terms.

    Parameters
    ----------
    rows : ndarray of shape (n_counted,), dtype=int32
        The vocabulary rows that were counted, ascending.
    pairs : ndarray of shape (n_counted, n_counted), dtype=float64
        Windows that hold both; the diagonal holds the windows of each term.
    """

    rows: Int32Array
    pairs: Float64Array
    n_windows: int

    def places(self, rows: Int32Array) -> Int64Array:
        """Give where each vocabulary row stands in `pairs`. Raises KeyError for a row that was not counted."""
        places = np.searchsorted(self.rows, rows)
        if len(rows) and (places.max() >= len(self.rows) or not np.array_equal(self.rows[places], rows)):
            raise KeyError("a row was not counted")
        return places.astype(np.int64)


def window_incidence(
    mention_terms: Int32Array,
    mention_documents: Int32Array,
    mention_positions: Int32Array,
    document_lengths: Int64Array,
    *,
    n_terms: int,
    window: int,
    step: int = 1,
) -> sp.csr_matrix:
    """Lay boolean sliding windows over every document and say which terms each one holds.

    Parameters
    ----------
    mention_terms, mention_documents, mention_positions : ndarray of shape (n_mentions,), dtype=int32
        Term row, document row and position of each mention, in the unit of `window` (words or characters).
    document_lengths : ndarray of shape (n_documents,), dtype=int64
        In the same unit. A document no longer than the window is one window; an empty one has none.
    step
        How far a window moves. The last window of a document always ends at its end.

    Returns
    -------
    csr_matrix of shape (n_windows, n_terms), dtype=float32
        1 where the window holds the term.
    """
    slack = np.maximum(document_lengths - window, 0)
    windows_per_document = np.where(document_lengths > 0, 1 + -(-slack // step), 0)
    first_window = np.concatenate([[0], np.cumsum(windows_per_document)])
    positions = mention_positions.astype(np.int64)
    documents = mention_documents.astype(np.int64)
    last = np.minimum(positions // step, windows_per_document[documents] - 1)
    lowest = np.where(positions < window, 0, -(-(positions - window + 1) // step))
    # the last window is pulled back to end with its document, so it may reach a mention that its grid place would not
    reached_by_last = positions >= slack[documents]
    lowest = np.minimum(lowest, windows_per_document[documents] - 1)
    is_whole = windows_per_document[documents] > 0
    last = np.where(reached_by_last, windows_per_document[documents] - 1, last)
    spans = np.where(is_whole, last - lowest + 1, 0)
    mention_of = np.repeat(np.arange(len(spans)), spans)
    offsets = np.arange(int(spans.sum())) - np.repeat(np.cumsum(spans) - spans, spans)
    window_rows = first_window[documents[mention_of]] + lowest[mention_of] + offsets
    incidence = sp.csr_matrix(
        (np.ones(len(window_rows), dtype=np.float32), (window_rows, mention_terms[mention_of])),
        shape=(int(first_window[-1]), n_terms),
    )
    incidence.sum_duplicates()
    incidence.data[:] = 1.0
    return incidence


def passage_incidence(vocabulary: Vocabulary, n_documents: int) -> sp.csr_matrix:
    """Say which terms each passage of the corpus holds; passages are `PASSAGE_CHARACTERS` long and overlap by half.

    A document's length is taken to be the end of its last mention, so that no text need be read.
    """
    mentions = vocabulary.mentions
    lengths = np.zeros(n_documents, dtype=np.int64)
    np.maximum.at(lengths, mentions[:, 1], mentions[:, 3])
    return window_incidence(
        mentions[:, 0],
        mentions[:, 1],
        mentions[:, 2],
        lengths,
        n_terms=vocabulary.n_terms,
        window=PASSAGE_CHARACTERS,
        step=PASSAGE_CHARACTERS // 2,
    )


def count_pairs(incidence: sp.csr_matrix, rows: Int32Array) -> PairCounts:
    """Count the windows that hold each pair of the given vocabulary rows."""
    distinct = np.unique(rows).astype(np.int32)
    chosen = incidence[:, distinct]
    pairs = np.asarray((chosen.T @ chosen).todense(), dtype=np.float64)
    return PairCounts(distinct, pairs, int(incidence.shape[0]))
