"""Ready-made structures: each function returns named shapes in world coordinates, z up."""

from drystone.patterns.arch import circular_arch
from drystone.patterns.blocks import single, stack
from drystone.patterns.wall import courses_wall, running_bond, stack_bond

__all__ = ["circular_arch", "courses_wall", "running_bond", "single", "stack", "stack_bond"]
