"""Long work off the GUI thread."""
