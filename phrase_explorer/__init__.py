"""Phrase Explorer: from a folder of text to a map of its phrases."""

__version__ = "0.1.0"
