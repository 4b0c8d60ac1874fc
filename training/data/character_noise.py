"""Pairs of a text and the same with a slip of the pen, so that small errors do not move a phrase (as in PEARL)."""

import random
from collections.abc import Iterator, Sequence

from training.data.triplets import Triplet

MIN_LENGTH = 6


class CharacterNoisePairs:
    """Gives each text with one or two characters swapped, dropped, doubled or replaced, or its words in another order."""

    name = "noise"

    def __init__(self, texts: Sequence[str], resources: Sequence[str]) -> None:
        self.resources = tuple(resources)
        self._texts = [text for text in texts if len(text) >= MIN_LENGTH]

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give one pair a text."""
        for text in self._texts:
            noisy = add_noise(text, rng)
            if noisy != text:
                yield Triplet(text, noisy, "", "noise", f"noise {text}")


def add_noise(text: str, rng: random.Random) -> str:
    """Give the text with a small error."""
    words = text.split()
    if len(words) == 2 and text[0].isupper() and rng.random() < 0.5:
        return f"{words[1]}, {words[0]}"  # a name as in an index
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(1, len(text) - 1)
        before, here, after, rest = text[:at], text[at], text[at + 1], text[at + 2 :]
        kind = rng.randrange(4)
        text = (
            before + after + here + rest,
            before + after + rest,
            before + here + here + after + rest,
            before + rng.choice("abcdefghijklmnopqrstuvwxyz") + after + rest,
        )[kind]
    return text
