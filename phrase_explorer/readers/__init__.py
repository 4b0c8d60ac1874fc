"""Bytes to documents: one file per format behind `open_corpus`."""
