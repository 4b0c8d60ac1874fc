"""Headless fine-tuning of the encoders. Never imported by the app."""
