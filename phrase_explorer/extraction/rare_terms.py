"""How often a term must occur to stand on the map, by the size of the corpus."""

MIN_COUNTS: tuple[tuple[int, int], ...] = ((5_000, 1), (200_000, 2), (2_000_000, 3), (20_000_000, 5))
"""(running words below, minimum count): the smallest corpora keep all."""

MIN_COUNT_OF_LARGEST = 10


def min_count_for(n_words: int) -> int:
    """Give the minimum count for a corpus of `n_words` running words.

    1 below 5,000 words, 2 below 200,000, 3 below 2 million, 5 below 20 million, else 10.
    """
    return next((min_count for below, min_count in MIN_COUNTS if n_words < below), MIN_COUNT_OF_LARGEST)
