"""Joint laws by name, and which of them a joint is."""

from __future__ import annotations

from drystone.engines.dem.joints import damage, elastic, mohr_coulomb
from drystone.engines.dem.joints.law import Law
from drystone.errors import InputError
from drystone.model.joint import Joint

LAWS: dict[str, Law] = {module.NAME: module.LAW for module in (elastic, mohr_coulomb, damage)}

#: Most state columns that a law has.
MAX_STATE = max(len(law.state) for law in LAWS.values())


def law_of(joint: Joint) -> Law:
    """The law that a joint states: elastic where it says so, damage where it has some, otherwise Mohr-Coulomb's."""
    for key in ("normal_stiffness", "shear_stiffness"):
        if getattr(joint, key) is None:
            raise InputError(f"joint {joint.name!r}: {key} is missing, which dem needs", subject=("joint", joint.name))
    if joint.law == "elastic":
        return LAWS["elastic"]
    if joint.compression is not None and (joint.damage is None or joint.damage.crushing is None):
        raise InputError(f"joint {joint.name!r}: compression {joint.compression:g} Pa needs damage.crushing, which is "
                         "missing: without it no joint of dem crushes", subject=("joint", joint.name))
    return LAWS["mohr_coulomb" if joint.damage is None else "damage"]
