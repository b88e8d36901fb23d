"""What the solvers run on: our own kernels, or NumPy and SciPy alone where those are asked for or all there is.

Everybody who needs a part that has two forms takes it from here.
"""

from __future__ import annotations

from drystone.plain import is_asked, say_plain


def _choose():
    """The module with the parts: `fast`, or `plain`."""
    if not is_asked():
        try:
            from drystone.solvers import fast
            return fast
        except Exception as error:   # whatever a new numba or SciPy says when a private part is gone
            say_plain("solvers", error)
    from drystone.solvers import plain
    return plain


_parts = _choose()

IS_PLAIN = _parts.__name__.endswith("plain")
BlockPattern, PatternMemory, hold_candidates = _parts.BlockPattern, _parts.PatternMemory, _parts.hold_candidates
solve_interior, solve_augmented, solve_regularised = (_parts.solve_interior, _parts.solve_augmented,
                                                      _parts.solve_regularised)
solve_splitting = _parts.solve_splitting
