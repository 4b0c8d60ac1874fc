"""Text to unit vectors with a local transformer encoder."""
