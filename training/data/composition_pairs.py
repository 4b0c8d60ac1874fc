"""Pairs that change a phrase's words and keep its meaning, with negatives that keep its words and change its meaning.

A noun compound becomes an of-phrase ("law school", "school of law"); a word with one sense is replaced by a synonym ("car park",
"automobile park"). The hard negative shares the head or the modifier with the anchor ("art school").
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from training.data.triplets import Triplet
from training.data.wordnet import WORDNET, Synset

OF_PHRASE_SHARE = 0.5


class CompositionPairs:
    """Gives pairs for two-word phrases."""

    name = "composition"

    def __init__(self, phrases: Sequence[str], synsets: Sequence[Synset], resources: Sequence[str]) -> None:
        self.resources = (*resources, WORDNET)
        two_words = (tuple(phrase.split()) for phrase in phrases)
        self._phrases = [(words[0], words[1]) for words in two_words if len(words) == 2]
        self._nouns = frozenset(word for synset in synsets if synset.part_of_speech == "n" for word in synset.words)
        self._adjectives = frozenset(
            word for synset in synsets if synset.part_of_speech in ("a", "s") for word in synset.words
        )
        self._synonyms = unambiguous_synonyms(synsets)
        self._by_word: dict[str, list[str]] = defaultdict(list)
        for modifier, head in self._phrases:
            self._by_word[modifier].append(f"{modifier} {head}")
            self._by_word[head].append(f"{modifier} {head}")

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give up to three pairs a phrase."""
        for modifier, head in self._phrases:
            anchor = f"{modifier} {head}"
            positives = [f"{synonym} {head}" for synonym in self._synonyms.get(modifier, ())[:1]]
            positives += [f"{modifier} {synonym}" for synonym in self._synonyms.get(head, ())[:1]]
            is_compound = modifier in self._nouns and head in self._nouns and modifier not in self._adjectives
            if is_compound and rng.random() < OF_PHRASE_SHARE:
                positives.append(f"{head} of {modifier}")
            for positive in positives:
                yield Triplet(
                    anchor, positive, self._negative(modifier, head, rng), "composition", f"composed {anchor}"
                )

    def _negative(self, modifier: str, head: str, rng: random.Random) -> str:
        anchor = f"{modifier} {head}"
        sharing = [phrase for word in (head, modifier) for phrase in self._by_word[word] if phrase != anchor]
        return rng.choice(sharing) if sharing else ""


def unambiguous_synonyms(synsets: Sequence[Synset]) -> dict[str, tuple[str, ...]]:
    """Give the one-word synonyms of each lower-case word that is in one synset only, if they too are in one only."""
    n_synsets: dict[str, int] = defaultdict(int)
    for synset in synsets:
        for word in synset.words:
            n_synsets[word] += 1
    synonyms = {}
    for synset in synsets:
        clear = [word for word in synset.words if n_synsets[word] == 1 and word.islower() and word.isalpha()]
        for word in clear:
            others = tuple(other for other in clear if other != word)
            if others:
                synonyms[word] = others
    return synonyms
