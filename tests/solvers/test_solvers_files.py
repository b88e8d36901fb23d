"""Problems in files: the same bits."""

from dataclasses import fields, replace

import numpy as np
import pytest
from solvers_scenes import wall

from drystone.errors import InputError
from drystone.solvers.cone.parts import take_part
from drystone.solvers.cone.problem import FlowLaw
from drystone.solvers.cone.save import load_problem, save_problem


@pytest.mark.parametrize("planar_axis", [None, 1])
@pytest.mark.parametrize("compliant", [False, True])
def test_same_bits(tmp_path, planar_axis, compliant):
    scene = wall(2, 2)
    count = len(scene.contacts)
    problem = scene.problem(np.random.default_rng(0).standard_normal((len(scene.centre), 6)), 1 / 3,
                            compliance=np.full((count, 3), 0.1) if compliant else None, planar_axis=planar_axis)
    if compliant:
        problem = replace(problem, cohesion=np.linspace(0, 1 / 3, count), crushing=np.full(count, np.inf))
    if planar_axis is None:
        problem = replace(problem, tension=np.linspace(0, 1 / 7, count), law=FlowLaw.COULOMB)
    save_problem(problem, tmp_path / "step.npz")
    back = load_problem(tmp_path / "step.npz")
    for field in fields(problem):
        one, two = getattr(problem, field.name), getattr(back, field.name)
        if isinstance(one, np.ndarray):
            assert one.dtype == two.dtype and one.tobytes() == two.tobytes(), field.name
        else:
            assert one == two and type(one) is type(two), field.name


def test_other_files_are_refused(tmp_path):
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(InputError, match="layout must be 1, got None"):
        load_problem(tmp_path / "other.npz")


def small_problem(**changes):
    scene = wall(1, 2)
    return replace(scene.problem(np.zeros((len(scene.centre), 6)), 0.5), **changes)


def test_the_law_of_older_files_is_the_associative_one(tmp_path):
    problem = small_problem()
    save_problem(problem, tmp_path / "new.npz")
    with np.load(tmp_path / "new.npz") as file:
        assert str(file["law"]) == "associative"
        np.savez(tmp_path / "old.npz", **{name: file[name] for name in file.files if name != "law"})
        np.savez(tmp_path / "other.npz", **{name: file[name] for name in file.files} | {"law": "viscous"})
    assert load_problem(tmp_path / "old.npz").law is FlowLaw.ASSOCIATIVE
    with pytest.raises(InputError) as caught:
        load_problem(tmp_path / "other.npz")
    assert str(caught.value) == (f"contact problem {str(tmp_path / 'other.npz')!r}: law must be one of associative, "
                                 "coulomb, got 'viscous'")


def test_parts_keep_the_law():
    problem = small_problem(law=FlowLaw.COULOMB)
    assert take_part(problem, np.arange(problem.block_count) == 1).problem.law is FlowLaw.COULOMB
    assert replace(problem, speed_scale=2.0).law is FlowLaw.COULOMB
