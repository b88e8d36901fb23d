"""A convex problem that no solver brings below tolerance is left in a file that can be replayed.

Steps by Coulomb's law have no certified tolerance: one that misses what was asked for is kept and counted."""

import re
from pathlib import Path

import numpy as np
import pytest

from drystone.bench.saved import read_step
from drystone.errors import SolveError
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.simulation.run import run
from drystone.solvers.solve import solve_contact_problem

OUT_OF_REACH = 1e-40   #: tolerance that rounding forbids


def sliding_stack() -> Assembly:
    scene = Assembly("stack", gravity=9.81)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.37)
    scene.add("lower", box((0.61, 0.4, 0.3), center=(0.0, 0.0, 0.15)), material="stone")
    scene.add("upper", box((0.37, 0.4, 0.3), center=(0.03, 0.0, 0.45)), material="stone")
    scene.add_ground(level=0.0)
    scene.velocity("upper", linear=(0.7, 0.1, 0.0))
    return scene


def test_the_problem_is_saved_and_the_message_says_where(tmp_path):
    with pytest.raises(SolveError, match=r"step 1 .* above tolerance 1e-40") as found:
        run(sliding_stack(), duration=0.01, dt=1e-3, directory=tmp_path / "run", tolerance=OUT_OF_REACH,
            flow="associative")
    place = re.search(r"; the problem is saved, replay it with: drystone bench (\S+)$", str(found.value))[1]
    assert Path(place) == tmp_path / "run" / "unsolved_step_1.npz" and "\n" not in str(found.value)
    step = read_step(Path(place))
    assert step.warm[0][1] == pytest.approx([0.7, 0.1, 0.0, 0.0, 0.0, 0.0]) and not step.warm[1].any()
    again = solve_contact_problem(step.problem, warm=step.warm, tolerance=1e-6)
    assert again.residuals.velocity_bound <= 1e-6 and step.problem.contact_count == 8


def test_of_counted_steps_the_first_is_saved(tmp_path):
    result = run(sliding_stack(), duration=0.01, dt=1e-3, directory=tmp_path / "run", tolerance=OUT_OF_REACH,
                 flow="associative", unsolved="count")
    assert result.totals["unsolved"] > 1
    assert result.totals["unsolved_problem"] == str(tmp_path / "run" / "unsolved_step_1.npz")
    assert len(list((tmp_path / "run").glob("unsolved_step_*.npz"))) == 2      # problem and start of one step
    assert np.isfinite(read_step(tmp_path / "run" / "unsolved_step_1.npz").problem.bias).all()
