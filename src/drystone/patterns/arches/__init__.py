"""Arches: rings of voussoirs in the x-z plane, and what they are made of."""
