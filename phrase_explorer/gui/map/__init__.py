"""The parts of the map: what is on it, how it is drawn, and the small floating things over it."""
