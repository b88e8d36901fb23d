"""Large displacements of blocks that deform: turning, sliding, falling, contacts that part and appear."""

from __future__ import annotations

import math
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest
from dem_scenes import BRICK, STIFF, balance, box_between, column, march, settings
from pydantic import ValidationError

import drystone as ds
from drystone.engines.dem.joints.law import D_S, D_TS, KAPPA_S
from drystone.engines.registry import make_engine
from drystone.errors import SolveError
from drystone.model.settings import RunSettings
from drystone.simulation.march import take_steps

G = 9.81
DRY = {"friction": 0.5, "normal_stiffness": 1e10, "shear_stiffness": 5e9}
#: Strength that nothing in these tests could break, and which new contacts must not have.
STRONG = DRY | {"tension": 1e6, "cohesion": 1e6}


def large(**more):
    return settings(**({"displacements": "large", "damping": {}} | more))


def thrown(joint=DRY, *, size=(0.3, 0.2, 0.1), height=0.0, gravity=G, **velocity):
    """A block `height` above the ground, with a velocity."""
    a = ds.Assembly("thrown", gravity=gravity)
    a.material("brick", **BRICK)
    a.joint("bed", **joint)
    a.add("block", box_between((0, 0, height), (size[0], size[1], height + size[2])), material="brick")
    a.add("ground", box_between((-2, -2, -0.2), (3, 3, 0.0)))
    a.support("ground")
    if velocity:
        a.velocity("block", **velocity)
    return a


def angular_momentum(engine, state):
    mesh, count = engine.structure.mesh, engine.structure.mesh.elastic_nodes
    place = mesh.node[:count] + state.displacement.reshape(-1, 3)[:count]
    return (mesh.mass[:count, None] * np.cross(place, state.velocity.reshape(-1, 3)[:count])).sum(axis=0)


@pytest.mark.parametrize("axis", [(0.0, 1.0, 0.0), (0.6, 0.0, 0.8)])
def test_a_turned_block_carries_no_stress(axis):
    """All nodes turned by 90 degrees, five at a time: forces below 1e-10 E times the face of a cell."""
    from drystone.engines.dem.large.turning import turned_block_forces

    engine = make_engine(thrown(height=1.0).build(), large(mesh=[{"cells": [3, 2, 1]}]), 1.0)
    state, mesh = engine.start(), engine.structure.mesh
    count = mesh.elastic_nodes
    path = engine.loads.path(0.0, engine.dt)
    for degrees in range(5, 95, 5):
        rotation = rotation_about(np.array(axis), math.radians(degrees))
        moved = np.zeros((len(mesh.node), 3))
        moved[:count] = mesh.node[:count] @ rotation.T + (0.3, -0.1, 2.0) - mesh.node[:count]
        state = state.with_(displacement=moved.ravel())
        turned = engine.turned_of(state, engine._motion(state, engine.loads.over(0.0, engine.dt)), path, 0.0)
        state = state.with_(turn=turned.turn.copy())
    force = np.zeros(3 * len(mesh.node))
    turned_block_forces(engine.world_of(state.met), turned, force)
    assert np.abs(force).max() < 1e-10 * BRICK["young"] * 0.1 * 0.1
    assert turned.rotation[0].reshape(3, 3) == pytest.approx(rotation, abs=1e-14)


def rotation_about(axis, angle):
    cross = np.cross(np.eye(3), axis)
    return np.eye(3) + math.sin(angle) * cross.T @ np.eye(3) + (1 - math.cos(angle)) * cross.T @ cross.T


def test_free_spin_keeps_energy_and_angular_momentum():
    """Ten turns about no axis of symmetry: both to 1e-6, the momentum, which no inner force changes, to rounding."""
    model = thrown(height=1.0, gravity=0.0, linear=(0.0, 0.0, 0.0), angular=(1.0, 2.0, 20.0)).build()
    engine = make_engine(model, large(dt=0.05, mesh=[{"cells": [1, 1, 1]}]), 1.0)
    start = engine.start()
    energy, momentum = sum(engine.energies(start).values()), angular_momentum(engine, start)
    for state, _, _ in take_steps(model, engine, start, 63):
        assert sum(engine.energies(state).values()) == pytest.approx(energy, rel=1e-6)
        assert angular_momentum(engine, state) == pytest.approx(momentum, rel=1e-11, abs=1e-11 * np.abs(momentum).max())
    assert state.time * 20.0 / (2.0 * math.pi) > 10.0
    assert balance(engine, start, state) < 1e-12


def test_small_and_large_agree_where_displacements_are_small():
    """Two bricks pressed and sheared by a micrometre, at rest: the difference is that of leaning bricks, N u / h."""
    def sheared(displacements):
        a = column((0.1, 0.1), joint={"friction": 0.6, "cohesion": 0.2e6, "tension": 0.1e6} | STIFF)
        a.load_area("press", "top", "z", 1e5, history=[(0.0, 0.0), (0.01, 1.0)])
        a.support_motion("push", "top", displacement=[(0.01, 0.0), (0.03, 1e-6)], direction="x")
        return march(a.build(), settings(displacements=displacements, guides=[{"support": "top", "free": "z"}]), 40)

    _, _, _, small = sheared("small")
    engine, start, state, report = sheared("large")
    found, expected = report.numbers["reaction:top"], small.numbers["reaction:top"]
    assert expected[0] > 100.0 and found == pytest.approx(expected, rel=0.0, abs=np.abs(expected).max() * 1e-6 / 0.1)
    assert report.contact_count == engine.structure.contacts.count and balance(engine, start, state) < 1e-12


def test_a_block_slides_onto_the_next_slab():
    """v^2 / (2 mu g), from one slab to another: the way of one look (2e-3 of a cell) and what it swings, 0.5 %."""
    b = ds.Assembly("two slabs", gravity=G)
    b.material("brick", **BRICK)
    b.joint("bed", **DRY)
    b.add("block", box_between((0, 0, 0), (0.2, 0.2, 0.05)), material="brick")
    for k, name in enumerate(("first", "second")):
        b.add(name, box_between((-0.05 + 0.3 * k, -0.1, -0.1), (0.25 + 0.3 * k, 0.3, 0.0)))
        b.support(name)
    b.velocity("block", linear=(1.2, 0.0, 0.0))
    engine, start, state, _ = march(b.build(), large(damping={"stiffness": 2e-6}), 300)
    assert state.position[0, 0] - start.position[0, 0] == pytest.approx(1.2**2 / (2 * 0.5 * G), rel=5e-3)
    assert np.abs(state.position[0, 1:] - start.position[0, 1:]).max() < 1e-4
    assert state.met.joint.tolist() == [0, 1]              # the joint that it began on, and a dry one
    assert balance(engine, start, state) < 1e-12
    assert abs(dict(zip(engine.works, state.work))["contacts"]) < 2e-3 * 0.5 * 3.6 * 1.2**2


def test_new_contacts_are_dry_and_found_in_time():
    """Dropped by 5 mm onto a joint that would hold it: pressed in by v sqrt(m / k A) + the sag, it leaves again."""
    model = thrown(STRONG, height=5e-3).build()
    engine = make_engine(model, large(dt=2e-4), 1.0)
    start = engine.start()
    assert len(start.met.joint) == 0
    depth, heights = 0.0, []
    for state, _, _ in take_steps(model, engine, start, 400):
        depth = min(depth, float(state.relative[0].min(initial=0.0)))
        heights.append(state.position[0, 2] - start.position[0, 2])
    mass, stiffness = 0.3 * 0.2 * 0.1 * BRICK["density"], DRY["normal_stiffness"] * 0.3 * 0.2
    assert -depth == pytest.approx(math.sqrt(2 * G * 5e-3 * mass / stiffness), rel=0.15)   # the block gives, too
    assert (state.met.joint == 1).all()                     # joint 0 is the mortar, 1 its dry twin
    assert max(heights[200:]) > -2e-3                       # it has bounced
    assert balance(engine, start, state) < 1e-12


def test_the_step_is_estimated_again_when_contacts_appear():
    """Joints so stiff that the step of the free block would not be stable on them."""
    stiff = {"friction": 0.5, "normal_stiffness": 1e13, "shear_stiffness": 1e12}
    model = thrown(stiff, height=1e-3).build()
    engine = make_engine(model, large(damping={"local": 0.8}), 1.0)
    start = engine.start()
    last = list(take_steps(model, engine, start, 60))[-1].state
    assert last.inner_step < 0.7 * start.inner_step and last.largest < 0.7 * engine.limit
    assert abs(last.position[0, 2] - (0.05 + 1e-6)) < 2e-6 and balance(engine, start, last) < 1e-12
    fixed = make_engine(model, large(damping={"local": 0.8}, step=0.9 * engine.limit), 1.0)
    with pytest.raises(SolveError, match=r"^analysis.step .* s is no longer stable at .* s: contacts that have "
                                         r"appeared allow at most .* s$"):
        list(take_steps(model, fixed, fixed.start(), 60))


def test_damage_follows_the_point_where_contacts_are_laid_anew():
    """A brick driven by 0.4 mm along a joint that wears, and back by 0.3 mm; points are placed anew every 0.1 mm or so.

    Damage never falls, and at the end it is what its table says of the whole way, to and fro, which no point could know
    from its displacement alone; slip and damage are those of the same brick with contacts that stay.
    """
    energy, cohesion, way, back = 20.0, 2e4, 4e-4, 1e-4
    worn = DRY | {"cohesion": cohesion, "tension": 3e4, "damage": {
        "tension": {"energy": 20.0, "shape": "exponential"},
        "shear": {"energy": energy, "shape": "exponential", "residual_cohesion": 0.0, "residual_friction": 0.5,
                  "dilation": 0.0}}}
    a = column((0.05,), joint=worn, gravity=0.0)
    turns = [(0.0, 0.0), (0.004, way), (0.007, back)]
    a.support_motion("drive", "top", displacement=turns, direction=(1.0, 0.0, -1e-3))     # pressed by 4 kPa at most
    model, ends = a.build(), {}
    for displacements in ("small", "large"):
        chosen = large(displacements=displacements, dt=1e-4, damping={"local": 0.5},
                       bonds=[{"block": "block_0", "to": "top", "face": "all"}])
        engine = make_engine(model, chosen, 1.0)
        start, least, looks = engine.start(), np.zeros(1), 0
        for state, report, _ in take_steps(model, engine, start, 70):
            damage = np.sort(state.memory[D_TS][state.touched == 1])
            assert (damage >= least[:1]).all() and damage.mean() >= least.mean() - 1e-12
            least, looks = damage if len(damage) else least, looks + report.counts.get("looks", 0)
        ends[displacements] = state
        assert balance(engine, start, state) < 1e-12
    state, slid = ends["large"], way + (way - back) - 4.0 * cohesion / DRY["shear_stiffness"]
    worn_points = state.touched == 1
    assert looks >= 4 and worn_points.sum() >= 6
    kappa = state.memory[KAPPA_S][worn_points]
    assert kappa == pytest.approx(np.full(len(kappa), slid), rel=0.02)             # less what sprang back
    assert state.memory[D_S][worn_points] == pytest.approx(1.0 - np.exp(-cohesion * kappa / energy), abs=2e-3)
    for row in (D_TS, KAPPA_S):
        assert state.memory[row][worn_points].mean() == pytest.approx(
            ends["small"].memory[row][ends["small"].touched == 1].mean(), rel=1e-3)


def tipped():
    """A slender block beyond its balance beside a low one: it falls onto it, leaves edges, meets new faces."""
    a = ds.Assembly("tipped", gravity=G)
    a.material("brick", **BRICK)
    a.joint("bed", **STRONG)
    a.add("block", box_between((0, 0, 0), (0.1, 0.1, 0.3)), material="brick")
    a.add("low", box_between((0.16, -0.02, 0.0), (0.26, 0.12, 0.1)), material="brick")
    a.add("ground", box_between((-1, -1, -0.2), (1, 1, 0.0)))
    a.support("ground")
    a.tilt("block", angle_deg=21.0, axis="y", about=(0.1, 0.0, 0.0))
    a.monitor("head", "block", quantity="displacement", component="x")
    return a


def tipping(**output):
    return RunSettings(analysis=large(dt=2e-3, damping={"stiffness": 2e-6}), output={"frames": 5} | output)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An undisturbed run."""
    a = tipped()
    a.duration = 0.3
    return ds.run(a, settings=tipping(), directory=tmp_path_factory.mktemp("large") / "whole")


def tables(result):
    """All columns of all tables, those of varying length too."""
    found = {}
    for name, spec in result.tables.items():
        if not spec.ragged:
            found |= {f"{name}/{key}": value for key, value in result.table(name).items()}
        else:
            for key, value in result.rows(name, -1).items():
                found[f"{name}/{key}"] = value
    return found


def test_a_run_that_falls_keeps_its_contacts_and_energies(whole):
    assert whole.status == "finished" and whole.engine == "dem"
    assert "displacements are large" in whole.static["accuracy"].item()
    assert np.abs(whole.energy("balance")).max() < 1e-12 * np.abs(whole.energy("potential")).max()
    last = whole.rows("sub_contacts", -1)
    met = {frozenset(pair) for pair in zip(last["block_a"].tolist(), last["block_b"].tolist())}
    assert met >= {frozenset((0, 1)), frozenset((0, 2)), frozenset((1, 2))}
    assert whole.monitor("head")[-1] > 0.05
    row = whole.rows("interfaces", -1)
    side = np.where(row["block_a"] == 2, 1.0, -1.0)
    on_ground = (row["block_a"] == 2) | (row["block_b"] == 2)
    force = (side[:, None] * row["force"])[on_ground].sum(axis=0)
    assert force == pytest.approx(whole.column("steps", "reaction:ground")[-1], rel=1e-9, abs=1e-6)


def test_stopped_run_continues_bit_for_bit(whole, tmp_path):
    def interrupt(progress):
        if progress.step >= 97:
            raise KeyboardInterrupt

    a = tipped()
    a.duration = 0.3
    with pytest.raises(KeyboardInterrupt):
        ds.run(a, settings=tipping(), directory=tmp_path / "parts", progress=interrupt)
    parts = ds.run(a, settings=tipping(), directory=tmp_path / "parts", restart=True)
    expected = tables(whole)
    for name, value in tables(parts).items():
        assert np.array_equal(value, expected[name], equal_nan=value.dtype.kind == "f"), name


def test_threads_change_no_bit(whole):
    """BLAS at two threads outside: the same bytes."""
    blas = pytest.importorskip("drystone.solvers.factor.blas")
    a = tipped()
    a.duration = 0.1
    before = blas.limit_threads(blas.ADDRESSES, 2)
    try:
        two = ds.run(a, settings=tipping())
    finally:
        blas.limit_threads(blas.ADDRESSES, before)
    for name in ("position", "orientation", "twist"):
        assert np.array_equal(getattr(two.frames, name)[:-1], getattr(whole.frames, name)[:len(two.frames.time) - 1])
    for name in ("kinetic", "potential", "strain", "joints", "sliding", "integration", "contacts"):
        assert np.array_equal(two.energy(name), whole.energy(name)[:len(two.time)]), name


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_killed_run_continues_bit_for_bit(whole, tmp_path):
    """kill -9 in the middle of a run; the restart gives what an undisturbed run gives."""
    script = tmp_path / "child.py"
    script.write_text(textwrap.dedent(f"""
        import sys
        sys.path[:0] = {[os.path.dirname(__file__)]!r}
        import drystone as ds
        from test_dem_large import tipped, tipping
        a = tipped()
        a.duration = 0.3
        ds.run(a, settings=tipping(checkpoints=5), directory={str(tmp_path / "killed")!r}, restart="go" in sys.argv)
    """))
    hit = False
    while not hit:                       # a busy machine may wake us after the end: once more from the beginning
        shutil.rmtree(tmp_path / "killed", ignore_errors=True)
        child = subprocess.Popen([sys.executable, script])
        while not list((tmp_path / "killed").glob("checkpoint-*")) and child.poll() is None:
            time.sleep(0.002)
        child.send_signal(signal.SIGKILL)
        hit = child.wait() == -signal.SIGKILL
        assert hit or child.returncode == 0
    assert ds.open_result(tmp_path / "killed").step_count < 150
    subprocess.run([sys.executable, script, "go"], check=True)
    expected = tables(whole)
    for name, value in tables(ds.open_result(tmp_path / "killed")).items():
        assert np.array_equal(value, expected[name], equal_nan=value.dtype.kind == "f"), name


def test_what_does_not_go_together():
    with pytest.raises(ValidationError, match=r"mass_scaling goes with displacements: small, got 2.0 with large: mass "
                                              r"that is added would change how blocks fly and fall"):
        large(mass_scaling=2.0)
