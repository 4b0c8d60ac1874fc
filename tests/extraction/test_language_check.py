import pytest

from phrase_explorer.extraction import ExtractionOptions, choose_method, detect_unfit_language
from phrase_explorer.extraction.language_check import guess_language, main_script

SENTENCES = {
    "English": "The council met in the evening, and nobody from the town came to the hall, for it was raining and they had to "
    "stay at home with the children that they were not able to leave on their own. ",
    "German": "Der Rat traf sich am Abend, und niemand aus der Stadt kam in den Saal, weil es regnete und sie mit den Kindern "
    "zu Hause bleiben mussten, die sie nicht allein lassen konnten. ",
    "Finnish": "Neuvosto kokoontui illalla, ja kukaan ei tullut saliin, koska satoi ja he olivat kotona, mutta sitten se oli "
    "jo ohi, kun hän sanoi että nyt on aika, joka ei ollut oikea. ",
    "French": "Le conseil se réunit le soir, et personne de la ville ne vint dans la salle, car il pleuvait et les parents "
    "restaient à la maison avec des enfants qui ne sont pas en âge. ",
}
RUSSIAN = "Совет собрался вечером, и никто из города не пришёл в зал, потому что шёл дождь и дети были дома. " * 5
CHINESE = "委员会晚上开会，没有人来大厅，因为下雨了，孩子们都在家里。" * 20


@pytest.mark.parametrize("name", ["German", "Finnish", "French"])
def test_another_language_in_latin_script_is_noticed_and_named(name):
    assert name in detect_unfit_language([SENTENCES[name] * 5])


@pytest.mark.parametrize(("text", "name"), [(RUSSIAN, "Cyrillic"), (CHINESE, "Chinese characters")])
def test_another_script_is_noticed_and_named(text, name):
    assert name in detect_unfit_language([text])


@pytest.mark.parametrize(
    "texts",
    [
        [SENTENCES["English"] * 5],
        [],
        ["", "  "],
        ["Blah!"],
        ["battery life great, screen bright, price low, delivery fast, " * 20],
        [SENTENCES["English"] * 5, SENTENCES["English"] * 5, SENTENCES["German"] * 5],
    ],
)
def test_english_and_what_cannot_be_told_pass(texts):
    assert detect_unfit_language(texts) is None


def test_english_is_unfit_for_a_german_pipeline():
    assert "English" in detect_unfit_language([SENTENCES["English"] * 5], "de")


def test_unfit_texts_get_collocations_in_their_own_language():
    options, message = choose_method([SENTENCES["German"] * 5], ExtractionOptions())

    assert (options.method, options.language) == ("collocations", "de")
    assert "collocations" in message


def test_russian_gets_the_function_words_of_russian():
    options, _ = choose_method([RUSSIAN * 2], ExtractionOptions())

    assert (options.method, options.language) == ("collocations", "ru")


def test_texts_in_several_languages_are_called_so():
    options, _ = choose_method([sentence * 5 for sentence in SENTENCES.values()], ExtractionOptions())

    assert (options.method, options.language) == ("collocations", "mul")


def test_fit_texts_keep_the_options():
    options, message = choose_method([SENTENCES["English"] * 5], ExtractionOptions(min_count=7))

    assert options == ExtractionOptions(min_count=7)
    assert message is None


def test_scripts_are_told_by_most_letters():
    assert main_script("Ωmega αβγδε") == "GREEK"
    assert main_script("123 --") == ""
    assert guess_language("שלום לכולם").script == "HEBREW"
