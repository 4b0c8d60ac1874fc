"""Bytes on disk: atomic writes, array folders (never pickle), the artifact store, the corpus database."""
