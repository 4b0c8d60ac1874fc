"""Keep every pair of every evaluation set out of the training data, in either order.

This is the only part of `build-data` that opens ``eval/``, and it does so to remove. Turney's questions were made from WordNet
synonyms, so every synset that holds a Turney phrase is left out whole (`turney_phrases`). Pairs are compared lower-cased, with
white space joined.
"""

import csv
import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from training.data.triplets import Triplet, clean_field

PAIR_COLUMNS: dict[str, tuple[tuple[str, str], ...]] = {
    "turney_2012/turney.tsv": tuple(
        ("bigram", other)
        for other in (
            "answer",
            "component1",
            "component2",
            "distractor1",
            "distractor2",
            "distractor3",
            "distractor4",
        )
    ),
    "bird/bird.tsv": (("term1", "term2"),),
    "bird/bird_abba.tsv": (("term1", "term2"),),
    "ppdb_exact/ppdb.tsv": (("phrase1", "phrase2"),),
    "ppdb_filtered/ppdb_filtered.tsv": (("phrase1", "phrase2"),),
    "paws_short/paws_short.tsv": (("phrase1", "phrase2"),),
    "an_semsim/an_pairs.tsv": (("phrase1", "phrase2"),),
    "card660/card660.tsv": (("term1", "term2"),),
    "us_patent_phrases/patent_phrases_dev.tsv": (("anchor", "target"),),
    "semeval2014_t3_clss/phrase2word_train.tsv": (("text1", "text2"),),
    "semeval2014_t3_clss/sentence2phrase_train.tsv": (("text1", "text2"),),
    "sts_benchmark/sts_dev.tsv": (("sentence1", "sentence2"),),
    "sts_benchmark/sts_test.tsv": (("sentence1", "sentence2"),),
    "sick/sick.tsv": (("sentence_A", "sentence_B"),),
    "pic_phrase_similarity/ps_hard_train.tsv": (("phrase1", "phrase2"), ("sentence1", "sentence2")),
    "pic_phrase_similarity/ps_hard_dev.tsv": (("phrase1", "phrase2"), ("sentence1", "sentence2")),
    "nc_nctti_2021/nctti_en.tsv": (("compound", "Synonyms"),),
    "mrpc/mrpc_test.tsv": (("sentence1", "sentence2"),),
    "semeval2022_t2_idiomaticity/subtaskB_dev_en.tsv": (("sentence1", "sentence2"),),
    "bless/bless.tsv": (("word1", "word2"),),
    "evalution/relations.tsv": (("word1", "word2"),),
}
WORD_PAIR_FOLDERS = ("word_similarity", "multi_simlex")
COMPOUND_PARAPHRASES = "nc_semeval2013_t4/paraphrases.tsv"
FUZZY_JOIN_TABLES, FUZZY_JOIN_MATCHES = "autofj/tables.tsv.gz", "autofj/matches.tsv"
TURNEY = "turney_2012/turney.tsv"
LIST_SEPARATOR = ";"


class EvaluationPairs:
    """The pairs of all evaluation sets that are there, and the count of what was removed because of each."""

    def __init__(self, sets_by_pair: dict[frozenset[str], str], turney_phrases: frozenset[str]) -> None:
        self._sets_by_pair = sets_by_pair
        self.turney_phrases = turney_phrases
        self.removed: Counter[str] = Counter()

    @classmethod
    def read(cls, eval_folder: Path) -> "EvaluationPairs":
        """Read the pairs of every set in ``eval/``; a set that is absent holds none."""
        sets_by_pair: dict[frozenset[str], str] = {}
        for name, left, right in _all_pairs(eval_folder):
            sets_by_pair.setdefault(_key(left, right), name)
        phrases = frozenset(canonical_text(row["bigram"]) for row in _rows(eval_folder / TURNEY))
        return cls(sets_by_pair, phrases)

    def __len__(self) -> int:
        return len(self._sets_by_pair)

    def allows(self, triplet: Triplet) -> bool:
        """Tell whether a triplet may be trained on; one that may not is counted under the set that it is from."""
        for left, right in ((triplet.anchor, triplet.positive), (triplet.anchor, triplet.negative)):
            name = self._sets_by_pair.get(_key(left, right)) if right else None
            if name is not None:
                self.removed[name] += 1
                return False
        return True


def canonical_text(text: str) -> str:
    """Give the form in which texts are compared."""
    return clean_field(text).lower()


def _key(left: str, right: str) -> frozenset[str]:
    return frozenset((canonical_text(left), canonical_text(right)))


def _all_pairs(eval_folder: Path) -> Iterator[tuple[str, str, str]]:
    columns_by_file = dict(PAIR_COLUMNS)
    for folder in WORD_PAIR_FOLDERS:
        for path in sorted((eval_folder / folder).glob("*.tsv")):
            columns_by_file[f"{folder}/{path.name}"] = (("word1", "word2"),)
    for file, pairs in columns_by_file.items():
        for row in _rows(eval_folder / file):
            for left, right in pairs:
                for other in (row.get(right) or "").split(LIST_SEPARATOR) if right == "Synonyms" else [row.get(right)]:
                    if row.get(left) and other:
                        yield file, row[left], other
    for row in _rows(eval_folder / COMPOUND_PARAPHRASES):
        yield COMPOUND_PARAPHRASES, f"{row['w1']} {row['w2']}", row["paraphrase"]
    yield from _fuzzy_join_pairs(eval_folder)


def _fuzzy_join_pairs(eval_folder: Path) -> Iterator[tuple[str, str, str]]:
    titles = {(row["dataset"], row["side"], row["id"]): row["title"] for row in _rows(eval_folder / FUZZY_JOIN_TABLES)}
    for row in _rows(eval_folder / FUZZY_JOIN_MATCHES):
        left = titles.get((row["dataset"], "left", row["id_left"]))
        right = titles.get((row["dataset"], "right", row["id_right"]))
        if left and right:
            yield FUZZY_JOIN_MATCHES, left, right


def _rows(path: Path) -> Iterator[dict[str, str]]:
    if not path.is_file():
        return
    with (
        gzip.open(path, "rt", encoding="utf-8", newline="")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8", newline="") as file
    ):
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
