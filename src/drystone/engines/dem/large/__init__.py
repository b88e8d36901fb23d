"""Large displacements: blocks that turn, contacts that are found again."""
