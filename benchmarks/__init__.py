"""Scripts that measure us and a peer on the same work in one run."""
