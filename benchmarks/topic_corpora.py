"""The corpora of the topic benchmark: documents, the vocabulary and word positions that every model and measure shares."""

import csv
import gzip
import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from benchmarks.measure import require
from phrase_explorer.domain.vocabulary import PHRASE, Vocabulary
from phrase_explorer.extraction import ExtractionOptions, extract_shard, merge_shards
from phrase_explorer.foundation.array_types import Int32Array
from phrase_explorer.topic_modeling.cooccurrence import window_incidence

REFERENCE_WINDOW_WORDS = 110  # of C_v; also for NPMI, so that small corpora have pairs to count
REFERENCE_STEP_WORDS = 10
QUOTE_MARKS = (">", "|", ":")


@dataclass(frozen=True, eq=False)
class TopicCorpus:
    """Documents with the vocabulary found in them, and the windows in which terms are counted together."""

    name: str
    documents: list[str]
    vocabulary: Vocabulary
    windows: sp.csr_matrix

    def tokens(self, *, with_phrases: bool) -> list[list[int]]:
        """Give each document as term rows in reading order; a phrase then stands in place of the words inside it."""
        mentions = self.vocabulary.mentions
        documents: list[list[int]] = [[] for _ in self.documents]
        covered = np.full(len(self.documents), -1, dtype=np.int64)
        for row, document, start, end in mentions[
            np.lexsort((-mentions[:, 3], mentions[:, 2], mentions[:, 1]))
        ].tolist():
            is_phrase = self.vocabulary.kinds[row] == PHRASE
            if is_phrase and with_phrases:
                documents[document].append(row)
                covered[document] = max(covered[document], end)
            elif not is_phrase and (not with_phrases or start >= covered[document]):
                documents[document].append(row)
        return documents


def read_corpus(name: str, data: Path) -> TopicCorpus:
    """Read one corpus by name and find its words and phrases, as the app does."""
    documents = _READERS[name](require(data / "corpora" / name))
    options = ExtractionOptions()
    shard = extract_shard(enumerate(documents), options)
    vocabulary, _ = merge_shards([shard], options, len(documents))
    return TopicCorpus(name, documents, vocabulary, _reference_windows(documents, vocabulary))


def _reference_windows(documents: list[str], vocabulary: Vocabulary) -> sp.csr_matrix:
    mentions = vocabulary.mentions
    positions: Int32Array = np.zeros(len(mentions), dtype=np.int32)
    lengths = np.zeros(len(documents), dtype=np.int64)
    order = np.argsort(mentions[:, 1], kind="stable")
    bounds = np.searchsorted(mentions[order, 1], np.arange(len(documents) + 1))
    for row, text in enumerate(documents):
        starts = np.array([match.start() for match in re.finditer(r"\S+", text)], dtype=np.int64)
        lengths[row] = len(starts)
        own = order[bounds[row] : bounds[row + 1]]
        positions[own] = np.maximum(np.searchsorted(starts, mentions[own, 2], side="right") - 1, 0)
    return window_incidence(
        mentions[:, 0],
        mentions[:, 1],
        positions,
        lengths,
        n_terms=vocabulary.n_terms,
        window=REFERENCE_WINDOW_WORDS,
        step=REFERENCE_STEP_WORDS,
    )


def _travel_forum(folder: Path) -> list[str]:
    csv.field_size_limit(10_000_000)
    with gzip.open(folder / "travel_threads.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        return [html.unescape(row["text"]) for row in csv.DictReader(lines)]


def _newsgroups(folder: Path) -> list[str]:
    posts = (path.read_bytes().decode("latin-1") for path in sorted(folder.rglob("*.txt")))
    return [_without_quotes(post.partition("\n\n")[2] or post) for post in posts]


def _without_quotes(post: str) -> str:
    lines = [line for line in post.splitlines() if not line.lstrip().startswith(QUOTE_MARKS)]
    return "\n".join(line for line in lines if not re.match(r"M[^a-z]{40,}", line))


def _scitldr(folder: Path) -> list[str]:
    with (folder / "scitldr_a_test.jsonl").open(encoding="utf-8") as lines:
        return [" ".join(json.loads(line)["source"]) for line in lines]


def _inaugural(folder: Path) -> list[str]:
    speeches = (path.read_bytes().decode("utf-8", errors="replace") for path in sorted(folder.glob("*.txt")))
    return [part for speech in speeches for part in re.split(r"\n\s*\n", speech) if part.strip()]


_READERS = {
    "travel_forum_csv": _travel_forum,
    "newsgroups_raw": _newsgroups,
    "scitldr_jsonl": _scitldr,
    "inaugural_txt": _inaugural,
}
CORPORA = tuple(_READERS)
