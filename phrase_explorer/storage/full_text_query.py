"""What a person typed, as an FTS5 expression that can never be a syntax error: every word is quoted, no operator passes."""

import re
import unicodedata

MAX_WORDS = 64
UNSPACED_SCRIPTS = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR")
_QUOTED_OR_WORD = re.compile(r'"([^"]*)"?|([^\s"]+)')


def as_match_expression(query: str) -> str | None:
    """Ask for all words of a query, those in double quotes as a phrase; None if it holds nothing that is indexed."""
    phrases = []
    for quoted, word in _QUOTED_OR_WORD.findall(query):
        phrase = as_phrase_expression(quoted or word)
        if phrase is not None:
            phrases.append(phrase)
    return " AND ".join(phrases[:MAX_WORDS]) or None


def as_phrase_expression(phrase: str) -> str | None:
    """Ask for the words of a phrase next to each other; None if it holds no letter or digit."""
    if not any(_is_indexed(character) for character in phrase):
        return None
    words = "".join(character if _is_searchable(character) else " " for character in phrase).split()
    return '"' + " ".join(words[:MAX_WORDS]) + '"'


def needs_scan(query: str) -> bool:
    """Tell whether a query is for text that is not indexed by words: Chinese or Thai, or signs and emoji alone."""
    visible = as_literal(query)
    if not visible:
        return False
    return not any(_is_indexed(character) for character in visible) or any(map(_is_unspaced, visible))


def as_literal(query: str) -> str:
    """Give the query as the text to look for: no outer spaces or quotes, nothing that cannot be stored."""
    kept = "".join(character for character in query if unicodedata.category(character) not in ("Cc", "Cs"))
    return kept.strip().strip('"').strip()


def _is_unspaced(character: str) -> bool:
    return not character.isascii() and unicodedata.name(character, "").startswith(UNSPACED_SCRIPTS)


def _is_searchable(character: str) -> bool:
    return character != '"' and unicodedata.category(character) not in ("Cc", "Cs")


def _is_indexed(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN" or unicodedata.category(character) == "Co"
