"""Joints of the tests: LOW wall and shear couplet of the paper, and variants for every option."""

import math

from drystone.model.joint import Joint

TAN35 = math.tan(math.radians(35.0))

LOW = {
    "friction": TAN35, "normal_stiffness": 82e9, "shear_stiffness": 36e9, "cohesion": 0.35e6, "tension": 0.25e6,
    "compression": 10.5e6,
    "damage": {
        "tension": {"energy": 18.0, "shape": "exponential"},
        "shear": {"energy": 125.0, "shape": "exponential", "residual_cohesion": 0.0, "residual_friction": TAN35,
                  "dilation": 0.0},
        "crushing": {"energy": 5000.0, "elastic_share": 0.3, "peak_ratio": 2.0, "residual": 0.0, "cap_shear": 9.0},
    },
}

#: The couplet: residual cohesion, and friction that softens; no cap.
COUPLET = {
    "friction": 1.0, "normal_stiffness": 150e9, "shear_stiffness": 70e9, "cohesion": 1.0e6, "tension": 0.3e6,
    "damage": {
        "tension": {"energy": 12.0, "shape": "exponential", "pieces": 100},
        "shear": {"energy": 58.0, "shape": "exponential", "pieces": 100, "residual_cohesion": 0.1e6,
                  "residual_friction": TAN35, "dilation": 0.0},
    },
}


def changed(data: dict, **changes) -> dict:
    """A copy with changes; `damage__shear__dilation=0.1` reaches inside."""
    made = {key: changed(value) if isinstance(value, dict) else value for key, value in data.items()}
    for path, value in changes.items():
        *groups, key = path.split("__")
        inner = made
        for group in groups:
            inner = inner[group]
        inner[key] = value
    return made


def joint(data: dict = LOW, **changes) -> Joint:
    return Joint("bed", **changed(data, **changes))


#: One joint for each option, several at once where they do not hide each other.
VARIANTS = {
    "as read": joint(),
    "couplet": joint(COUPLET),
    "elastic unloading": joint(damage__unloading="elastic"),
    "degraded, dilating": joint(damage__unloading="degraded", damage__shear_stiffness_left=0.4,
                                damage__shear__dilation=0.3, damage__shear__residual_cohesion=0.05e6,
                                damage__shear__residual_friction=0.5),
    "ratio, cap after the peak": joint(damage__driver="ratio", damage__crushing__cap="peak",
                                       damage__shear__residual_friction=0.6),
    "frozen ratio, cap by closing": joint(damage__driver="frozen_ratio", damage__crushing__cap="displacement",
                                          damage__shear__dilation=0.1, damage__shear__dilation_rule="constant",
                                          damage__crushing__residual=1e6),
    "constant dilation": joint(COUPLET, damage__shear__dilation=0.2, damage__shear__dilation_rule="constant"),
    "ellipse off the middle": joint(damage__crushing__cap_center=0.5e6, damage__crushing__cap_normal=1.2),
    "dry, crushing": joint(cohesion=0.0, tension=0.0, damage={"crushing": LOW["damage"]["crushing"]}),
}
