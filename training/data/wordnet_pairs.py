"""Pairs from WordNet: a word or phrase and its definition, two members of one synset.

A hard negative is a member of a sister synset: it shares the hypernym, so it is close and yet another thing.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from training.data.triplets import Triplet
from training.data.wordnet import WORDNET, Synset

MAX_DEFINITION_WORDS = 11
MAX_PHRASES, MAX_WORDS = 3, 2
LOWER_CASE_SHARE = 0.5


class WordNetPairs:
    """Gives ``gloss-phrase``, ``gloss-word``, ``phrase-word``, ``phrase-phrase`` and ``word-word`` pairs."""

    name = "wordnet"
    resources: tuple[str, ...] = (WORDNET,)

    def __init__(self, synsets: Sequence[Synset]) -> None:
        self._synsets = synsets
        self._by_key = {synset.key: synset for synset in synsets}
        self._sisters: dict[str, list[str]] = defaultdict(list)
        for synset in synsets:
            for hypernym in synset.hypernyms:
                self._sisters[hypernym].append(synset.key)

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give the pairs of every synset."""
        for synset in self._synsets:
            phrases = rng.sample(synset.phrases, len(synset.phrases))
            words = rng.sample(synset.words, len(synset.words))
            definition = " ".join(synset.definition.split()[:MAX_DEFINITION_WORDS])
            pairs: list[tuple[str, str, str]] = []
            if definition:
                pairs += [(name, definition, "gloss-phrase") for name in phrases[:1]]
                pairs += [(name, definition, "gloss-word") for name in words[:1]]
            pairs += [(phrase, word, "phrase-word") for phrase in phrases[:MAX_PHRASES] for word in words[:MAX_WORDS]]
            pairs += [(left, right, "phrase-phrase") for left, right in zip(phrases[::2], phrases[1::2], strict=False)]
            pairs += [(left, right, "word-word") for left, right in zip(words[::2], words[1::2], strict=False)]
            for left, right, source in pairs:
                yield Triplet(
                    _sometimes_lower(left, rng), _sometimes_lower(right, rng), self._sister(synset, rng),
                    f"wordnet {source}", synset.key, synset.kind,
                )  # fmt: skip

    def _sister(self, synset: Synset, rng: random.Random) -> str:
        keys = [key for hypernym in synset.hypernyms for key in self._sisters[hypernym] if key != synset.key]
        if not keys:
            return ""
        sister = self._by_key[rng.choice(keys)]
        names = [name for name in sister.members if name not in synset.members]
        return rng.choice(names) if names else ""


def _sometimes_lower(text: str, rng: random.Random) -> str:
    return text.lower() if rng.random() < LOWER_CASE_SHARE else text
