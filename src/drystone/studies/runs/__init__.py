"""Runs of a study: planned, checked, carried out, kept."""
