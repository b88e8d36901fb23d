"""Blocks cut into constant-strain tetrahedra, and what follows from that: stiffness, masses, surfaces."""
