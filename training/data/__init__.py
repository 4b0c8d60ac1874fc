"""From open text and lexical resources to training triplets, with licences and evaluation sets kept apart."""
