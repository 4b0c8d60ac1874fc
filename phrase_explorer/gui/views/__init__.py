"""The widgets of the window. A widget shows and asks; it never decides."""
