"""Stages with content-hash keys: what to recompute and how, child processes."""
