"""When two spellings are one term: the canonical form that merges them, and the tidy form that is shown.

The canonical form follows the caseless matching of the Unicode Standard (section 3.13, D145) and adds what typesetting adds
without meaning: soft hyphens, zero-width characters, direction marks, curly apostrophes, hyphens of several widths, line ends.
Offsets never refer to these forms; they count characters of the original text.
"""

import html
import re
import unicodedata

IGNORABLE = {
    **dict.fromkeys((0x00AD, 0x034F, 0x061C, 0x180E, 0x2060, 0xFEFF)),
    **dict.fromkeys(range(0x200B, 0x2010)),  # zero-width space and joiners, left-to-right and right-to-left marks
    **dict.fromkeys(range(0x202A, 0x202F)),  # embeddings and overrides of direction
    **dict.fromkeys(range(0x2061, 0x2065)),  # invisible operators
    **dict.fromkeys(range(0x2066, 0x2070)),  # isolates of direction
    **dict.fromkeys(range(0xFE00, 0xFE10)),  # variation selectors
}
"""Characters without width or meaning of their own, as a translation table that deletes them."""

_JOINERS = (0x200C, 0x200D, *range(0xFE00, 0xFE10))
_HIDDEN_WHEN_SHOWN = {code: None for code in IGNORABLE if code not in _JOINERS}

_UNIFIED = {
    **dict.fromkeys((0x2018, 0x2019, 0x201B, 0x02BC, 0x00B4, 0x2032, 0xFF07), "'"),
    **dict.fromkeys((0x201C, 0x201D, 0x201F, 0x2033, 0xFF02), '"'),
    **dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63, 0xFF0D), "-"),
}
_CONTROL = {code: " " for code in (*range(0x20), 0x7F) if chr(code) not in "\t\n\v\f\r\x1c\x1d\x1e\x1f"}
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL_CHARACTER = re.compile("[\x00-\x08\x0e-\x1b\x7f]")
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8}[0-9]{0,2});")
"""A character written as an HTML entity, as web exports do."""

REPLACEMENT_CHARACTER = "\ufffd"


def canonical_form(text: str) -> str:
    """Give the form that equal terms share.

    Canonically equal code points, upper and lower case, ligatures, curly and straight apostrophes, hyphens and dashes of
    different widths, soft hyphens, zero-width characters, HTML entities and runs of white space make no difference. The form is
    its own canonical form.
    """
    text = without_entities(text)
    if text.isascii():
        return " ".join(_without_controls(text).casefold().split())
    visible = _LONE_SURROGATE.sub(REPLACEMENT_CHARACTER, text).translate(IGNORABLE).translate(_UNIFIED)
    folded = unicodedata.normalize("NFD", visible).casefold()
    folded = unicodedata.normalize("NFD", folded).casefold()  # twice: U+0345 decomposes only after the first fold
    composed = unicodedata.normalize("NFC", folded).translate(_UNIFIED)
    return " ".join(_without_controls(composed).split())


def shown_form(text: str) -> str:
    """Give a surface form as it is shown: composed, without entities, soft hyphens or direction marks, in one line."""
    text = without_entities(text)
    if text.isascii():
        return " ".join(_without_controls(text).split())
    visible = _LONE_SURROGATE.sub(REPLACEMENT_CHARACTER, text).translate(_HIDDEN_WHEN_SHOWN)
    return " ".join(_without_controls(unicodedata.normalize("NFC", visible)).split())


def without_entities(text: str) -> str:
    """Give the text with its HTML entities as the characters that they stand for."""
    while "&" in text and ENTITY.search(text):
        plain = ENTITY.sub(lambda found: html.unescape(found[0]), text)
        if plain == text:  # names that are no entities
            break
        text = plain
    return text


def _without_controls(text: str) -> str:
    return text.translate(_CONTROL) if _CONTROL_CHARACTER.search(text) else text
