"""All of Qt: the desktop window."""
