"""Vectors to positions on the map (principal components, UMAP), label placement, density raster."""
