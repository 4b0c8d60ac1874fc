"""The command line: arguments, terminal progress, exit codes."""
