"""One parsed text as columns of plain numbers: what spaCy knows, read once for all tokens instead of token by token."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from phrase_explorer.foundation.array_types import Int64Array


@dataclass(frozen=True, eq=False)
class ParsedText:
    """The columns of a parsed text, one entry a token.

    Parameters
    ----------
    text
        The text that was parsed.
    pos
        Universal part of speech, as spaCy's symbol number.
    dep
        Dependency label, as the hash of its string.
    heads
        Index of each token's head.
    starts, ends
        Characters of `text`, end exclusive.
    lemmas
        Hash of each lemma.
    opens_sentence
        True at the first token of a sentence.
    """

    text: str
    pos: list[int]
    dep: list[int]
    heads: list[int]
    starts: list[int]
    ends: list[int]
    lemmas: list[int]
    opens_sentence: list[bool]
    doc: Any  # Any: spaCy's Doc has no types

    @classmethod
    def from_doc(cls, doc: Any) -> "ParsedText":  # Any: spaCy's Doc has no types
        """Read the columns of a parsed doc."""
        from spacy.attrs import DEP, HEAD, IDX, LEMMA, LENGTH, POS, SENT_START

        columns = doc.to_array([POS, DEP, HEAD, IDX, LENGTH, LEMMA, SENT_START])
        starts: Int64Array = columns[:, 3].astype(np.int64)
        heads: Int64Array = columns[:, 2].astype(np.int64) + np.arange(len(columns))
        return cls(
            text=doc.text,
            pos=columns[:, 0].tolist(),
            dep=columns[:, 1].tolist(),
            heads=heads.tolist(),
            starts=starts.tolist(),
            ends=(starts + columns[:, 4].astype(np.int64)).tolist(),
            lemmas=columns[:, 5].tolist(),
            opens_sentence=(columns[:, 6] == 1).tolist(),
            doc=doc,
        )

    def token(self, index: int) -> str:
        """Give the text of one token."""
        return self.text[self.starts[index] : self.ends[index]]
