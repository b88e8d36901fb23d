"""A small model that meets every kernel of meshes, sub-contacts, joints and steps, so that they are compiled."""

from __future__ import annotations

from drystone.engines.registry import make_engine
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.settings import DemSettings

_DAMAGE = {"tension": {"energy": 10.0, "shape": "exponential"},
           "shear": {"energy": 50.0, "shape": "exponential", "residual_cohesion": 0.0, "residual_friction": 0.6,
                     "dilation": 0.0}}


def compile_all() -> None:
    """Everything; does little where it is in the cache."""
    for damping, displacements in (({"local": 0.8}, "small"), ({"stiffness": 1e-7}, "small"),
                                   ({"stiffness": 1e-7}, "large")):
        scene = Assembly("warm-up", gravity=9.81)
        scene.material("brick", density=1800.0, young=5e9, poisson=0.2)
        scene.joint("bed", friction=0.6, normal_stiffness=1e10, shear_stiffness=5e9, cohesion=1e5, tension=1e5,
                    damage=_DAMAGE)
        scene.joint("crack", friction=1.0, normal_stiffness=1e11, shear_stiffness=5e10, between=[])
        scene.add("lower", box_between((0.0, 0.0, 0.0), (0.2, 0.1, 0.1)), material="brick")
        scene.add("upper", box_between((0.05, 0.0, 0.1), (0.25, 0.1, 0.2)), material="brick")
        scene.add("base", box_between((0.0, 0.0, -0.1), (0.3, 0.1, 0.0)))
        scene.support("base")
        scene.support_motion("move", "base", displacement=[(0.0, 0.0), (1e-3, 1e-4)], direction="x")
        settings = DemSettings.model_validate({
            "engine": "dem", "dt": 1e-4, "mesh": [{"cells": [2, 1, 1]}], "damping": damping,
            "displacements": displacements,
            "cracks": [{"blocks": ["lower"], "joint": "crack"}],
            "bonds": [{"block": "lower", "to": "base", "face": "-z", "axes": "x"}]})
        engine = make_engine(scene.build(), settings, 1e-3)
        state = engine.start()
        for _ in range(3):      # not the time loop: this only makes every kernel be called
            state, report = engine.advance(state)
            engine.energies(state)
            engine.rows(state, report, frozenset(engine.tables))


def compile_beside() -> None:
    """The share of a second process: none, for all of it takes little longer than starting one."""


def compile_first() -> None:
    """The share of the first process: `compile_all` does it."""
