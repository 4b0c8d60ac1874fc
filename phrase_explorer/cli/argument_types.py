"""Numbers as flags give them, refused where they make no sense."""

import argparse


def positive(text: str) -> int:
    """Read a whole number of 1 or more."""
    return _at_least(text, 1)


def not_negative(text: str) -> int:
    """Read a whole number of 0 or more."""
    return _at_least(text, 0)


def _at_least(text: str, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from None
    if number < least:
        raise argparse.ArgumentTypeError(f"{number} is too small; give {least} or more")
    return number
