"""Files that people bring, and files they take away."""

from drystone.io.blocks import read_blocks, write_blocks

__all__ = ["read_blocks", "write_blocks"]
