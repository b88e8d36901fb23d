"""Shapes of blocks: convex solids, compounds of them, rotations, trimmed edges and crowned bases."""
