"""Notice that the texts are not in the language of the pipeline, before hours of work.

Two cheap signs: the script that most letters belong to, and the share of a language's most frequent words among all words.
It need not name every language: it must only see that the rules of one do not fit.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from phrase_explorer.extraction.options import ExtractionOptions
from phrase_explorer.extraction.stop_lists import function_words

CHARACTERS_PER_TEXT = 4_000
MIN_LETTERS = 200
"""With fewer letters in the whole sample nothing is said."""

MIN_WORDS = 30
MIN_SHARE = 0.06
"""A language is recognised when at least this share of the words are among its most frequent."""

_FREQUENT_WORDS = {
    "en": "the of and to in a is that it was for on with as be by this are from not have but they which you we he i",
    "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat sie",
    "fr": "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec je vous",
    "es": "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha",
    "it": "di e il la che in a per è un del non con una le si da i della dei sono al come più nel alla gli ma",
    "pt": "de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu",
    "nl": "de het een van en in is dat op te zijn met voor niet aan er om ook als dan maar bij door naar hij ze uit",
    "sv": "och i att det som en på är av för med den till har de inte om ett han men var jag sig från vi så",
    "da": "og i at det er en til af på for med der den de ikke som har et var han men sig vi om jeg kan fra",
    "no": "og i det er på som en til å av for at med de har ikke den var om et han men jeg seg fra vi så kan",
    "fi": "ja on ei että se oli hän ovat mutta kuin niin joka tai myös jos kun sen mitä hänen ne he minä sitä nyt",
    "pl": "i w na z się nie do to że jest o jak za od po ale przez co tak był tego czy dla ich jego",
    "cs": "a v se na je že o s z do i to k ve za by ale pro po jsou který jeho od jako tak jsem",
    "hu": "a az és hogy nem is egy ez volt meg azt van csak de ha már mint még el ki fel mert vagy",
    "ro": "de și în a la cu pe nu o un din că este care mai pentru se sau ce lui fi ca au prin",
    "tr": "ve bir bu da de için ile çok ne o gibi daha ama olarak kadar var en sonra ya her ki olan",
    "id": "yang dan di dengan untuk dari ini itu pada tidak dalam ke akan adalah ada oleh juga saya atau mereka",
    "la": "et in est non ut ad cum quod qui si sed ex aut ab quae esse per hoc sunt enim ac eius autem",
    "eo": "la kaj de en al estas ke mi li ne por kun el sed ĝi ili kiu pri oni sur tio",
}
NAMES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "sv": "Swedish",
    "da": "Danish",
    "no": "Norwegian",
    "fi": "Finnish",
    "pl": "Polish",
    "cs": "Czech",
    "hu": "Hungarian",
    "ro": "Romanian",
    "tr": "Turkish",
    "id": "Indonesian",
    "la": "Latin",
    "eo": "Esperanto",
}
_SCRIPT_LANGUAGES = {
    "CYRILLIC": ("ru", "uk", "bg", "sr", "mk"),
    "GREEK": ("el", "grc"),
    "CJK": ("zh", "ja", "ko"),
    "HIRAGANA": ("ja",),
    "KATAKANA": ("ja",),
    "HANGUL": ("ko",),
    "ARABIC": ("ar", "fa", "ur"),
    "HEBREW": ("he", "yi"),
    "DEVANAGARI": ("hi", "mr", "ne", "sa"),
    "THAI": ("th",),
}
SEVERAL_LANGUAGES = "mul"
"""The code of ISO 639-2 for texts in several languages."""

_SCRIPT_NAMES = {"CJK": "Chinese characters", "HIRAGANA": "Japanese kana", "KATAKANA": "Japanese kana"}
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")


@dataclass(frozen=True)
class LanguageGuess:
    """The script of one text, and its language where that could be told ("" otherwise)."""

    script: str
    language: str


def detect_unfit_language(sample_texts: Iterable[str], language: str = "en") -> str | None:
    """Say in one sentence that most of the sample is not in `language`; None if it may well be.

    Parameters
    ----------
    sample_texts
        Some documents; only the beginning of each is looked at.
    language
        The language of the pipeline, ISO 639-1.
    """
    letters: Counter[str] = Counter()
    for text in sample_texts:
        start = text[:CHARACTERS_PER_TEXT]
        guess = guess_language(start)
        letters[_description(guess, language)] += sum(map(str.isalpha, start))
    n_letters = letters.total()
    n_fit = letters.pop("", 0)
    if n_letters < MIN_LETTERS or not letters or n_fit * 2 >= n_letters:
        return None
    kinds = ", ".join(kind for kind, _ in letters.most_common(3))
    percent = round(100 * letters.total() / n_letters)
    return (
        f"The texts are not {NAMES.get(language, language)} for the most part ({percent}% look like {kinds}), so phrases are "
        "found by statistics (collocations); choose an installed spaCy pipeline for their language to get noun phrases."
    )


def choose_method(sample_texts: Iterable[str], options: ExtractionOptions) -> tuple[ExtractionOptions, str | None]:
    """Give the options that fit the texts, and why they differ from those asked for.

    Texts that are not in the language of the pipeline get statistical phrase mining, with the function words of the language
    that most of them are in, or of many languages where no one prevails.
    """
    if options.method == "collocations":
        return options, None
    texts = list(sample_texts)
    message = detect_unfit_language(texts, options.language)
    if message is None:
        return options, None
    guesses = Counter(guess_language(text[:CHARACTERS_PER_TEXT]).language for text in texts)
    guesses.pop(options.language, None)
    language, n_texts = guesses.most_common(1)[0]
    if n_texts * 2 < guesses.total():
        language = SEVERAL_LANGUAGES
    return replace(options, method="collocations", language=language), message


def guess_language(text: str) -> LanguageGuess:
    """Guess the script and, for Latin and Cyrillic script, the language of one text."""
    script = main_script(text)
    frequent_words = _frequent_words(script)
    if not frequent_words:
        return LanguageGuess(script, "")
    words = [word.lower().replace("\u2019", "'") for word in _WORD.findall(text)]
    if len(words) < MIN_WORDS:
        return LanguageGuess(script, "")
    counts = Counter(words)
    shares = {
        language: sum(counts[word] for word in frequent) / len(words) for language, frequent in frequent_words.items()
    }
    best = max(shares, key=lambda language: shares[language])
    return LanguageGuess(script, best if shares[best] >= MIN_SHARE else "")


@cache
def _frequent_words(script: str) -> Mapping[str, frozenset[str]]:
    """Give the frequent words of each language that is told apart in a script."""
    if script == "LATIN":
        return {language: frozenset(words.split()) for language, words in _FREQUENT_WORDS.items()}
    if script == "CYRILLIC":
        return {language: function_words(language) for language in ("ru", "uk")}
    return {}


def main_script(text: str) -> str:
    """Give the script of most letters by its name in Unicode, such as LATIN, CYRILLIC or CJK; "" without letters."""
    letters = Counter(letter for letter in text if letter.isalpha())
    scripts: Counter[str] = Counter()
    for letter, count in letters.items():
        scripts[unicodedata.name(letter, "").partition(" ")[0]] += count
    return scripts.most_common(1)[0][0] if scripts else ""


def _description(guess: LanguageGuess, language: str) -> str:
    """Describe a guess that does not fit `language`; "" if it fits or cannot be told."""
    if guess.script in ("", "LATIN"):
        written_otherwise = any(language in languages for languages in _SCRIPT_LANGUAGES.values())
        if guess.language and guess.language != language:
            return NAMES[guess.language]
        return "Latin script" if guess.script and written_otherwise else ""
    if language in _SCRIPT_LANGUAGES.get(guess.script, ()):
        return ""
    return _SCRIPT_NAMES.get(guess.script, f"{guess.script.capitalize()} script")
