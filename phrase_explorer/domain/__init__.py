"""The nouns: frozen dataclasses over numpy. No files, no models, no Qt."""
