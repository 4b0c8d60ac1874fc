"""What a person can do: one small function each."""
