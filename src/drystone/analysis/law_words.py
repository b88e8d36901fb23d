"""What a run's figures on Coulomb's law say, for people."""

from __future__ import annotations

from drystone.analysis.law import FAR, LawFigures

#: Share of the energy turned over that steps far outside of what was asked for may carry without a warning [-].
ENERGY_WARNING = 0.1


def law_words(law: LawFigures) -> list[str]:
    """How many steps are within what was asked for, the residuals, and the energy that the others carry."""
    kept = "kept steps" if law.is_thinned else "steps"
    residual = (f"median {law.median:.2g}, 90th percentile {law.high:.2g}, worst {law.worst:.3g} g dt "
                f"at t = {law.worst_time:.4g} s")
    if law.moving == 0:
        return [f"nothing moves; residual of Coulomb's law: worst {law.worst:.3g} g dt"]
    if law.outside == 0:
        first = f"within that in all {law.moving} {kept} in motion"
    else:
        inside = law.moving - law.outside
        first = f"within that in {inside} of {law.moving} {kept} in motion ({100 * inside // law.moving} %)"
    name = "residual of Coulomb's law" if law.is_graded else "change of the slip in the last iteration"
    lines = [first, f"{name}: {residual}"]
    if law.is_graded:
        lines.append(f"as if rigid joints gave nothing: median {law.rigid_median:.2g}, "
                     f"90th percentile {law.rigid_high:.2g} g dt")
    if law.outside:
        lines.append(f"steps outside carry {percent(law.energy_outside)} of the energy turned over")
    return lines


def law_warnings(law: LawFigures, level: str) -> list[str]:
    """A line where steps far outside carry too much of the energy. level : accuracy in force, "" for convex problems"""
    if law.energy_far <= ENERGY_WARNING:
        return []
    nearer = {"exact": "", "": "more flow_iterations, solver: auto, "}.get(level, "accuracy: exact, ")
    return [f"Coulomb's law is missed by more than {FAR:g} times what was asked for in steps that carry "
            f"{percent(law.energy_far)} of the energy turned over: try a smaller dt, {nearer}joints with stiffness"]


def percent(share: float) -> str:
    """A share in words, with two digits where it is small."""
    value = 100.0 * share
    return f"{value:.0f} %" if value >= 10.0 else f"{value:.2g} %"
