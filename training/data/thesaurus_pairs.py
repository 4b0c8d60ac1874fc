"""Pairs from Roget's Thesaurus of 1911: neighbours between two semicolons."""

import random
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from training.data.triplets import Triplet

ROGET = "paraphrase/roget_1911/roget.txt"
PARAGRAPH_BREAK = re.compile(r"\n\s*\n|\n {5}")
HEAD = re.compile(r"^#?\d*\w*\.? ?.*?--")
REMARKS = re.compile(r'\[[^\]]*\]|\([^)]*\)|"[^"]*"')
PART_OF_SPEECH = re.compile(r"^(N|V|Adj|Adv|Phr)\. ?")
ENTRY = re.compile(r"[A-Za-z][A-Za-z' -]{2,40}")
MAX_WORDS = 5


class ThesaurusPairs:
    """Gives each entry with one neighbour of its group."""

    name = "roget"
    resources: tuple[str, ...] = (ROGET,)

    def __init__(self, data_folder: Path, left_out_phrases: Collection[str]) -> None:
        self._path = data_folder / ROGET
        self._left_out = left_out_phrases

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give disjoint pairs within each group."""
        for group in thesaurus_groups(self._path.read_text(encoding="utf-8")):
            entries = [entry for entry in group if entry.lower() not in self._left_out]
            rng.shuffle(entries)
            for left, right in zip(entries[::2], entries[1::2], strict=False):
                if left.lower() != right.lower():
                    yield Triplet(left, right, "", "roget")


def thesaurus_groups(text: str) -> Iterator[list[str]]:
    """Give the entries that stand together between semicolons."""
    for block in PARAGRAPH_BREAK.split(text):
        paragraph = REMARKS.sub("", " ".join(block.split()))
        if paragraph.startswith("#"):
            paragraph = HEAD.sub("", paragraph)
        for group in paragraph.split(";"):
            before_reference = group.split("&c")[0]
            entries = [PART_OF_SPEECH.sub("", entry.strip(" .,:")) for entry in before_reference.split(",")]
            found = [entry for entry in entries if ENTRY.fullmatch(entry) and len(entry.split()) <= MAX_WORDS]
            if len(found) > 1:
                yield found
