"""Steps by Coulomb's law in motion: the same bits after a restart, on any number of threads and in any company."""

import numpy as np
import pytest
from scenes import March, wall

import drystone as ds
from drystone import patterns
from drystone.bench.tap import tap
from drystone.engines.nscd.engine import NscdEngine
from drystone.model.assembly import Assembly
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps
from drystone.solvers.lanes.contact_jobs import LEAST_UNITS, unit_count
from drystone.solvers.lanes.groups import CHUNK_CONTACTS

DT = 2e-3


def pushed_wall(courses=8, push=7.0):
    """A wall that slides and opens from the first step on: it is pushed by `push` [m/s2], friction holds 0.6 g."""
    scene = wall(courses)
    scene.body_acceleration("push", (push, 2.0, 0.0))
    return scene


def arrays_after(engine, state, count):
    *_, last = take_steps(engine.model, engine, state, count)
    return last.state, last.state.to_arrays()


def check_same(one, other):
    assert one.keys() == other.keys()
    for name in one:
        assert np.array_equal(one[name], other[name], equal_nan=True), name


def test_a_restart_in_mid_motion_goes_on_bit_for_bit():
    """From what a checkpoint holds, at several instants, by an engine that has done nothing before."""
    model, settings = pushed_wall().build(), AnalysisSettings(dt=DT)
    heard = []
    engine = NscdEngine(model, settings, np.inf, on_solve=tap(heard.append))
    state, kept = engine.start(), []
    for _ in range(4):
        state, arrays = arrays_after(engine, state, 5)
        kept.append(arrays)
    assert {one.solution.solver for one in heard} >= {"splitting"}      # or this would test something else
    assert np.abs(kept[-1]["twist"]).max() > 0.02
    for number, arrays in enumerate(kept[:-1]):
        fresh = NscdEngine(model, settings, np.inf)
        _, end = arrays_after(fresh, fresh.restore(arrays), 5 * (len(kept) - 1 - number))
        check_same(end, kept[-1])


def test_an_engine_that_has_been_further_on_goes_on_bit_for_bit():
    """What its memory kept of other contacts does not show."""
    march = March(pushed_wall(), DT).go(20)
    engine, middle = march.engine, march.states[10]
    check_same(arrays_after(engine, middle, 10)[1], march.state.to_arrays())


def test_any_number_of_threads_gives_the_same_bits():
    ends = []
    for threads in (1, 2, 3):
        heard = []
        engine = NscdEngine(pushed_wall(24).build(), AnalysisSettings(dt=DT, threads=threads), np.inf,
                            on_solve=tap(heard.append))
        ends.append(arrays_after(engine, engine.start(), 6)[1])
        contacts = max(one.problem.contact_count for one in heard if one.solution.solver == "splitting")
        assert unit_count(-(-contacts // CHUNK_CONTACTS)) >= LEAST_UNITS       # or no helper would wake
    for end in ends[1:]:
        check_same(ends[0], end)


def house() -> Assembly:
    """Two walls at a right angle, not bonded, above 24 blocks; thrown against each other."""
    scene = Assembly("house", gravity=9.81)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    bond = patterns.running_bond(length=1.6, courses=5, block=(0.4, 0.2), thickness=0.2)
    scene.add_pattern(bond, material="stone", name="front")
    scene.add_pattern(bond, material="stone", name="back", offset=(0.0, 0.2, 0.0))
    scene.add_ground(level=0.0)
    scene.body_acceleration("push", (6.0, 4.0, 0.0))
    return scene


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_run_continues_bit_for_bit(tmp_path, threads):
    """Stopped in mid-motion and restarted, all tables of a run equal those of the undisturbed one."""
    given = {"duration": 0.05, "dt": DT, "output": {"frames": 5, "checkpoints": 4}}
    whole = ds.run(house(), **given, directory=tmp_path / "whole", threads=threads)

    def interrupt(progress):
        if progress.step >= 14:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ds.run(house(), **given, directory=tmp_path / "parts", threads=threads, progress=interrupt)
    parts = ds.run(house(), **given, directory=tmp_path / "parts", threads=threads, restart=True)
    assert whole.status == parts.status == "finished"
    moved = whole.frames.position[-1] - whole.frames.position[0]
    assert np.abs(moved).max() > 1e-3
    for name in ("steps", "frames"):
        expected, found = whole.table(name), parts.table(name)
        check_same(dict(expected), dict(found))
