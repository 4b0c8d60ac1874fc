"""Training objectives, one a file."""
