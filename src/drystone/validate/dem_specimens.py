"""Small specimens of Oktiovan and others 2024 for engine dem: couplet, prisms, panels in bending."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from drystone import patterns
from drystone.engines.registry import make_engine
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.model.settings import DemSettings
from drystone.simulation.march import take_steps

#: Numbers to keep of a row: state and report -> values.
Probe = Callable[[object, object], tuple[float, ...]]


def follow_rows(model: Model, settings: DemSettings, probe: Probe) -> tuple[np.ndarray, object, object]:
    """Kept numbers (n, k), engine and last state of a run through all stages."""
    engine = make_engine(model, settings, model.loads.duration)
    start, kept = engine.start(), []
    for state, report, _ in take_steps(model, engine, start, round(model.loads.duration / settings.dt)):
        kept.append(probe(state, report))
    return np.array(kept), engine, state


def tangent(angle_deg: float) -> float:
    """Friction of an angle [deg]."""
    return float(np.tan(np.radians(angle_deg)))


def softening(opening: float, sliding: float, cohesion: float = 0.0, friction: float = 0.0) -> dict:
    """Exponential loss of strength by fracture energies [N/m], with residual cohesion [Pa] and friction."""
    return {"tension": {"energy": opening, "shape": "exponential"},
            "shear": {"energy": sliding, "shape": "exponential", "residual_cohesion": cohesion,
                      "residual_friction": friction, "dilation": 0.0}}


# --- couplet -----------------------------------------------------------------------------------------

COUPLET_AREA = 0.21 * 0.10      #: [m2]
PRESS = 0.04                    #: [s], before a couplet is sheared


#: Time [s] and displacement [m] of the upper plate: slow up to the peak.
ONE_WAY = ((0.1, 0.1e-3), (0.4, 3e-3))


def couplet_mortar(pressure: float) -> dict:
    """Joint of the couplet under a pressure [Pa]."""
    energy = 58.0 + 130.0 * pressure / 1e6
    return {"friction": 1.0, "normal_stiffness": 150e9, "shear_stiffness": 70e9, "tension": 0.3e6, "cohesion": 1.0e6,
            "damage": softening(12.0, energy, 0.1e6, tangent(35.0))}


def couplet(pressure: float, cells: tuple[int, int, int] | None, mortar: dict | None = None,
            path: Sequence[tuple[float, float]] = ONE_WAY) -> tuple[Model, DemSettings]:
    """Two bricks of 210 x 80 x 100 mm and a joint, pressed [Pa] and sheared; cells None: rigid bricks.

    The lower brick stands on a plate that holds its lower nodes. All nodes of the upper one go along x with a plate on
    top, which is free to rise and carries the pressure.
    mortar : law of the joint; None: that of Oktiovan and others 2024
    path : time [s] and displacement [m] of the upper plate, from 0
    """
    scene = Assembly("couplet", gravity=0.0)
    scene.material("brick", density=2300.0, young=16.7e9, poisson=0.15)
    scene.joint("mortar", **(couplet_mortar(pressure) if mortar is None else mortar))
    scene.joint("glue", friction=1.0, normal_stiffness=150e9, shear_stiffness=70e9, law="elastic",
                between=[["lower", "base"], ["upper", "top"]])
    for name, low, high in (("lower", 0.0, 0.08), ("upper", 0.08, 0.16), ("base", -0.05, 0.0), ("top", 0.16, 0.21)):
        scene.add(name, box_between((0.0, 0.0, low), (0.21, 0.1, high)), material="brick")
    scene.support("base", "top")
    scene.load_area("pressure", "top", "z", pressure, history=[(0.0, 0.0), (0.02, 1.0)])
    scene.support_motion("push", "top", displacement=[(0.0, 0.0), *path], direction="x")
    scene.stage("press", duration=PRESS, loads=["pressure"])
    scene.stage("shear", duration=path[-1][0], loads=["pressure"], motions=["push"])
    everything = {"block": "upper", "to": "top", "face": "all", "axes": "x"}
    bonds = [everything, {"block": "lower", "to": "base", "face": "-z"}, {"block": "upper", "to": "top", "face": "+z"}]
    if cells is None:
        bonds = [{"block": "lower", "to": "base", "face": "all"}, {"block": "upper", "to": "top", "face": "all"}]
    settings = DemSettings.model_validate({
        "engine": "dem", "dt": 2e-4, "mesh": [{"cells": list(cells or (4, 2, 1))}], "damping": {"local": 0.8},
        "guides": [{"support": "top", "free": "z"}], "bonds": bonds})
    return scene.build(), settings


def shear_couplet(pressure: float, cells: tuple[int, int, int] | None) -> tuple[float, float]:
    """Peak and residual shear stress [MPa]."""
    kept, _, _ = follow_rows(*couplet(pressure, cells), lambda state, report: (report.numbers["reaction:top"][0],))
    stress = kept[:, 0] / COUPLET_AREA / 1e6
    return float(stress.max()), float(stress[-50:].mean())


# --- prisms -----------------------------------------------------------------------------------------

PRISM = 0.44, 0.1, 0.48         #: [m]


def prism(is_upright: bool, cells: tuple[int, int, int] = (2, 1, 1), speed: float = 20e-3,
          travel: float = 8e-3) -> tuple[Model, DemSettings]:
    """Two by six courses of bricks (220 x 80 mm with their joints), pressed across or along their bed joints.

    Plates are glued on by elastic joints of the mortar's stiffness. Planes within bricks: ten times that, no crushing.
    """
    strength, ratio = (5.93e6, 68.5) if is_upright else (7.55e6, 85.0)
    scene = Assembly("prism", gravity=9.81)
    scene.material("brick", density=1800.0, young=4.8e9, poisson=0.15)
    friction = tangent(23.27)
    scene.joint("mortar", friction=friction, normal_stiffness=521e9, shear_stiffness=227e9, tension=0.1e6,
                cohesion=0.11e6, compression=strength, damage=softening(10.0, 100.0, 0.011e6, friction) | {"crushing": {
                    "energy": 31500.0, "elastic_share": 0.3, "peak_ratio": ratio, "residual": 0.1 * strength,
                    "cap_shear": 9.0}})
    scene.joint("crack", friction=0.75, normal_stiffness=5210e9, shear_stiffness=2270e9, tension=1.5e6, cohesion=3.0e6,
                between=[], damage=softening(80.0, 500.0, 0.0, 0.75))
    scene.joint("glue", friction=1.0, normal_stiffness=521e9, shear_stiffness=227e9, law="elastic",
                between=[["wall", "near"], ["wall", "far"]])
    scene.add_pattern(patterns.running_bond(length=PRISM[0], courses=6, block=(0.22, 0.08), thickness=PRISM[1]),
                      material="brick")
    x, y, z = PRISM
    low, high = ((0, 0, -0.05), (x, y, 0)), ((0, 0, z), (x, y, z + 0.05))
    if not is_upright:
        low, high = ((-0.05, 0, 0), (0, y, z)), ((x, 0, 0), (x + 0.05, y, z))
    scene.add("near", box_between(*low))
    scene.add("far", box_between(*high))
    scene.support("near", "far")
    scene.support_motion("press", "near", displacement=[(0.0, 0.0), (travel / speed, travel)],
                         direction="z" if is_upright else "x")
    scene.stage("press", duration=travel / speed, motions=["press"])
    size = [0.11 / cells[0], 0.1 / cells[1], 0.08 / cells[2]]
    settings = DemSettings.model_validate({
        "engine": "dem", "dt": 1e-3, "damping": {"local": 0.8},
        "mesh": [{"size": size}, {"blocks": ["near", "far"], "size": size}],
        "cracks": [{"blocks": ["wall"], "joint": "crack", "longer_than": 0.15}]})
    return scene.build(), settings


# --- panels in bending -------------------------------------------------------------------------------

BAR = 0.005                     #: [m], width and depth of the bars that press


def panel(kind: str, through: int = 4, path: tuple = ((0.4, 4e-5), (0.9, 1e-3))) -> tuple[Model, DemSettings]:
    """A panel on two bars 720 mm apart, pressed by two 360 mm apart; OOP1, OOP2 across its plane, IP in it.

    OOP1: 2 x 10 courses, moment about an axis along the bed joints. OOP2 and IP: 4 x 4 courses. Gravity is off,
    bars are 5 mm wide and without friction.
    through : cells along the direction of the load: of the thickness, or (IP) of a course
    path : time [s] and displacement [m] of the bars that press, slow at first
    """
    length, courses = (0.44, 10) if kind == "OOP1" else (0.88, 4)
    height = 0.08 * courses
    scene = Assembly(f"panel-{kind}", gravity=0.0)
    scene.material("brick", density=1800.0, young=4.8e9, poisson=0.15)
    friction = tangent(29.64)
    scene.joint("mortar", friction=friction, normal_stiffness=158e9, shear_stiffness=68e9, tension=0.11e6,
                cohesion=0.15e6, damage=softening(10.0, 100.0, 0.015e6, tangent(28.37)))
    scene.joint("crack", friction=0.75, normal_stiffness=1580e9, shear_stiffness=680e9, tension=1.55e6, cohesion=3.1e6,
                between=[], damage=softening(80.0, 500.0, 0.0, 0.75))
    scene.joint("bar", friction=0.0, normal_stiffness=158e9, shear_stiffness=68e9, between=[["wall", "bars"]])
    scene.add_pattern(patterns.running_bond(length=length, courses=courses, block=(0.22, 0.08), thickness=0.1),
                      material="brick")
    whole = height if kind == "OOP1" else length
    for name, at, is_load in (("left", 0.5 * whole - 0.36, False), ("right", 0.5 * whole + 0.36, False),
                              ("push_1", 0.5 * whole - 0.18, True), ("push_2", 0.5 * whole + 0.18, True)):
        near, far = at - 0.5 * BAR, at + 0.5 * BAR
        if kind == "IP":
            low, high = (near, 0.0, height if is_load else -BAR), (far, 0.1, height + BAR if is_load else 0.0)
        else:
            side = (-BAR, 0.0) if is_load else (0.1, 0.1 + BAR)
            low, high = ((0.0, side[0], near), (length, side[1], far)) if kind == "OOP1" else \
                ((near, side[0], 0.0), (far, side[1], height))
        scene.add(name, box_between(low, high), groups="bars")
        scene.support(name)
    scene.support_motion("press", ["push_1", "push_2"], displacement=[(0.0, 0.0), *path],
                         direction=(0, 0, -1) if kind == "IP" else (0, 1, 0))
    scene.stage("press", duration=path[-1][0], motions=["press"])
    size = [0.055, 0.1, 0.08 / through] if kind == "IP" else [0.11, 0.1 / through, 0.16 / through]
    settings = DemSettings.model_validate({
        "engine": "dem", "dt": 1e-3, "damping": {"local": 0.8}, "mesh": [{"size": size}],
        "cracks": [{"blocks": ["wall"], "joint": "crack", "longer_than": 0.15}]})
    return scene.build(), settings
