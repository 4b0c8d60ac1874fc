"""Pairs of words from PPDB 1.0 (never from an evaluation set), and of names from the Disease and Cell ontologies."""

import csv
import gzip
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from training.data.held_out_concepts import is_held_out
from training.data.triplets import Triplet

PPDB = "paraphrase/ppdb_lexical_mwa/ppdb_lexical_pairs.tsv.gz"
ONTOLOGIES = {
    "paraphrase/disease_ontology/doid_synonyms.tsv": "disease",
    "paraphrase/cell_ontology/cl_synonyms.tsv": "cell",
}
PLAIN_WORD = re.compile(r"[a-z][a-z'-]{2,}")
STEM_LENGTH = 5
MAX_SYNONYMS = 2


class PpdbWordPairs:
    """Gives lower-case word pairs that are not two forms of one stem."""

    name = "ppdb"
    resources: tuple[str, ...] = (PPDB,)

    def __init__(self, data_folder: Path) -> None:
        self._path = data_folder / PPDB

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give the pairs in a shuffled order."""
        with gzip.open(self._path, "rt", encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            pairs = [(row["word1"], row["word2"]) for row in rows if differ(row["word1"], row["word2"])]
        rng.shuffle(pairs)
        for left, right in pairs:
            yield Triplet(left, right, "", "ppdb words")


class OntologyPairs:
    """Gives names and exact synonyms of the concepts that are not held out for the entity-linking evaluation."""

    name = "ontologies"
    resources: tuple[str, ...] = tuple(ONTOLOGIES)

    def __init__(self, data_folder: Path) -> None:
        self._data_folder = data_folder

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give up to two pairs a concept."""
        for file, kind in ONTOLOGIES.items():
            synonyms: dict[tuple[str, str], set[str]] = defaultdict(set)
            with (self._data_folder / file).open(encoding="utf-8", newline="") as stream:
                for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
                    if row["scope"] == "EXACT" and not is_held_out(row["id"]):
                        synonyms[row["id"], row["name"]].add(row["synonym"])
            for (concept, name), names in synonyms.items():
                chosen = sorted(names)
                rng.shuffle(chosen)
                for synonym in chosen[:MAX_SYNONYMS]:
                    yield Triplet(name, synonym, "", f"ontology {kind}", concept, kind)


def differ(left: str, right: str) -> bool:
    """Tell whether two plain words are more than two forms of one stem."""
    if not (PLAIN_WORD.fullmatch(left) and PLAIN_WORD.fullmatch(right)):
        return False
    same_stem = left[:STEM_LENGTH] == right[:STEM_LENGTH] and abs(len(left) - len(right)) <= 3
    return not same_stem and left not in right and right not in left
