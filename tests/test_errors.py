"""Errors carry what they are about as data; the words are for people only."""

import pickle

import pytest

import drystone as ds
from drystone.errors import InputError, SolveError, about
from drystone.model.parts import build_named_parts, build_parts


def a_block() -> ds.Assembly:
    made = ds.Assembly("test", gravity=9.81)
    made.material("stone", density=2000.0)
    made.joint("bed", friction=0.7)
    made.add("block", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone")
    made.add_ground(0.0)
    return made


def test_a_label_and_its_rule_are_kept_apart():
    error = InputError.of("block 'a'", "is thin", subject=("block", "a"))
    assert (str(error), error.rule, error.subject) == ("block 'a': is thin", "is thin", ("block", "a"))
    assert InputError("all of it").rule == "all of it"


def test_the_innermost_subject_wins():
    with pytest.raises(InputError) as caught, about("tie", "rod"), about("block", "a"):
        raise InputError("no")
    assert caught.value.subject == ("block", "a")
    with pytest.raises(SolveError) as caught, about("tie", "rod"):
        raise SolveError("no", subject=("step", 3))
    assert caught.value.subject == ("step", 3)


def test_subjects_survive_a_process():
    error = pickle.loads(pickle.dumps(InputError.of("block 'a'", "is thin", subject=("block", "a"))))
    assert (str(error), error.rule, error.subject) == ("block 'a': is thin", "is thin", ("block", "a"))


SPOILT = {
    "supports": (lambda a: a.support("nobody"), ("supports",)),
    "joint": (lambda a: a.joint("head", friction=0.1, between=("nobody", "*")), ("joint", "head")),
    "joints": (lambda a: a.joint("head", friction=0.1), ("joints",)),
    "load": (lambda a: a.load_point("push", block="nobody", point=(0, 0, 1), force=(1, 0, 0)), ("load", "push")),
    "tilt": (lambda a: a.tilt("nobody", angle_deg=1, axis="y", about=(0, 0, 0)), ("tilt", ("nobody",))),
    "velocity": (lambda a: a.velocity(("nobody",)), ("velocity", ("nobody",))),
    "event": (lambda a: a.event(1.5, remove="nobody"), ("event", 1.5)),
    "stage": (lambda a: a.stage("quake", duration=1.0, loads=["none"]), ("stage", "quake")),
    "monitor": (lambda a: a.monitor("top", "nobody", quantity="displacement"), ("monitor", "top")),
    "tie": (lambda a: a.tie("rod", ["block", "nobody"]), ("tie", "rod")),
    "mass": (lambda a: (a.add_mass("block", 1.0, (0, 0, 1), name="roof"), a.support("block"),
                        a.add("other", ds.box((1, 1, 1), (3, 0, 0.5)), mass=1.0)), ("mass", "roof")),
    "block": (lambda a: a.add("bare", ds.box((1, 1, 1), (3, 0, 0.5))), ("block", "bare")),
}


@pytest.mark.parametrize("kind", SPOILT)
def test_what_build_refuses_has_its_subject(kind):
    spoil, subject = SPOILT[kind]
    assembly = a_block()
    spoil(assembly)
    with pytest.raises(InputError) as caught:
        assembly.build()
    assert caught.value.subject == subject


def test_a_part_has_a_number_and_its_block_a_name():
    flat = [(1, [[0, 0, 0]] * 3, [(0, 1, 2)])]
    with pytest.raises(InputError, match=r"^part 0: vertices must be") as caught:
        build_parts(flat)
    assert caught.value.subject == ("part", 0)
    with pytest.raises(InputError, match=r"^block 'b': vertices must be") as caught:
        build_named_parts(flat, ["a", "b"])
    assert caught.value.subject == ("block", "b")
