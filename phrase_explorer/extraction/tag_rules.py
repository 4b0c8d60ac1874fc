"""spaCy's attribute ruler and lemmatizer, with their answers remembered.

The English pipeline derives parts of speech from tags with some hundred token patterns, matched anew at every token, and this
takes a quarter of its time. The answer depends only on the tag, the dependency label and, for few words, the word. `TagRules`
reads the patterns out of the loaded pipeline, works each case out once, and gives exactly what spaCy would
(``tests/extraction/test_tag_rules.py`` compares them). A pipeline with patterns of another kind keeps its own components.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

logger = logging.getLogger(__name__)

REPLACED_COMPONENTS = ("attribute_ruler", "lemmatizer")
MAX_REMEMBERED_LEMMAS = 200_000

_KNOWN_KEYS = frozenset(("TAG", "LOWER", "DEP", "IS_SPACE"))
_SET_KEYS = frozenset(("POS", "MORPH", "LEMMA", "DEP", "TAG"))
_REGEX_PART = re.compile(r"([a-z']|\[[a-z']+\])(\??)")
_SIMPLE_REGEX = re.compile(rf"\^(?:{_REGEX_PART.pattern})+\$")

Pattern = Mapping[str, Any]  # Any: a string, a truth value or a mapping of operators, as in spaCy's patterns
Case = tuple[str, str, str, bool]
"""Tag, the word in lower case if any pattern speaks of it ("" otherwise), dependency label, whether it is white space."""


class UnsupportedPatternsError(Exception):
    """The pipeline derives its parts of speech in a way that is not reproduced here."""


@dataclass(frozen=True)
class TokenRule:
    """One pattern of the attribute ruler: conditions on one or two tokens, and what it sets on one of them."""

    conditions: tuple[Pattern, ...]
    sets: Mapping[str, str]
    target: int

    def holds(self, position: int, case: Case) -> bool:
        """Tell whether the token of this case satisfies the condition at `position`."""
        values: dict[str, str | bool] = dict(zip(("TAG", "LOWER", "DEP", "IS_SPACE"), case, strict=True))
        return all(_satisfies(values[key], wanted) for key, wanted in self.conditions[position].items())


@dataclass(frozen=True)
class Derived:
    """What the rules derive for one case: attribute -> (rule number, value), and rules that look at the next token."""

    attributes: Mapping[str, tuple[int, str]]
    two_token_rules: tuple[int, ...]

    def value(self, name: str) -> str:
        """Give the value of an attribute, "" if no rule sets it."""
        return self.attributes.get(name, (-1, ""))[1]


class TagRules:
    """Derives the part of speech, morphology and lemma of tokens of a parsed doc that has tags and dependency labels only.

    Raises
    ------
    UnsupportedPatternsError
        If the pipeline's components cannot be reproduced.
    """

    def __init__(self, pipeline: Any) -> None:  # Any: spaCy's Language has no types
        if not set(REPLACED_COMPONENTS) <= set(pipeline.component_names):
            raise UnsupportedPatternsError("the pipeline has no attribute ruler or no lemmatizer")
        self._lemmatizer = pipeline.get_pipe("lemmatizer")
        if self._lemmatizer.mode != "rule" or self._lemmatizer.overwrite:
            raise UnsupportedPatternsError("the lemmatizer works otherwise")
        _index_by_sets(self._lemmatizer.lookups)
        self._rules = read_rules(pipeline.get_pipe("attribute_ruler").patterns)
        self._strings = pipeline.vocab.strings
        self._mentioned = {self._strings.add(word): word for word in mentioned_words(self._rules)}
        self._derived: dict[tuple[int, str, int, int], Derived] = {}
        self._lemmas: dict[tuple[int, str, str], str] = {}

    def derive(self, doc: Any, *, lemmas_of: frozenset[str]) -> tuple[list[str], list[str]]:
        """Give the part of speech of every token, and the lemma of those whose part of speech is in `lemmas_of`."""
        from spacy.attrs import DEP, IS_SPACE, LOWER, ORTH, TAG

        tags, words, labels, spaces, orths = (
            column.tolist() for column in doc.to_array([TAG, LOWER, DEP, IS_SPACE, ORTH]).T
        )
        mentioned, remembered = self._mentioned, self._derived
        keys = [
            (tag, mentioned.get(word, ""), label, space)
            for tag, word, label, space in zip(tags, words, labels, spaces, strict=True)
        ]
        derived: list[Derived] = []
        ahead: list[int] = []
        for index, key in enumerate(keys):
            found = remembered.get(key)
            if found is None:
                found = remembered[key] = self._derive_case(self._case(key))
            derived.append(found)
            if found.two_token_rules:
                ahead.append(index)
        for index in ahead:
            if index + 1 < len(keys):
                self._apply_two_token_rules(derived, index, self._case(keys[index + 1]))
        parts_of_speech = [found.value("POS") for found in derived]
        lemmas = [
            self._lemma(doc, index, orths[index], derived[index]) if pos in lemmas_of else ""
            for index, pos in enumerate(parts_of_speech)
        ]
        return parts_of_speech, lemmas

    def _case(self, key: tuple[int, str, int, int]) -> Case:
        tag, word, label, space = key
        return self._strings[tag], word, self._strings[label], bool(space)

    def _derive_case(self, case: Case) -> Derived:
        attributes: dict[str, tuple[int, str]] = {}
        ahead = []
        for number, rule in enumerate(self._rules):
            if len(rule.conditions) == 2:
                if rule.holds(0, case):
                    ahead.append(number)
            elif rule.holds(0, case):
                attributes |= {name: (number, value) for name, value in rule.sets.items()}
        return Derived(attributes, tuple(ahead))

    def _apply_two_token_rules(self, derived: list[Derived], index: int, next_case: Case) -> None:
        for number in derived[index].two_token_rules:
            rule = self._rules[number]
            if not rule.holds(1, next_case):
                continue
            target = derived[index + rule.target]
            stronger = {
                name: (number, value)
                for name, value in rule.sets.items()
                if target.attributes.get(name, (-1, ""))[0] < number
            }
            derived[index + rule.target] = Derived({**target.attributes, **stronger}, target.two_token_rules)

    def _lemma(self, doc: Any, index: int, orth: int, found: Derived) -> str:
        own = found.value("LEMMA")
        if own:
            return own
        key = (orth, found.value("POS"), found.value("MORPH"))
        lemma = self._lemmas.get(key)
        if lemma is None:
            if len(self._lemmas) >= MAX_REMEMBERED_LEMMAS:
                self._lemmas.clear()
                self._lemmatizer.cache.clear()
            token = doc[index]
            token.pos_ = key[1]
            token.set_morph(key[2])
            lemma = self._lemmas[key] = str(self._lemmatizer.lemmatize(token)[0])
        return lemma


def read_tag_rules(pipeline: Any) -> TagRules | None:
    """Give the rules of a pipeline, or None if its own components must run."""
    try:
        return TagRules(pipeline)
    except UnsupportedPatternsError as reason:
        logger.debug("the pipeline keeps its own components: %s", reason)
        return None


def read_rules(patterns: Sequence[Mapping[str, Any]]) -> tuple[TokenRule, ...]:
    """Read the attribute ruler's patterns, in their order: the later rule wins.

    Raises
    ------
    UnsupportedPatternsError
        If a pattern looks at more than two tokens, or at something else than tag, word, label and white space.
    """
    rules = []
    for entry in patterns:
        sets = {name: "" if value == "_" else str(value) for name, value in entry["attrs"].items()}
        for conditions in entry["patterns"]:
            known = all(set(condition) <= _KNOWN_KEYS for condition in conditions)
            if (
                not known
                or not set(sets) <= _SET_KEYS
                or len(conditions) > 2
                or not 0 <= entry["index"] < len(conditions)
            ):
                raise UnsupportedPatternsError(f"unknown pattern {conditions}")
            rules.append(TokenRule(tuple(_expanded(condition) for condition in conditions), sets, entry["index"]))
    return tuple(rules)


def mentioned_words(rules: Sequence[TokenRule]) -> frozenset[str]:
    """Give every word that a rule speaks of."""
    words: set[str] = set()
    for rule in rules:
        for condition in rule.conditions:
            wanted = condition.get("LOWER", {"IN": []})
            words.update([wanted] if isinstance(wanted, str) else wanted["IN"])
    return frozenset(words)


def _index_by_sets(lookups: Any) -> None:
    """Make the lemmatizer's lists of known lemmas sets: it only asks whether a word is in them, half a millisecond a time."""
    if lookups.has_table("lemma_index"):
        table = lookups.get_table("lemma_index")
        for part_of_speech in list(table):
            table[part_of_speech] = frozenset(table[part_of_speech])


def _expanded(condition: Pattern) -> Pattern:
    """Write a condition on the word as a list of words."""
    wanted = condition.get("LOWER")
    if wanted is None or isinstance(wanted, str) or set(wanted) == {"IN"}:
        return condition
    if set(wanted) != {"REGEX"} or not _SIMPLE_REGEX.fullmatch(wanted["REGEX"]):
        raise UnsupportedPatternsError(f"unknown condition {wanted}")
    words = [""]
    for letters, optional in _REGEX_PART.findall(wanted["REGEX"]):
        longer = [word + letter for letter in letters.strip("[]") for word in words]
        words = longer + words if optional else longer
    return {**condition, "LOWER": {"IN": words}}


def _satisfies(value: str | bool, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        return ("IN" not in wanted or value in wanted["IN"]) and (
            "NOT_IN" not in wanted or value not in wanted["NOT_IN"]
        )
    return bool(value == wanted)
