"""Elastic statics of a model from Python, with or without a live load."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from drystone.checks import check_number
from drystone.limit.elastic.system import USUAL_STIFFNESS
from drystone.limit.elastic.verdict import RATIOS, ElasticStatics, judge_elastic
from drystone.limit.equilibrium import build_equilibrium, dead_load
from drystone.limit.live import LiveLoad
from drystone.limit.stability import find_first_motion
from drystone.limit.statics import elastic_forces
from drystone.model.model import Model
from drystone.model.uses import check_uses


def elastic_analysis(model: Model, live: LiveLoad | None = None, *, ratios: Sequence[float] = RATIOS,
                     stiffness: float = USUAL_STIFFNESS, overlap_tolerance: float = 0.0,
                     ignore: Collection[str] = ()) -> ElasticStatics:
    """Does it stand with elastic joints laid without stress, by Coulomb's law without dilatancy?

    Parameters
    ----------
    live : grows after the dead load, to its full value; the share at which the structure is lost is in the cases
    ratios : shear over normal stiffness of joints that state none [-]
    stiffness : normal stiffness per area of those [Pa/m]; displacements scale with its inverse, verdicts do not change
    overlap_tolerance, ignore : as for `statics_analysis`
    """
    for ratio in ratios:
        check_number("elastic statics: ratio", ratio, "-", above=0.0)
    check_number("elastic statics: stiffness", stiffness, "Pa/m", above=0.0)
    check_uses(model, "statics", ignore)
    eq = build_equilibrium(model, overlap_tolerance=overlap_tolerance, must_be_carried=False)
    dead = dead_load(model, () if live is None else live.taken)
    total = dead if live is None else dead + live.wrench
    force = elastic_forces(eq, total)[0].force if find_first_motion(eq, total).stands else None
    return judge_elastic(eq, dead, None if live is None else live.wrench, rigid_force=force, ratios=ratios,
                         stiffness=stiffness)
