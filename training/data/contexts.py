"""Phrases in context: a phrase, a sentence that held it with the phrase masked out, and a sentence that held another one.

Stands where Phrase-BERT used Books3. The window around the phrase and what stands in its place are parameters.
"""

import random
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from training.data.triplets import Triplet, clean_field

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class ContextOptions:
    """How contexts are cut.

    Parameters
    ----------
    window_words
        Words kept on either side of the phrase.
    mask
        What stands in the phrase's place; empty takes it out without a trace.
    max_a_phrase
        Contexts taken for each phrase.
    """

    window_words: int = 12
    mask: str = "[MASK]"
    max_a_phrase: int = 2


class ContextPairs:
    """Gives (phrase, context, context of another phrase)."""

    name = "contexts"

    def __init__(
        self,
        texts: Sequence[str],
        phrases: Collection[str],
        resources: Sequence[str],
        options: ContextOptions = ContextOptions(),
    ) -> None:
        self.resources = tuple(resources)
        self._texts = texts
        self._phrases = frozenset(phrase for phrase in phrases if " " in phrase)
        self._options = options

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give a triplet for each context, its negative drawn from the contexts of other phrases."""
        found = list(self._contexts())
        for phrase, context in found:
            other, negative = rng.choice(found)
            if other != phrase:
                yield Triplet(phrase, context, negative, "context", f"context {phrase}")

    def _contexts(self) -> Iterator[tuple[str, str]]:
        n_taken: dict[str, int] = {}
        for text in self._texts:
            for sentence in SENTENCE_END.split(text):
                words = clean_field(sentence).split()
                for start in range(len(words) - 1):
                    phrase = self._phrase_at(words, start)
                    if phrase and n_taken.get(phrase, 0) < self._options.max_a_phrase:
                        context = self._context(words, start, start + len(phrase.split()))
                        if context:
                            n_taken[phrase] = n_taken.get(phrase, 0) + 1
                            yield phrase, context

    def _phrase_at(self, words: list[str], start: int) -> str:
        for n_words in (3, 2):
            candidate = " ".join(words[start : start + n_words]).strip(".,;:!?\"'()").lower()
            if candidate in self._phrases:
                return candidate
        return ""

    def _context(self, words: list[str], start: int, end: int) -> str:
        left = words[max(0, start - self._options.window_words) : start]
        right = words[end : end + self._options.window_words]
        mask = [self._options.mask] if self._options.mask else []
        return " ".join([*left, *mask, *right]) if left or right else ""
