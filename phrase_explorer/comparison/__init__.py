"""Keyness and trends: which phrases tell two groups of documents apart."""
