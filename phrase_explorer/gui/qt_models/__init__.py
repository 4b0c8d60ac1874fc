"""Qt item models over the nouns."""
