"""What the user owns: the project folder, its analysis, annotations and history."""
