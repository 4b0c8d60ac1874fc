"""Which legacy encoding bytes are in that are neither UTF-8 nor UTF-16.

charset-normalizer proposes, and every proposal is read and judged by how odd it looks: an accented capital after a small
letter, a currency sign within a word, Cyrillic beside Latin letters. Windows-1252 is tried first, because it is by far the most
common (it contains what ISO-8859-1 can print) and because many encodings agree with it on Western text.
"""

import re
import unicodedata
from functools import cache

COMMON_CODECS = (
    "cp1252", "cp1250", "iso8859_2", "cp1251", "koi8_r", "koi8_u", "cp866", "iso8859_5", "cp1253", "iso8859_7", "cp1254",
    "cp1255", "cp1256", "cp1257", "cp874", "mac_roman", "cp850", "big5", "gb18030", "cp932", "euc_jp", "cp949",
)  # fmt: skip
DEFAULT_CODEC = "cp1252"
CLEARLY_FINE = 0.03
CENTRAL_EUROPEAN = ("cp1250", "iso8859_2")
CODECS_BY_LANGUAGE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("Czech", "Slovak", "Polish", "Croatian", "Slovene", "Romanian", "Hungarian"), CENTRAL_EUROPEAN),
    "Turkish": ("cp1254",),
}
"""Languages whose letters Windows-1252 turns into others that do not look odd."""
_TYPOGRAPHY = frozenset("’‘“”–—…·•‐‑\xad\xa0§«»")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def guess_legacy_codec(passages: bytes) -> str:
    """Give the codec under which the passages look least odd; ties go to Windows-1252, then to charset-normalizer's order."""
    import charset_normalizer

    candidates: dict[str, str] = {DEFAULT_CODEC: ""}
    for match in charset_normalizer.from_bytes(passages, cp_isolation=list(COMMON_CODECS)):
        codec = next((name for name in COMMON_CODECS if name in (match.encoding, *match.could_be_from_charset)), None)
        if codec is not None:
            candidates.setdefault(codec, match.language)
    decoded = {codec: passages.decode(codec, errors="replace") for codec in candidates}
    oddities = {codec: oddity(text) for codec, text in decoded.items()}
    for codec, language in candidates.items():
        if codec in CODECS_BY_LANGUAGE.get(language, ()) and oddities[codec] <= CLEARLY_FINE:
            return codec
    if oddities[DEFAULT_CODEC] <= CLEARLY_FINE:
        return DEFAULT_CODEC
    return min(candidates, key=lambda codec: round(oddities[codec], 2))


def oddity(text: str) -> float:
    """Give the share of characters beyond ASCII that look out of place, between 0 and 1."""
    n_beyond_ascii = n_odd = 0
    for match in _BEYOND_ASCII.finditer(text):
        n_beyond_ascii += 1
        at = match.start()
        n_odd += _is_odd(text[max(0, at - 2) : at], match.group(), text[at + 1 : at + 3])
    return n_odd / n_beyond_ascii if n_beyond_ascii else 0.0


def _is_odd(before: str, character: str, after: str) -> bool:
    category = unicodedata.category(character)
    if character == "\ufffd" or category in ("Cc", "Co", "Cn"):
        return True
    is_within_word = before[-1:].isalpha() and after[:1].isalpha()
    if not character.isalpha():
        return character not in _TYPOGRAPHY and (is_within_word or category == "So")
    if before[-1:].islower() and character.isupper():
        return True
    script = _script(character)
    if any(_script(other) not in (script, "") for other in (before[-1:], after[:1])):
        return True
    run = before + character + after
    return script == "LATIN" and len(run) == 5 and run.isalpha() and not any(other.isascii() for other in run[1:4])


@cache
def _script(character: str) -> str:
    """Give the first word of a letter's Unicode name ("LATIN", "CYRILLIC"), "" for what is not a letter of an alphabet."""
    if not character.isalpha():
        return ""
    script = unicodedata.name(character, "").partition(" ")[0]
    return (
        ""
        if script in ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "HALFWIDTH", "FULLWIDTH", "FEMININE", "MASCULINE")
        else script
    )
