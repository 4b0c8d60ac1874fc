"""Documents to a vocabulary of words and phrases with their mentions. The only home of spaCy."""
