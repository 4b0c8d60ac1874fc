import re

from phrase_explorer.domain.document import Document, SkippedItem, SourceNote
from phrase_explorer.readers import open_corpus, sample_corpus_path
from phrase_explorer.readers.reading_plan import Roles


def test_the_sample_corpus_reads_without_a_word_of_complaint():
    items = list(open_corpus(sample_corpus_path()).items())

    assert not [item for item in items if isinstance(item, SkippedItem | SourceNote)]
    assert 400 <= len(items) <= 600


def test_its_columns_are_guessed_rightly():
    source = open_corpus(sample_corpus_path())

    assert source.plan.of_records == Roles("text", "id", "title")
    assert {column.name: column.kind for column in source.columns} == {
        "date": "date",
        "year": "date",
        "president": "category",
        "party": "category",
        "kind": "category",
        "section": "number",
    }


def test_its_documents_are_short_clean_and_span_the_years():
    documents = [item for item in open_corpus(sample_corpus_path()).items() if isinstance(item, Document)]

    n_words = [len(document.text.split()) for document in documents]
    assert (min(n_words), max(n_words)) >= (100, 200)
    assert max(n_words) <= 450
    assert {document.metadata["date"][:2] for document in documents} == {"17", "18", "19", "20"}
    assert not [document.key for document in documents if re.search(r"[\[(](?:applause|laughter)", document.text, re.I)]
    assert not [document.key for document in documents if "\ufffd" in document.text or "¡" in document.text]


def test_parties_follow_the_president():
    documents = [item for item in open_corpus(sample_corpus_path()).items() if isinstance(item, Document)]
    parties = {document.metadata["president"]: document.metadata["party"] for document in documents}

    assert (parties["George Washington"], parties["Thomas Jefferson"]) == ("Unaffiliated", "Democratic-Republican")
    assert (parties["Zachary Taylor"], parties["Abraham Lincoln"]) == ("Whig", "Republican")
    assert (parties["Grover Cleveland"], parties["Richard Nixon"]) == ("Democratic", "Republican")
