"""Questions that need an answer before work can start."""
