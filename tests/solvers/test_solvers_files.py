"""Problems in files: the same bits."""

from dataclasses import fields, replace

import numpy as np
import pytest
from solvers_scenes import wall

from drystone.errors import InputError
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
        problem = replace(problem, tension=np.linspace(0, 1 / 7, count))
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
