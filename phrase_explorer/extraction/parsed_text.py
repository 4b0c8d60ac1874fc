"""One parsed text as columns of plain numbers: what spaCy knows, read once for all tokens instead of token by token."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from phrase_explorer.extraction.tag_rules import TagRules
from phrase_explorer.foundation.array_types import Int64Array

CONTENT_POS = frozenset(("NOUN", "PROPN", "ADJ", "VERB", "NUM"))
"""Parts of speech that become words; numbers among them only to be counted by the rule that drops them."""


@dataclass(frozen=True, eq=False)
class ParsedText:
    """The columns of a parsed text, one entry a token.

    Parameters
    ----------
    text
        The text that was parsed.
    pos
        Universal part of speech, such as "NOUN".
    dep
        Dependency label, as the hash of its string.
    heads
        Index of each token's head.
    starts, ends
        Characters of `text`, end exclusive.
    lemmas
        Lemma of each word of content; "" for the others.
    opens_sentence
        True at the first token of a sentence.
    """

    text: str
    pos: list[str]
    dep: list[int]
    heads: list[int]
    starts: list[int]
    ends: list[int]
    lemmas: list[str]
    opens_sentence: list[bool]
    doc: Any  # Any: spaCy's Doc has no types

    @classmethod
    def from_doc(cls, doc: Any, tag_rules: TagRules | None) -> "ParsedText":  # Any: spaCy's Doc has no types
        """Read the columns of a parsed doc; parts of speech and lemmas from the doc itself where there are no tag rules."""
        from spacy.attrs import DEP, HEAD, IDX, LENGTH, SENT_START

        columns = doc.to_array([DEP, HEAD, IDX, LENGTH, SENT_START]).astype(np.int64)  # heads are negative offsets
        starts: Int64Array = columns[:, 2]
        if tag_rules is not None:
            pos, lemmas = tag_rules.derive(doc, lemmas_of=CONTENT_POS)
        else:
            pos = [token.pos_ for token in doc]
            lemmas = [token.lemma_ or token.text if token.pos_ in CONTENT_POS else "" for token in doc]
        return cls(
            text=doc.text,
            pos=pos,
            dep=columns[:, 0].view(np.uint64).tolist(),
            heads=(columns[:, 1] + np.arange(len(columns))).tolist(),
            starts=starts.tolist(),
            ends=(starts + columns[:, 3]).tolist(),
            lemmas=lemmas,
            opens_sentence=(columns[:, 4] == 1).tolist(),
            doc=doc,
        )

    def token(self, index: int) -> str:
        """Give the text of one token."""
        return self.text[self.starts[index] : self.ends[index]]
