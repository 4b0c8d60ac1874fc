"""A fifth of the concepts of each ontology, chosen by a hash of their identifier, that training never sees.

Their synonyms are the questions of the entity-linking evaluation.
"""

from phrase_explorer.foundation.content_hash import hash_bytes

HELD_OUT_SHARE = 5


def is_held_out(concept: str) -> bool:
    """Tell whether a concept, such as ``DOID:0001816``, is kept for evaluation."""
    return int(hash_bytes(concept.encode("utf-8"))[:8], 16) % HELD_OUT_SHARE == 0
