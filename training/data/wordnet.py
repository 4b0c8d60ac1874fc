"""Open English WordNet as a list of synsets, without those that hold a phrase of the Turney questions."""

import csv
import gzip
import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError

WORDNET = "paraphrase/open_english_wordnet/synsets.tsv.gz"
LEADING_WORDS = re.compile(r"^(a|an|the|any of several|any of various|the act of|of or relating to) ")
BRACKETS = re.compile(r"\([^)]*\)")


@dataclass(frozen=True)
class Synset:
    """A set of words and phrases that mean the same, with what says so."""

    key: str
    part_of_speech: str
    kind: str
    members: tuple[str, ...]
    definition: str
    hypernyms: tuple[str, ...]

    @property
    def phrases(self) -> tuple[str, ...]:
        """The members of several words."""
        return tuple(member for member in self.members if " " in member)

    @property
    def words(self) -> tuple[str, ...]:
        """The members of one word."""
        return tuple(member for member in self.members if " " not in member)


def read_synsets(path: Path, left_out_phrases: Collection[str]) -> tuple[list[Synset], int]:
    """Read the synsets; give those that may be trained on, and how many were left out for holding a named phrase."""
    if not path.is_file():
        raise UserFacingError(f"There is no WordNet file '{path}'; pass the folder that holds paraphrase/ with --data.")
    kept, n_left_out = [], 0
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            members = tuple(name for part in row["members"].split(";") if (name := part.strip().replace("_", " ")))
            if any(member.lower() in left_out_phrases for member in members):
                n_left_out += 1
                continue
            hypernyms = tuple(key for key in row["hypernyms"].split(";") if key)
            kept.append(
                Synset(
                    row["synset"], row["pos"], row["lexfile"], members, short_definition(row["definition"]), hypernyms
                )
            )
    return kept, n_left_out


def short_definition(definition: str) -> str:
    """Give the first clause of a definition without brackets and without the words that open most definitions."""
    first = BRACKETS.sub("", definition).split(";")[0].strip(" .:,")
    return LEADING_WORDS.sub("", first)
