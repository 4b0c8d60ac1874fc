"""Do two texts share a word? Used to see what the encoder finds beyond words in common."""

import re

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_FUNCTION_WORDS = """
a an and are as at be by for from had has have he her his i in is it its my of on or our she so that the their them they this
to was we were which who will with you your not no but
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())


def content_words(text: str) -> frozenset[str]:
    """Give the folded words of a text without function words, plural endings taken off."""
    words = (word.casefold().replace("’", "'").removesuffix("'s") for word in WORD.findall(text))
    return frozenset(_singular(word) for word in words if word not in FUNCTION_WORDS)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
