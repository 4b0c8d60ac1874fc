"""Supervised recipe: phrase paraphrases, hard negatives, and what a larger teacher knows."""
