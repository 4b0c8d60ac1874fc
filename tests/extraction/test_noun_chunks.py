import pytest

from phrase_explorer.extraction.noun_chunks import chunk_finder
from phrase_explorer.extraction.parsed_text import ParsedText

pytestmark = pytest.mark.model

TEXTS = (
    "Autonomous cars shift insurance liability toward manufacturers, dealers and the people who own them.",
    "What the old captain, a friend of ours, told me and my sister about whales, ships, storms and harbours was true.",
    "The U.S. government's well-being and (state-of-the-art) 2,000 people in 1984\nelection of \u0130stanbul.",
    "Yes. No! Titles: Of Mice and Men; The Call of the Wild.\n\n* first item\n* second item, with a longer text",
    "",
)


def test_chunks_are_exactly_those_of_spacy(pipeline):
    find = chunk_finder(pipeline)

    for doc in pipeline.pipe(TEXTS):
        assert list(find(ParsedText.from_doc(doc, None))) == [(chunk.start, chunk.end) for chunk in doc.noun_chunks]
