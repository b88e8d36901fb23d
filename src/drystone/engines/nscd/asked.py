"""What the steps of a run are asked for and why: in words for people, as arrays for whoever reads the run's table."""

from __future__ import annotations

import numpy as np

from drystone.engines.nscd.convex_flow import FLOW_ACCEPTED
from drystone.engines.nscd.world import World
from drystone.model.settings import NscdSettings


def splits_law(settings: NscdSettings) -> bool:
    """Whether steps are solved by the splitting on Coulomb's law: a solver that is named is one of convex problems."""
    return settings.flow_rule == "coulomb" and settings.solver == "auto"


def describe_asked(world: World) -> str:
    """One line: the accuracy in force, and why."""
    settings, accuracy = world.settings, world.accuracy
    if splits_law(settings):
        return (f"{accuracy.level} ({accuracy.reason}): each step to {accuracy.flow:g} g dt of Coulomb's law, "
                f"{accuracy.momentum:g} of momentum")
    certified = f"velocity of each convex problem certified to {settings.tolerance:g} (tolerance)"
    if settings.flow_rule == "coulomb":
        return (f"{certified}; solver {settings.solver} is named, so Coulomb's law is met by iterating them, at most "
                f"{settings.flow_iterations} a step, aimed at {FLOW_ACCEPTED:g} g dt of the slip")
    return f"{certified}; flow rule {settings.flow_rule}, not Coulomb's"


def asked_arrays(world: World) -> dict[str, np.ndarray]:
    """What residuals of table `steps` are compared with; no `asked_flow` where the flow rule is not Coulomb's.

    asked_flow, asked_momentum : of a step, [m/s] and [-]; speed_unit : gravity times step [m/s]; accuracy_level : text,
    empty where convex problems are certified instead
    """
    settings, accuracy, by_splitting = world.settings, world.accuracy, splits_law(world.settings)
    arrays = {"speed_unit": np.array(world.speed), "tolerance": np.array(settings.tolerance),
              "accuracy_level": np.array((accuracy.level if by_splitting else "").encode())}
    if settings.flow_rule == "coulomb":
        arrays["asked_flow"] = np.array((accuracy.flow if by_splitting else FLOW_ACCEPTED) * world.speed)
    if by_splitting:
        arrays["asked_momentum"] = np.array(accuracy.momentum)
    return arrays
