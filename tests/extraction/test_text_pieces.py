import html

from hypothesis import given
from hypothesis import strategies as st

from phrase_explorer.extraction.text_pieces import MAX_WORD_CHARACTERS, cut_text, read_pieces, repair_text

PROSE = "The council met in the evening. Nobody came to the hall! Was it the weather? "


@given(st.text(alphabet=st.sampled_from("ab.!? \n\r\t。é"), max_size=400), st.integers(1, 20), st.integers(20, 60))
def test_pieces_joined_again_are_the_text(text, usual, longest):
    pieces = list(cut_text(text, usual_characters=usual, max_characters=longest))

    assert "".join(piece for _, piece in pieces) == text
    assert all(text[offset : offset + len(piece)] == piece for offset, piece in pieces)
    assert all(0 < len(piece) <= longest for _, piece in pieces)


def test_a_text_is_cut_behind_a_sentence():
    pieces = [piece for _, piece in cut_text(PROSE * 40, usual_characters=200)]

    assert len(pieces) > 5
    assert all(piece.rstrip()[-1] in ".!?" for piece in pieces)


def test_a_text_is_not_cut_behind_an_abbreviation():
    text = "a" * 210 + " by Prof. Smith and Gov. Jones of the whole wide land. " + "The end"

    assert [piece for _, piece in cut_text(text, usual_characters=200)][1] == "The end"


def test_a_line_of_a_million_characters_is_cut_at_its_words():
    text = "word " * 200_000 + "xx"

    pieces = [piece for _, piece in cut_text(text)]

    assert "".join(pieces) == text
    assert max(map(len, pieces)) <= 20_000
    assert all(piece.startswith(("word", "xx")) for piece in pieces)


def test_repairs_keep_every_character_in_its_place():
    text = "a\x00b \udc80 " + "A" * (MAX_WORD_CHARACTERS + 1) + " end"

    repaired = repair_text(text)

    assert len(repaired) == len(text)
    assert repaired == "a b \ufffd " + " " * (MAX_WORD_CHARACTERS + 1) + " end"


def test_a_text_without_faults_stays_itself():
    text = "Plain text, ünd nicht nur das."

    assert repair_text(text) is text


def test_an_entity_is_read_as_its_character_and_keeps_its_place():
    text = "It&#39;s at Barnes &amp; Noble today."

    (piece,) = read_pieces(0, text)

    assert piece.text == "It's at Barnes & Noble today."
    start, end = piece.text.index("Barnes"), piece.text.index(" today")
    assert text[piece.place(start) : piece.place(end)] == "Barnes &amp; Noble"
    assert text[piece.place(0) : piece.place(4)] == "It&#39;s"


@given(st.lists(st.sampled_from(["&amp;", "&#39;", "&lt;", "&bogus;", "a", " b", "&"]), max_size=20).map("".join))
def test_every_character_of_a_piece_has_its_place_in_the_text(text):
    for piece in read_pieces(0, text):
        for position, character in enumerate(piece.text):
            original = text[piece.place(position) : piece.place(position + 1)]
            assert html.unescape(original) == character or original == character
