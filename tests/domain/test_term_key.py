from phrase_explorer.domain.term_key import TermKey, rows_of_keys, term_keys
from tests.builders import build_vocabulary


def test_a_key_finds_its_term_in_another_vocabulary():
    before = build_vocabulary(["War", "public debt"])
    after = build_vocabulary(["peace", "Public Debt", "war"])

    rows = rows_of_keys(after, term_keys(before, [0, 1]))

    assert rows.tolist() == [1, 2]


def test_a_word_and_a_phrase_of_the_same_text_stay_apart():
    vocabulary = build_vocabulary(["union"])

    assert rows_of_keys(vocabulary, [TermKey("union", "phrase")]).tolist() == []
    assert rows_of_keys(vocabulary, [TermKey("union", "word")]).tolist() == [0]
