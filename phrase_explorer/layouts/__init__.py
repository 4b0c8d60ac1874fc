"""Vectors to positions on the map (the only home of umap), label placement, density raster."""
