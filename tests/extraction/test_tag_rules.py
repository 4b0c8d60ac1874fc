import pytest

from phrase_explorer.extraction.parsed_text import CONTENT_POS
from phrase_explorer.extraction.tag_rules import (
    REPLACED_COMPONENTS,
    TagRules,
    UnsupportedPatternsError,
    mentioned_words,
    read_rules,
)

TEXTS = (
    "Ain't it true? Let's go. C'mon, y'all are gonna see nothin', for there is nothing. I'd've done it. There 's the dog.",
    "The men who had been running were better than those leaves, which fell; she has done what everyone does.\n\nHe did.",
    "Do it! Having said that, but for you I would not, nor will I be, so that once upon a time they've got ta leave it.",
    "SUBJECT: Re: Cheap geese & mice!!! Buy 3 oxen for $5,000 -- the best, cheapest, worst.",
    "",
)


@pytest.mark.model
def test_parts_of_speech_and_lemmas_are_exactly_those_of_spacy(pipeline):
    rules = TagRules(pipeline)

    whole = pipeline.pipe(TEXTS)
    parsed_only = pipeline.pipe(TEXTS, disable=REPLACED_COMPONENTS)

    for doc, bare in zip(whole, parsed_only, strict=True):
        parts_of_speech, lemmas = rules.derive(bare, lemmas_of=CONTENT_POS)
        assert parts_of_speech == [token.pos_ for token in doc]
        assert lemmas == [token.lemma_ if token.pos_ in CONTENT_POS else "" for token in doc]


def test_the_later_rule_wins_and_optional_letters_are_written_out():
    rules = read_rules(
        [
            {"patterns": [[{"TAG": "RB"}]], "attrs": {"POS": "ADV", "MORPH": "_"}, "index": 0},
            {"patterns": [[{"TAG": "RB", "LOWER": {"REGEX": "^n'?t$"}}]], "attrs": {"POS": "PART"}, "index": 0},
        ]
    )

    assert mentioned_words(rules) == {"n't", "nt"}
    assert rules[1].holds(0, ("RB", "n't", "neg", False))
    assert not rules[1].holds(0, ("RB", "not", "neg", False))
    assert rules[0].sets["MORPH"] == ""


@pytest.mark.parametrize(
    "pattern",
    [
        [{"SHAPE": "Xx"}],
        [{"LOWER": "a"}, {"LOWER": "b"}, {"LOWER": "c"}],
        [{"LOWER": {"REGEX": ".*"}}],
    ],
)
def test_patterns_of_another_kind_are_left_to_spacy(pattern):
    with pytest.raises(UnsupportedPatternsError):
        read_rules([{"patterns": [pattern], "attrs": {"POS": "X"}, "index": 0}])
