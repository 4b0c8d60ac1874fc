"""Vectors to topics: the autoencoder, its fit, its interpretation, its quality measures."""
