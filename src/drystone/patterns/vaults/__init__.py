"""Vaults, domes and round walls, and what they are made of."""
