"""Texts without labels: what a teacher's vectors are computed for, and what Mirror-BERT trains on.

Frequent words, word pairs and triples that occur several times, capitalised names, all counted in the open training text; and
phrases and short definitions of WordNet. Counting words needs no parser, so that this takes a minute for 40 MB of text. Phrases
of the Turney questions are left out, although a text alone is no pair.
"""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training.data.wordnet import WORDNET, Synset

TEXT_FILES = (
    "train/books/standardebooks.jsonl.gz",
    "train/speeches/state_union.jsonl",
    "train/reviews/product_reviews.jsonl",
    "train/reviews/pros_cons.jsonl.gz",
    "train/reviews/movie_reviews.jsonl.gz",
    "train/encyclopedic/wikipedia_2014_sample.jsonl.gz",
    "train/speeches/un_debates_1970_1994.jsonl.gz",
)
RESOURCES = (*TEXT_FILES, WORDNET)
MAX_CHARACTERS_A_FILE = 6_000_000
FUNCTION_WORDS = frozenset(
    """
    a an the and or but if of to in on at by for with from as is are was were be been being has have had do does did not no
    nor so than that this these those it its he she they them his her their we our you your i me my him us who whom which
    what when where why how all any each few more most other some such only own same too very can will just should now
    would could may might must shall also into over under after before between about against during through above below up
    down out off again further then once here there both own s t re ve ll d m one two upon am yet ever every much many said
    """.split()  # noqa: SIM905 (reads better than a list)
)
CLAUSE_BREAK = re.compile(r'[.!?;:,()"\n\u2014]+')
NAME = re.compile(r"(?<=[a-z] )(?:[A-Z][A-Za-z'.-]+)(?: (?:of |the |and )?[A-Z][A-Za-z'-]+){0,3}")
WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
N_FREQUENT_WORDS, N_WORDS, N_PAIRS, N_TRIPLES = 60_000, 16_000, 16_000, 2_500
N_NAMES, N_PHRASES, N_DEFINITIONS = 7_000, 16_000, 8_000
MIN_PAIR_COUNT, MIN_TRIPLE_COUNT, MIN_NAME_COUNT = 4, 3, 2
MAX_DEFINITION_WORDS = 8


@dataclass
class TextCounts:
    """How often words, neighbouring content words and capitalised names occur."""

    words: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    triples: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)

    def add_text(self, text: str) -> None:
        """Count one text."""
        for clause in CLAUSE_BREAK.split(text):
            self.names.update(NAME.findall(clause))
            words = WORD.findall(clause)
            lower = [word.lower() for word in words]
            self.words.update(lower)
            for i in range(len(words) - 1):
                if not self._is_content(words[i], lower[i]) or not self._is_content(words[i + 1], lower[i + 1]):
                    continue
                self.pairs[lower[i], lower[i + 1]] += 1
                if i + 2 < len(words) and lower[i + 2] not in FUNCTION_WORDS:
                    self.triples[lower[i], lower[i + 1], lower[i + 2]] += 1

    @staticmethod
    def _is_content(word: str, lower: str) -> bool:
        return lower not in FUNCTION_WORDS and word.islower()


def collect_teacher_phrases(
    data_folder: Path,
    synsets: Sequence[Synset],
    left_out_phrases: Collection[str],
    *,
    seed: int,
    text_files: Sequence[str] = TEXT_FILES,
) -> list[str]:
    """Give distinct words, phrases, names and definitions in a shuffled order, so that a prefix is a fair sample."""
    rng = random.Random(seed)  # noqa: S311 (sampling, not secrets)
    counts = TextCounts()
    for file in text_files:
        for text in _sampled_texts(data_folder / file, rng):
            counts.add_text(text)
    dictionary = {word.lower() for synset in synsets for word in synset.words}
    words = [word for word, _ in counts.words.most_common(N_FREQUENT_WORDS) if word in dictionary]
    words = [word for word in words if word not in FUNCTION_WORDS][:N_WORDS]
    pairs = _known(counts.pairs, dictionary, MIN_PAIR_COUNT)
    triples = _known(counts.triples, dictionary, MIN_TRIPLE_COUNT)
    names = [name for name, count in counts.names.items() if count >= MIN_NAME_COUNT]
    phrases = [phrase for synset in synsets for phrase in synset.phrases]
    definitions = [
        synset.definition for synset in synsets if 2 <= len(synset.definition.split()) <= MAX_DEFINITION_WORDS
    ]
    for texts in (pairs, phrases, definitions, names, triples):
        rng.shuffle(texts)
    chosen = [
        *words, *pairs[:N_PAIRS], *triples[:N_TRIPLES], *names[:N_NAMES], *phrases[:N_PHRASES], *definitions[:N_DEFINITIONS],
    ]  # fmt: skip
    distinct = [text for text in dict.fromkeys(chosen) if text.lower() not in left_out_phrases]
    rng.shuffle(distinct)
    return distinct


def _known(
    counts: Mapping[Any, int], dictionary: Collection[str], min_count: int
) -> list[str]:  # Any: pairs or triples
    frequent = (words for words, count in counts.items() if count >= min_count)
    return [" ".join(words) for words in frequent if all(word in dictionary for word in words)]


def _sampled_texts(path: Path, rng: random.Random) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line in file]
    rng.shuffle(texts)
    n_characters = 0
    for text in texts:
        n_characters += len(text)
        if n_characters > MAX_CHARACTERS_A_FILE:
            return
        yield text
