import pytest

from phrase_explorer.readers.encoding_guess import guess_legacy_codec, oddity

FRENCH = "Tous les êtres humains naissent libres et égaux en dignité et en droits.\n"
RUSSIAN = "Все люди рождаются свободными и равными в своем достоинстве и правах.\n"
SWEDISH = "Och jorden var öde och tom, och mörker var över djupet, och Guds Ande svävade över vattnet.\n"
POLISH = (
    "Wszyscy ludzie rodzą się wolni i równi; są oni byłymi dziećmi, którzy postąpili słusznie i przyjęli całą winę.\n"
)
ENGLISH = "“We can’t,” he said — the café was closed… but it cost £5.\n"
CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。\n"
GREEK = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.\n"


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (FRENCH, "cp1252"),
        (FRENCH, "mac_roman"),
        (ENGLISH, "cp1252"),
        (ENGLISH, "mac_roman"),
        (SWEDISH, "cp1252"),
        (SWEDISH, "cp850"),
        (POLISH, "cp1250"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (RUSSIAN, "cp866"),
        (GREEK, "cp1253"),
        (CHINESE, "gb18030"),
    ],
)
def test_text_is_read_as_it_was_written(text, codec):
    assert text.encode(codec).decode(guess_legacy_codec(text.encode(codec))) == text


def test_one_accented_letter_is_enough_for_windows_1252():
    assert guess_legacy_codec(b"the dog\x92s back") == "cp1252"


def test_dashes_in_big5_within_english_text_are_recognised():
    passage = "years of sabbatical—and then there came a day of fire. America’s ideal of freedom”".encode("big5")

    assert guess_legacy_codec(passage * 5) == "big5"


def test_oddity_is_nothing_for_plain_text_and_high_for_a_wrong_reading():
    assert oddity("plain") == 0.0
    assert oddity(FRENCH) == 0.0
    assert oddity(FRENCH.encode("mac_roman").decode("latin-1")) > 0.5
