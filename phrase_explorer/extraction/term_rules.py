"""The rules that drop a term for what it is, whatever its frequency. Each looks at the canonical form alone."""

import re
from typing import Literal

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.stop_lists import function_words

DropRule = Literal[
    "over_long",
    "symbols",
    "numbers",
    "single_letters",
    "stop_words",
    "addresses",
    "fragments",
    "stop_phrases",
    "loose",
    "parts",
    "rare",
]

TERM_RULES: tuple[DropRule, ...] = (
    "symbols",
    "numbers",
    "single_letters",
    "addresses",
    "stop_words",
    "over_long",
    "fragments",
)
"""Rules that `extract_shard` applies, in this order; the number of a rule in a shard is its place here."""

_ADDRESS = re.compile(
    r"""[@/\\_|<>=^~{}\[\]]             # signs of paths, mail addresses, code and tables
    | [^\W\d_]{2,}\.[^\W\d_]{2,}        # names of hosts and groups, and sentences run together
    | \bwww\. | https?:
    | \w[\w-]*\.(?:com|org|net|edu|gov|mil|info|html?|php|txt|zip|exe|gif|jpe?g|png|pdf|[a-z]{2}\.uk)\b
    """,
    re.VERBOSE,
)


class TermRules:
    """Says of a canonical form which rule drops it."""

    def __init__(self, options: ExtractionOptions) -> None:
        self._options = options
        self._function_words = function_words(options.language)

    def drop_rule(self, key: str) -> DropRule | None:
        """Give the first rule that drops the term; None keeps it."""
        options = self._options
        n_letters = sum(map(str.isalpha, key))
        if n_letters == 0:
            has_digits = any(map(str.isnumeric, key))
            if has_digits:
                return None if options.keep_numbers else "numbers"
            return None if options.keep_symbols else "symbols"
        if n_letters == 1 and len(key) <= 2 and not _is_ideograph(key):
            return None if options.keep_single_letters else "single_letters"
        if not options.keep_addresses and is_address_or_code(key, n_letters):
            return "addresses"
        if not options.keep_stop_words and self._says_nothing(key):
            return "stop_words"
        if key.count(" ") >= options.max_phrase_words:
            return "over_long"
        return None

    def _says_nothing(self, key: str) -> bool:
        if key in self._function_words:
            return True
        if " " not in key and "-" not in key:
            return False
        return all(
            word in self._function_words or not any(map(str.isalpha, word)) for word in key.replace("-", " ").split()
        )


def is_address_or_code(key: str, n_letters: int) -> bool:
    """Tell whether a canonical form is or holds a web or mail address, a path, markup, or is digits for the most part."""
    if key.isalpha():
        return False
    n_digits = sum(map(str.isdigit, key))
    if n_digits and " " not in key and n_digits > n_letters * 2 and n_digits > 4:
        return True
    return _ADDRESS.search(key) is not None


def _is_ideograph(key: str) -> bool:
    return any("\u2e80" <= letter <= "\u9fff" or letter >= "\U00020000" for letter in key)
