"""The time loop and the rules that end a run, with an engine that only follows orders."""

from dataclasses import replace

import numpy as np
import pytest

from drystone.errors import InputError, SolveError
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.report import Report
from drystone.model.settings import CollapseSettings, RestSettings
from drystone.model.state import State
from drystone.simulation.march import march, take_steps
from drystone.simulation.prepare import prepare_run
from drystone.simulation.run import make_settings
from drystone.simulation.stops import Collapse, Duration, Rest, Steps, make_stops

DT = 0.1


def scene(**stages: float) -> Assembly:
    scene = Assembly("block", gravity=9.81)
    scene.material("stone", density=1800.0)
    scene.joint("dry", friction=0.7)
    scene.add("block", box((0.5, 0.5, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    scene.add_ground(level=0.0)
    for name, duration in stages.items():
        scene.stage(name, duration=duration)
    return scene


class Scripted:
    """An engine whose block moves as told: velocity along z over time [m/s]."""

    dt, works = DT, ()

    def __init__(self, model, speed=lambda time: 0.0, numbers=lambda time: {}) -> None:
        self.model, self.speed, self.numbers, self.applied = model, speed, numbers, []

    def start(self) -> State:
        return State.start(self.model)

    def advance(self, state: State) -> tuple[State, Report]:
        time = (state.step + 1) * self.dt
        position, twist = state.position.copy(), state.twist.copy()
        twist[0, 2] = self.speed(time)
        position[0, 2] += self.dt * twist[0, 2]
        new = replace(state, time=time, step=state.step + 1, position=position, twist=twist)
        return new, Report(numbers=self.numbers(time))

    def apply(self, state: State, events) -> State:
        self.applied += [(state.step, event.action, event.target) for event in events]
        return state


def test_stages_follow_the_clock():
    model = scene(first=0.3, second=0.2, third=0.3).build()
    engine = Scripted(model)
    taken = list(take_steps(model, engine, engine.start(), 8))
    assert [t.state.stage for t in taken] == [0, 0, 1, 1, 2, 2, 2, 2]
    assert taken[2].state.stage_start == pytest.approx(0.3) and taken[-1].state.stage_start == pytest.approx(0.5)
    assert all(model.loads.clock(t.state) == pytest.approx(t.state.time) for t in taken)


def test_stages_begin_on_time_though_sums_round_apart():
    """0.05 s and 0.1 s sum to more than 300 steps of 0.5 ms by one rounding: the third stage still begins there."""
    assert 0.05 + 0.1 > 300 * 5e-4
    model = scene(first=0.05, second=0.1, third=0.3).build()
    engine = Scripted(model)
    engine.dt = 5e-4
    taken = list(take_steps(model, engine, engine.start(), 301))
    assert [taken[k].state.stage for k in (98, 99, 298, 299)] == [0, 1, 1, 2]


def test_stage_that_began_early_shifts_the_clock_for_good():
    """The second stage, due at 0.3 s, began at 0.1 s: loads are read, stages change and the run ends 0.2 s earlier."""
    model = scene(first=0.3, second=0.2, third=0.3).build()
    engine = Scripted(model)
    state = replace(engine.start(), time=DT, step=1, stage=1, stage_start=0.1)
    assert model.loads.clock(state) == pytest.approx(0.3)
    taken = list(march(model, engine, state, [Duration(model, DT, 0.8)]))
    assert [t.state.stage for t in taken] == [1, 2, 2, 2, 2]
    assert taken[1].state.stage_start == pytest.approx(0.3)
    assert taken[-1].state.time == pytest.approx(0.6) and taken[-1].ending.status == "finished"


def test_events_act_at_the_start_of_their_interval():
    shaken = scene()
    shaken.event(0.2, remove="block")
    model = shaken.build()
    engine = Scripted(model)
    list(take_steps(model, engine, engine.start(), 4))
    assert engine.applied == [(2, "remove", "block")]


@pytest.mark.parametrize("duration, count", [(0.3, 3), (0.30000001, 3), (0.31, 4), (0.1, 1)])
def test_duration_counts_intervals(duration, count):
    model = scene().build()
    engine = Scripted(model)
    *before, last = march(model, engine, engine.start(), [Duration(model, DT, duration)])
    assert len(before) == count - 1 and all(t.ending is None for t in before)
    assert last.ending == ("finished", "")


def test_first_rule_that_speaks_ends_the_run():
    model = scene().build()
    engine = Scripted(model)
    *_, last = march(model, engine, engine.start(), [Steps(5), Duration(model, DT, 0.3)])
    assert last.state.step == 3


def settings(**given):
    return make_settings(dt=DT, **given)


def ends(model, engine, duration, **given):
    *_, last = march(model, engine, engine.start(), make_stops(model, settings(**given), duration))
    return last.state.step, last.ending


def test_rest_must_hold_and_counts_after_its_time():
    """Still from 0.3 s on, but for 0.6 s: slow is not enough, it has to stay slow for 0.2 s, and the run ends no sooner
    than at 0.55 s."""
    model = scene().build()
    speed = {0.1: 1.0, 0.2: 1.0, 0.6: 1.0}
    engine = Scripted(model, lambda time: speed.get(round(time, 6), 1e-6))
    rest = {"speed": 1e-3, "hold": 0.2, "after": 0.55}
    assert ends(model, engine, 5.0, end={"rest": rest}) == (9, ("rested", "at rest from 0.7 s on"))
    early = rest | {"after": 0.0}
    assert ends(model, engine, 5.0, end={"rest": early}) == (5, ("rested", "at rest from 0.3 s on"))


def test_a_run_that_has_come_to_rest_lasts_its_duration_by_default():
    model = scene().build()
    rest = {"speed": 1e-3, "hold": 0.2}
    assert ends(model, Scripted(model), 0.5, end={"rest": rest, "extension": 1.0}) == (
        5, ("rested", "at rest from 0.1 s on"))
    assert ends(model, Scripted(model), 0.5, end={"rest": rest}) == (5, ("rested", "at rest from 0.1 s on"))


def test_run_that_never_rests_is_undecided_at_the_end_of_its_extension():
    model = scene().build()
    engine = Scripted(model, lambda time: 1e-2)
    rest = {"speed": 1e-3, "hold": 0.2}
    assert ends(model, engine, 0.5, end={"rest": rest, "extension": 0.3}) == (
        8, ("undecided", "not at rest for long enough at 0.8 s"))
    for key, value in (("hold", 1.0), ("after", 0.9)):
        words = rf"^end\.rest\.{key} must be <= 0\.8 s, at which the run ends, got {value:g}$"
        with pytest.raises(InputError, match=words):
            ends(model, engine, 0.5, end={"rest": rest | {key: value}, "extension": 0.3})


def test_rest_asks_the_engine_for_its_fastest_point():
    """The centre of a deformable block may be still while the block swings."""
    model = scene().build()
    engine = Scripted(model, numbers=lambda time: {"speed": 1.0 if time < 0.45 else 0.0})
    rest = {"speed": 1e-3, "hold": 0.1, "after": 0.0}
    assert ends(model, engine, 5.0, end={"rest": rest}) == (6, ("rested", "at rest from 0.5 s on"))


def test_rest_goes_on_where_a_checkpoint_left_it():
    model = scene().build()
    rule = Rest(model, RestSettings(speed=1e-3, hold=0.2), 0.0)
    still = State.start(model)
    assert rule.ending(replace(still, time=0.1), Report()) is None
    other = Rest(model, RestSettings(speed=1e-3, hold=0.2), 0.0)
    other.recall(rule.remember())
    assert other.ending(replace(still, time=0.3), Report()) == ("rested", "at rest from 0.1 s on")
    other.recall({})
    assert other.ending(replace(still, time=0.3), Report()) is None


def test_force_ratio_needs_an_engine_that_tells_it():
    model = scene().build()
    engine = Scripted(model, numbers=lambda time: {"force_ratio": 0.35 - time})
    assert ends(model, engine, 5.0, end={"force_ratio": 0.1}) == (3, ("rested", "forces balance to 0.05 at 0.3 s"))
    with pytest.raises(InputError, match=r"^end\.force_ratio: engine nscd does not tell the force out of balance; use "
                                         r"end\.rest$"):
        prepare_run(model, settings(end={"force_ratio": 0.1}), 1.0)


def test_collapse_ends_the_run_or_is_noted():
    model = scene().build()
    engine = Scripted(model, lambda time: -0.5)
    step, ending = ends(model, engine, 1.0, collapse={"fall": 0.12, "energy_drop": 1.0})
    assert (step, ending) == (3, ("collapsed", "block 'block' fell by 0.15 m at 0.3 s"))
    rule = Collapse(model, CollapseSettings(fall=0.12, energy_drop=1.0, stop=False))
    *_, last = march(model, engine, engine.start(), [rule, Steps(6)])
    assert last.ending.status == "finished" and rule.noted == "block 'block' fell by 0.15 m at 0.3 s"
    again = Collapse(model, CollapseSettings(fall=0.12, energy_drop=1.0, stop=False))
    again.recall(rule.remember())
    assert again.ending(last.state, Report()) is None and again.noted == rule.noted


def test_extension_goes_with_duration_only():
    model = scene(first=1.0).build()
    given = settings(end={"rest": {"speed": 1.0, "hold": 1.0}, "extension": 1.0})
    with pytest.raises(InputError, match=r"^end\.extension goes with duration, not with stages"):
        make_stops(model, given, 1.0)


def test_motion_that_is_no_number_is_an_error():
    model = scene().build()
    engine = Scripted(model, lambda time: np.nan if time > 0.25 else 0.0)
    with pytest.raises(SolveError, match=r"^step 3 \(t = 0\.3 s\): the motion of block 'block' is not finite$"):
        list(take_steps(model, engine, engine.start(), 5))


def test_scalars_of_a_state_come_back_from_arrays():
    model = scene().build()
    state = replace(State.start(model), time=0.1 + 0.2, step=3, stage=2, stage_start=0.7)
    arrays = state.to_arrays()
    assert all(isinstance(array, np.ndarray) for array in arrays.values())
    back = State.from_arrays(arrays)
    assert (back.time, back.step, back.stage, back.stage_start) == (0.1 + 0.2, 3, 2, 0.7)
    assert type(back.step) is int and type(back.time) is float
    older = State.from_arrays({name: array for name, array in arrays.items() if not name.startswith("stage")})
    assert (older.stage, older.stage_start) == (0, 0.0)
