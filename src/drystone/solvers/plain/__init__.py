"""The solvers on NumPy and SciPy alone, by the names that machine.py gives: see drystone/plain.py."""

from drystone.solvers.plain.factor import BlockPattern, PatternMemory
from drystone.solvers.plain.hold import hold_candidates
from drystone.solvers.plain.interior import solve_plain
from drystone.solvers.plain.splitting import solve_splitting

solve_interior = solve_augmented = solve_regularised = solve_plain

__all__ = ["BlockPattern", "PatternMemory", "hold_candidates", "solve_augmented", "solve_interior",
           "solve_regularised", "solve_splitting"]
