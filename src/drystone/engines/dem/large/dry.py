"""The joint between faces that meet for the first time: friction as it is in the end, no cohesion, no tension."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.joints import mohr_coulomb
from drystone.engines.dem.stepping.bundles import World
from drystone.engines.dem.stepping.forces import LAW_NUMBERS
from drystone.model.joint import Joint


def pack_dry(joint: Joint) -> np.ndarray:
    """Parameters of the dry joint that follows from a joint."""
    shear = None if joint.damage is None else joint.damage.shear
    friction = joint.friction if shear is None else shear.residual_friction
    return np.array([joint.normal_stiffness, joint.shear_stiffness, 0.0, 0.0, friction])


def with_dry(world: World, joints: list[Joint]) -> World:
    """The world with a dry joint behind each of its own."""
    packed = [pack_dry(joint) for joint in joints]
    ends = world.parameter_ptr[-1] + np.cumsum([len(own) for own in packed])
    return world.replace(parameter=np.concatenate([world.parameter, *packed]),
                         parameter_ptr=np.concatenate((world.parameter_ptr, ends)).astype(np.int64))


#: Number of its law in kernels.
DRY_LAW = LAW_NUMBERS[mohr_coulomb.NAME]
