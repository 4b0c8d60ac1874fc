"""Standard library and numpy only: errors, progress, content hashes, logging set-up, resource paths."""
