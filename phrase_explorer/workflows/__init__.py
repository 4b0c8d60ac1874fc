"""The verbs: one function for each thing a user can ask. The command line and the window call the same ones."""
