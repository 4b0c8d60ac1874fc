"""Vectors to neighbours and answers. The only home of faiss."""
