"""Joints with stiffness under contacts without area, and answers that are no numbers."""

from dataclasses import replace

import numpy as np
import pytest
from scenes import G, March, block_on_ground

import drystone as ds
from drystone.engines.nscd.cone_step import ConeStep
from drystone.engines.nscd.law import LEAST_AREA, JointLaws
from drystone.errors import SolveError
from drystone.geometry.primitives import box, prism
from drystone.model.assembly import Assembly

STIFF = {"normal_stiffness": 2e9, "shear_stiffness": 5e8}


def keel():
    """A prism of 60 degrees balanced on its edge: both its faces are too steep to count as area."""
    scene = Assembly("keel", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6, **STIFF)
    shape = prism([(0.0, 0.0), (0.2, 0.2 * np.sqrt(3.0)), (-0.2, 0.2 * np.sqrt(3.0))], -0.5, 0.5)
    scene.add("keel", shape, material="stone")
    scene.add_ground(level=0.0)
    return scene


@pytest.mark.parametrize("scheme", [{"scheme": "euler"}, {"scheme": "theta", "theta": 0.7}])
def test_block_on_its_edge_sinks_by_the_stiffness_of_the_least_area(scheme):
    """W / (k A) with two of the four points of the least area A: the edge has none of its own."""
    march = March(keel(), 1e-3, **scheme).go(800)
    assert all((report.contacts.pair_area == 0.0).all() for report in march.reports)
    weight = 2000.0 * 0.04 * np.sqrt(3.0) * G
    width = march.model.parts.part_size[march.block("keel")]
    assert width == pytest.approx(0.2 * np.sqrt(3.0))
    sunk = march.model.initial_position[march.block("keel"), 2] - march.state.position[march.block("keel"), 2]
    assert sunk == pytest.approx(weight / (2e9 * 0.5 * LEAST_AREA * width**2), rel=1e-3)


def spoil(monkeypatch, field, step):
    """Let the solver's answer of a step hold a number that is none, though it calls itself solved."""
    solve = ConeStep.solve

    def spoiled(self, data):
        answer = solve(self, data)
        if data.scene.state.step + 1 < step:
            return answer
        values = getattr(answer.solution, field).copy()
        values[0, 0] = np.nan
        return replace(answer, solution=replace(answer.solution, **{field: values}))

    monkeypatch.setattr(ConeStep, "solve", spoiled)


SPOILED = {
    "twist": r"^step 3 \(t = 0\.003 s\): the velocity of block 'block' is not finite$",
    "impulse": r"^step 3 \(t = 0\.003 s\): the impulse between blocks 'block' and 'ground' is not finite$",
}


@pytest.mark.parametrize("field", SPOILED)
def test_an_answer_that_is_no_number_stops_the_run(monkeypatch, tmp_path, field):
    """In the engine and in a whole run, whose store must not read as finished."""
    spoil(monkeypatch, field, 3)
    march = March(block_on_ground(), 1e-3)
    march.go(2)
    with pytest.raises(SolveError, match=SPOILED[field]):
        march.go(1)
    with pytest.raises(SolveError, match=SPOILED[field]):
        ds.run(block_on_ground(), duration=0.01, dt=1e-3, directory=tmp_path / "run")
    assert ds.open_result(tmp_path / "run").status != "finished"


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("unsolved", ["error", "count"])
def test_stiffness_that_is_no_number_stops_the_step(monkeypatch, unsolved, value):
    """Also where steps above tolerance are let pass: then the impulses are numbers, and what they store is none."""
    def compliance(self, joint, contacts, *_):
        return np.full((contacts.count, 3), value)

    monkeypatch.setattr(JointLaws, "compliance", compliance)
    with pytest.raises(SolveError, match=r"^step 1 \(t = "):
        March(block_on_ground((0.5, 0.5, 0.4), friction=0.6), 1e-3, scheme="euler", unsolved=unsolved).go(3)


@pytest.mark.parametrize(("planar", "points"), [(None, None), ("xz", None), (None, 3), ("xz", 5)])
def test_block_sinks_by_the_stiffness_of_its_face(planar, points):
    """W / (k A), however many points share the area."""
    scene = Assembly("block", gravity=G, planar=planar)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6, points=points, **STIFF)
    scene.add("block", box((0.5, 0.4, 0.3), center=(0.0, 0.0, 0.15)), material="stone")
    scene.add_ground(level=0.0)
    march = March(scene, 1e-3, scheme="euler").go(200)
    assert 0.15 - march.state.position[march.block(), 2] == pytest.approx(2000.0 * 0.3 * G / 2e9, rel=1e-3)


def test_triangular_face_counts_whole():
    scene = Assembly("wedge", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6, **STIFF)
    shape = ds.hull([(x, y, z) for z in (0.0, 0.3) for x, y in ((0.0, 0.0), (0.6, 0.0), (0.0, 0.6))])
    scene.add("block", shape, material="stone")
    scene.add_ground(level=0.0)
    march = March(scene, 1e-3, scheme="euler").go(200)
    assert 0.15 - march.state.position[march.block(), 2] == pytest.approx(2000.0 * 0.3 * G / 2e9, rel=1e-3)


@pytest.mark.parametrize("points", [None, 3])
def test_slivers_count_the_least_area(points):
    """A face that shrinks to a billionth is as stiff as the least area, with points of their own areas too."""
    march = March(block_on_ground((0.5, 0.5, 0.4), friction=0.6, points=points, **STIFF), 1e-3, scheme="euler").go(1)
    contacts, laws = march.reports[0].contacts, march.engine.stepper.world.laws
    sliver = replace(contacts, pair_area=1e-9 * contacts.pair_area, area=1e-9 * contacts.area)
    assert contacts.has_areas == (points is not None)
    give = laws.compliance(laws.joint_of(sliver), sliver, 1e-3, march.engine.stepper.world.felt_mass,
                           np.zeros(contacts.count), G)
    assert (1.0 / give[:, 1]).sum() == pytest.approx(1e-6 * 5e8 * LEAST_AREA * 0.4**2, rel=1e-12)
