"""Numbers and names as flags give them, refused where they make no sense."""

import argparse

KEEPABLE_RULES = ("numbers", "single-letters", "stop-words", "symbols", "addresses", "stop-phrases")
"""Rules that drop terms and can be switched off."""


def positive(text: str) -> int:
    """Read a whole number of 1 or more."""
    return _at_least(text, 1)


def not_negative(text: str) -> int:
    """Read a whole number of 0 or more."""
    return _at_least(text, 0)


def kept_rules(text: str) -> frozenset[str]:
    """Read rules with commas between them."""
    rules = frozenset(filter(None, (name.strip() for name in text.split(","))))
    unknown = sorted(rules - set(KEEPABLE_RULES))
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no rule '{unknown[0]}'; the rules are {', '.join(KEEPABLE_RULES)}")
    return rules


def _at_least(text: str, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from None
    if number < least:
        raise argparse.ArgumentTypeError(f"{number} is too small; give {least} or more")
    return number
