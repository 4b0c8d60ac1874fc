"""Measure phrase encoders: one evaluator a file, each `scorer -> results`, and the command that prints the table."""
