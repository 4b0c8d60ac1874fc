"""Self-supervised recipe: any list of texts becomes training data for its own encoder (Liu et al. 2021)."""
