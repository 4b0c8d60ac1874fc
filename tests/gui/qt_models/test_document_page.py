from phrase_explorer.domain.document import Document
from phrase_explorer.gui.qt_models.document_page import PAGE_CHARACTERS, describe_metadata, make_document_page
from phrase_explorer.gui.session import Place
from tests.builders import build_vocabulary


def test_phrases_are_marked_and_words_are_not():
    document = Document("1", "First", "the public debt grew")
    vocabulary = build_vocabulary(("debt", "public debt"), [(0, 0, 11, 15), (1, 0, 4, 15)])

    page = make_document_page(document, 0, vocabulary, None)

    assert page.marks.tolist() == [[1, 4, 15]]
    assert page.term_at(4) == 1
    assert page.term_at(15) is None


def test_of_phrases_that_overlap_the_longer_one_that_starts_first_is_marked():
    document = Document("1", "First", "new public debt office")
    vocabulary = build_vocabulary(
        ("new public debt", "new public", "debt office"), [(0, 0, 0, 15), (1, 0, 0, 10), (2, 0, 11, 22)]
    )

    assert make_document_page(document, 0, vocabulary, None).marks.tolist() == [[0, 0, 15]]


def test_mentions_of_other_documents_are_not_marked():
    vocabulary = build_vocabulary(("public debt",), [(0, 1, 0, 11)])

    assert len(make_document_page(Document("1", "First", "public debt"), 0, vocabulary, None).marks) == 0


def test_a_long_document_is_shown_around_the_place():
    text = "word " * 40_000
    place = Place(0, 120_000, 120_004)

    page = make_document_page(Document("1", "", text), 0, None, place)

    assert page.start < place.start < page.end
    assert len(page.text) <= PAGE_CHARACTERS
    assert page.text == text[page.start : page.end]
    assert page.n_characters == len(text)


def test_a_line_of_a_million_characters_is_cut_where_it_must():
    page = make_document_page(Document("1", "", "x" * 1_000_002), 0, None, Place(0, 500_000, 500_001))

    assert len(page.text) == PAGE_CHARACTERS


def test_metadata_is_told_in_one_line_without_blanks():
    document = Document("1", "First", "", {"year": 1817.0, "party": "Republican", "rating": 4.5, "place": None})

    assert describe_metadata(document) == "year 1817 · party Republican · rating 4.5"
