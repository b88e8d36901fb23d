"""The solvers on our own kernels, by the names that machine.py gives: private parts of numba, addresses of BLAS."""

from drystone.solvers.augmented.hold import hold_candidates
from drystone.solvers.augmented.solver import solve_augmented, solve_regularised
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.factor.sparse_cholesky import BlockPattern
from drystone.solvers.interior.solver import solve_interior
from drystone.solvers.splitting.solver import solve_splitting

__all__ = ["BlockPattern", "PatternMemory", "hold_candidates", "solve_augmented", "solve_interior",
           "solve_regularised", "solve_splitting"]
