import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import documents_of, notes_of, skipped_of

from phrase_explorer.readers import ImportOptions, UnreadableCorpusError, open_corpus
from phrase_explorer.readers.json_records import ANY_ITEM, ANY_MEMBER, find_record_path
from phrase_explorer.readers.json_stream import JsonStream, parse_prefix

LONG = "A text that is long enough to be taken for a document because it runs on and on for more than a hundred characters."


def write(tmp_path, value, name="a.json"):
    path = tmp_path / name
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def test_a_list_of_objects(tmp_path):
    path = write(tmp_path, [{"id": 1, "text": "one", "score": 2.50}, {"id": "02", "text": "two", "score": None}])

    documents = documents_of(path)

    assert [(document.key, document.text) for document in documents] == [("1", "one"), ("02", "two")]
    assert documents[0].metadata == {"score": 2.5}


def test_an_object_whose_names_are_ids(tmp_path):
    path = write(tmp_path, {"a1": {"text": LONG}, "a2": {"text": LONG}})

    assert [document.key for document in documents_of(path)] == ["a1", "a2"]


def test_an_object_with_one_list_inside(tmp_path):
    path = write(tmp_path, {"count": 2, "next": None, "results": [{"body": LONG}, {"body": LONG}]})

    assert len(documents_of(path)) == 2
    assert "results[]" in notes_of(path)[0].message


def test_fields_above_a_record_are_inherited(tmp_path):
    path = write(tmp_path, {"data": [{"title": "Tin", "paragraphs": [{"context": LONG}, {"context": LONG}]}]})

    assert [document.title for document in documents_of(path)] == ["Tin", "Tin"]


def test_references_within_a_paper_do_not_outweigh_its_abstract(tmp_path):
    paper = {"title": "T", "abstract": LONG, "references": [{"title": "Another long title of a paper " * 3}] * 60}

    documents = documents_of(write(tmp_path, [paper, paper]))

    assert [document.text for document in documents] == [LONG, LONG]


def test_a_chosen_column_decides_where_the_records_are(tmp_path):
    value = {"data": [{"summary": LONG, "posts": [{"words": "one"}, {"words": "two"}]}]}

    documents = documents_of(write(tmp_path, value), text_column="words")

    assert [document.text for document in documents] == ["one", "two"]


def test_a_column_that_is_nowhere_is_answered_with_those_that_are(tmp_path):
    with pytest.raises(UnreadableCorpusError, match=r"no column 'body'.*id, text"):
        open_corpus(write(tmp_path, [{"id": 1, "text": "x"}]), ImportOptions(text_column="body"))


def test_a_list_of_bare_texts(tmp_path):
    assert [document.text for document in documents_of(write(tmp_path, ["one", "two"]))] == ["one", "two"]


def test_one_object_is_one_document(tmp_path):
    (document,) = documents_of(write(tmp_path, {"title": "T", "text": LONG, "tags": ["a", "b"]}))

    assert (document.title, document.metadata) == ("T", {"tags": "a; b"})


def test_json_lines_under_the_wrong_suffix(tmp_path):
    path = write(tmp_path, '{"text": "one"}\n{"text": "two"}\n')

    assert [document.text for document in documents_of(path)] == ["one", "two"]


def test_nested_objects_become_dotted_columns(tmp_path):
    (document,) = documents_of(write(tmp_path, [{"text": LONG, "author": {"name": "Ann", "born": {"year": 1790}}}]))

    assert document.metadata == {"author.name": "Ann", "author.born.year": "1790"}


def test_lone_surrogates_are_replaced_and_their_place_is_true(tmp_path):
    path = write(tmp_path, '[{"text": "abc \\ud83d def"}]')

    (document,) = documents_of(path)

    assert document.text == "abc \ufffd def"
    assert "first at character 4" in notes_of(path)[0].message


def test_a_pair_of_surrogates_is_one_character(tmp_path):
    assert documents_of(write(tmp_path, '[{"text": "x \\ud83d\\ude00"}]'))[0].text == "x 😀"


def test_what_comes_before_a_break_is_kept_and_the_rest_is_listed(tmp_path):
    path = write(tmp_path, '[{"text": "one"}, {"text": "two"}, {"text": oops}]')

    assert [document.text for document in documents_of(path)] == ["one", "two"]
    assert "rest was not read" in skipped_of(path)[0].reason


@pytest.mark.parametrize(
    "content", ["[[[[" * 50_000, '{"a":' * 50_000, "nonsense", "{", "NaN", "[]", "{}", '""', "[1e999]"]
)
def test_hopeless_json_is_a_sentence_or_an_empty_corpus(tmp_path, content):
    try:
        assert all(not document.text or document.text == "1e999" for document in documents_of(write(tmp_path, content)))
    except UnreadableCorpusError as error:
        assert str(error).endswith(".")


def test_not_a_number_is_blank(tmp_path):
    (document,) = documents_of(write(tmp_path, '[{"text": "words", "score": NaN}]'))

    assert document.metadata["score"] is None


json_values = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(json_values, max_size=8), st.integers(1, 7))
def test_streamed_items_are_those_of_the_whole_list(values, chunk):
    class SlowStream(io.StringIO):
        def read(self, size=-1):
            return super().read(min(size, chunk) if size and size > 0 else size)

    stream = JsonStream(SlowStream(json.dumps(values)))

    assert list(stream.items()) == values


@given(json_values, st.data())
def test_a_cut_text_never_raises_and_a_whole_one_is_whole(value, data):
    text = json.dumps(value)
    cut = data.draw(st.integers(0, len(text)))

    parse_prefix(text[:cut])

    assert parse_prefix(text) == value


@given(json_values)
def test_a_record_path_is_found_or_not_but_never_an_error(value):
    path = find_record_path(value)

    assert path is None or all(step in (ANY_ITEM, ANY_MEMBER) or isinstance(step, str) for step in path)
