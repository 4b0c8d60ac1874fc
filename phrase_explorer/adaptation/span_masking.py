"""Random span masking over tokens, with the tokenizer's own mask token.

Mirror-BERT's code masks five characters, and only in texts of thirty or more, so that most phrases are never masked; here a span
of tokens is masked, in every text that is long enough to keep at least one token.
"""

import random
from collections.abc import Sequence

DEFAULT_SPAN = 1
MIN_CONTENT_TOKENS = 3


def mask_spans(
    token_rows: Sequence[Sequence[int]],
    mask_id: int,
    rng: random.Random,
    *,
    span: int = DEFAULT_SPAN,
    min_content_tokens: int = MIN_CONTENT_TOKENS,
) -> tuple[list[list[int]], int]:
    """Replace one random span of each text by the mask token; the marks at both ends stay.

    Parameters
    ----------
    span
        Tokens replaced by one mask; 0 masks nothing. At least one token is always left.
    min_content_tokens
        Texts with fewer tokens between the marks stay as they are.

    Returns
    -------
    tuple of (list of token rows, int)
        The rows, and how many of them were masked.
    """
    masked_rows, n_masked = [], 0
    for row in token_rows:
        n_content = len(row) - 2
        length = min(span, n_content - 1)
        if length < 1 or n_content < min_content_tokens:
            masked_rows.append(list(row))
            continue
        start = 1 + rng.randrange(n_content - length + 1)
        masked_rows.append([*row[:start], mask_id, *row[start + length :]])
        n_masked += 1
    return masked_rows, n_masked
