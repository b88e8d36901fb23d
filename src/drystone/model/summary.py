"""What a model holds, in numbers: for `drystone info` and `drystone check`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.model import Model


@dataclass(frozen=True)
class ModelSummary:
    """Counts and measures of a model; supports do not count in mass, weight, centroid and box."""

    name: str
    block_count: int
    support_count: int
    part_count: int
    groups: dict[str, int]                  #: blocks of every group
    joints: dict[str, float]                #: friction of every joint [-]
    varied: dict[str, tuple[int, float, float]]  #: interfaces with joints of their own: number, friction from and to
    mass: float                             #: [kg]
    weight: float                           #: [N]
    least_block_mass: float                 #: [kg]
    greatest_block_mass: float              #: [kg]
    centroid: tuple[float, float, float]    #: [m], at the start
    box_lower: tuple[float, float, float]   #: [m], at the start
    box_upper: tuple[float, float, float]   #: [m], at the start
    ties: tuple[str, ...]
    loads: tuple[str, ...]
    motions: tuple[str, ...]
    stages: dict[str, float]                #: duration of every stage [s]
    event_count: int
    monitors: tuple[str, ...]
    duration: float | None                  #: [s]; None = it comes with the run


def summarize(model: Model) -> ModelSummary:
    """Measure a model as it is at the start."""
    free = ~model.is_support
    mass = model.mass[free]
    centroid = mass @ model.initial_position[free] / mass.sum()
    lower, upper = _bounding_box(model, free)
    groups: dict[str, int] = {}
    for names in model.block_groups:
        for name in names:
            groups[name] = groups.get(name, 0) + 1
    joints: dict[str, float] = {}
    for joint in model.joints:      # of one name the first is the law, the others are variations of it
        joints.setdefault(joint.name, joint.friction)
    loads = model.loads
    motions = [*(m.active.name for m in loads.ground_motions), *(m.active.name for m in loads.support_motions)]
    return ModelSummary(
        name=model.name, block_count=int(free.sum()), support_count=int((~free).sum()),
        part_count=int(free[model.parts.block].sum()), groups=dict(sorted(groups.items())),
        joints=joints, varied=_varied(model),
        mass=float(mass.sum()), weight=float(mass.sum() * np.linalg.norm(model.gravity)),
        least_block_mass=float(mass.min()), greatest_block_mass=float(mass.max()),
        centroid=_triple(centroid), box_lower=_triple(lower), box_upper=_triple(upper),
        ties=model.ties.names,
        loads=(*(load.name for load in loads.point_loads), *(load.name for load in loads.body_loads)),
        motions=tuple(dict.fromkeys(motions)),
        stages={stage.name: stage.stop - stage.start for stage in loads.stages}, event_count=len(loads.events),
        monitors=tuple(monitor.name for monitor in model.monitors), duration=loads.duration)


def describe(summary: ModelSummary) -> list[tuple[str, str]]:
    """Rows (what, value with unit) for people."""
    rows = [("model", summary.name), ("blocks", f"{summary.block_count} ({summary.part_count} convex parts)"),
            ("supports", f"{summary.support_count}"),
            ("mass", f"{summary.mass:.6g} kg (blocks {summary.least_block_mass:.4g} to "
                     f"{summary.greatest_block_mass:.4g} kg)"),
            ("weight", f"{summary.weight:.6g} N"), ("centroid", f"{_shown(summary.centroid)} m"),
            ("bounding box", f"{_shown(summary.box_lower)} to {_shown(summary.box_upper)} m")]
    lists = (("groups", [f"{name} ({count})" for name, count in summary.groups.items()]),
             ("joints", [f"{name} (friction {mu:g})" for name, mu in summary.joints.items()]),
             ("variations", [f"{count} interfaces of {name} (friction {low:g} .. {high:g})"
                             for name, (count, low, high) in summary.varied.items()]),
             ("ties", summary.ties), ("loads", summary.loads), ("motions", summary.motions),
             ("stages", [f"{name} ({time:g} s)" for name, time in summary.stages.items()]),
             ("events", [str(summary.event_count)] if summary.event_count else []),
             ("monitors", summary.monitors))
    rows += [(what, ", ".join(items)) for what, items in lists if items]
    rows.append(("duration", "given with the run" if summary.duration is None else f"{summary.duration:g} s"))
    return rows


def _varied(model: Model) -> dict[str, tuple[int, float, float]]:
    """Joints that a variation made are called as the joint that they come from, which goes before them."""
    frictions: dict[str, list[float]] = {}
    for joint in model.joints:
        frictions.setdefault(joint.name, []).append(joint.friction)
    return {name: (len(own) - 1, min(own[1:]), max(own[1:])) for name, own in frictions.items() if len(own) > 1}


def _bounding_box(model: Model, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the box around the chosen blocks at the start [m]."""
    owner = np.repeat(model.parts.block, np.diff(model.parts.vertex_ptr))
    turned = np.einsum("vij,vj->vi", quaternion_to_matrix(model.initial_orientation)[owner], model.parts.vertex)
    world = (turned + model.initial_position[owner])[chosen[owner]]
    return world.min(axis=0), world.max(axis=0)


def _triple(vector: np.ndarray) -> tuple[float, float, float]:
    x, y, z = (float(c) for c in vector)
    return x, y, z


def _shown(vector: tuple[float, float, float]) -> str:
    return "(" + ", ".join(f"{c:.6g}" for c in vector) + ")"
