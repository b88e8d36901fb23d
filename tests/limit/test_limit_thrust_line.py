"""Thrust lines against hinges in closed form, against the forces of statics, and what is refused."""

import math

import numpy as np
import pytest
from limit_scenes import G, arch, stack, wall

import drystone as ds
from drystone.contact.interface import compute_interfaces
from drystone.engines.nscd.engine import NscdEngine
from drystone.limit.live import point_force
from drystone.limit.statics import statics_analysis, thrust_range
from drystone.limit.thrust_line import effective_line, thrust_line
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps
from drystone.validate.limit_models import thrust_over_haunch

RADIAN = 2000.0 * G   #: [N], weight of one radian of an arch of mid radius 1, width 1, times its thickness


@pytest.mark.parametrize("planar", [True, False])
def test_least_thrust_of_an_arch(planar):
    """Hinges at the crown's extrados and at the intrados of the joint that asks for most."""
    ratio, count = 0.2, 20
    line = thrust_line(arch(ratio, count, planar=planar))
    worst = max(thrust_over_haunch(ratio, math.pi / count * k) for k in range(1, count // 2))
    assert line.thrust == pytest.approx(worst * ratio * RADIAN, rel=1e-9)
    assert line.point[count // 2] == pytest.approx([0.0, line.point[0, 1], 1.1], abs=1e-7)
    assert line.eccentricity.max() == pytest.approx(1.0, abs=1e-8)
    assert not len(line.slides)      # friction 2


def test_lines_agree_with_the_range_of_admissible_forces():
    """With friction that never fails, least and greatest thrust are those of limit analysis."""
    model = arch(0.25, 12, friction=5.0)
    lines = [thrust_line(model, kind=kind).thrust for kind in ("least", "greatest")]
    first, last = model.block_names[0], "abutment_right"
    low, high = thrust_range(model, last, first, direction=(-1.0, 0.0, 0.0))
    assert lines == pytest.approx([low, high], rel=1e-7)


def test_equilibrium_of_every_block():
    """Thrusts before and behind a block and its weight: no force, no moment."""
    model = arch(0.25, 9)
    line = thrust_line(model, kind="greatest")
    for k, block in enumerate(line.chain.blocks):
        weight = np.array([0.0, 0.0, -G * model.mass[block]])
        assert line.force[k] - line.force[k + 1] + weight == pytest.approx(np.zeros(3), abs=1e-6 * RADIAN)
        centre = model.initial_position[block]
        moment = (np.cross(line.point[k] - centre, line.force[k])
                  - np.cross(line.point[k + 1] - centre, line.force[k + 1]))
        assert moment[1] == pytest.approx(0.0, abs=1e-6 * RADIAN)


def test_no_line_fits_a_thin_arch():
    assert thrust_line(arch(0.09, 20)) is None
    assert thrust_line(arch(0.12, 20)) is not None


def test_steep_joints_are_told():
    """Springings of a semicircular arch are level: the line leans there by H / V."""
    model = arch(0.2, 20, friction=0.15)
    line = thrust_line(model)
    weight = 0.5 * G * float(model.mass[~model.is_support].sum())
    assert line.friction_use[0] == pytest.approx(line.thrust / weight / 0.15, rel=1e-9)
    assert 0 in line.slides and 20 in line.slides


def test_a_load_moves_the_line():
    model = arch(0.3, 9)
    extra = point_force(model, "voussoir_5", (0.0, 0.0, 1.15), (0.0, 0.0, -1000.0)).wrench
    line = thrust_line(model, extra=extra)
    total = G * float(model.mass[~model.is_support].sum()) + 1000.0
    assert line.force[0, 2] - line.force[-1, 2] == pytest.approx(total, rel=1e-9)
    assert line.thrust > thrust_line(model).thrust


def test_effective_line_of_statics():
    model = arch(0.3, 9)
    result = statics_analysis(model)
    line = effective_line(model, result.interfaces)
    least, greatest = (thrust_line(model, kind=kind).thrust for kind in ("least", "greatest"))
    assert least < line.thrust < greatest
    assert line.kind == "effective" and line.eccentricity.max() < 1.0
    assert line.force[:, 0] == pytest.approx(np.full(10, line.force[0, 0]), rel=1e-6)   # weights are upright


def test_what_is_no_chain():
    with pytest.raises(ds.InputError, match=r"^thrust line: block 'course_1/block_1' must touch two others of its "
                                            r"chain or supports, it touches 4$"):
        thrust_line(wall())
    with pytest.raises(ds.InputError, match=r"^thrust line: block 'block_3' must touch two others of its chain or "
                                            r"supports, it touches 1$"):
        thrust_line(stack(3))
    with pytest.raises(ds.InputError, match=r"^thrust line must be one of least, greatest, got 'most'$"):
        thrust_line(arch(0.3, 9), kind="most")


def test_effective_line_of_the_engine():
    """Impulses of one step at rest make a line between those of least and greatest thrust."""
    model = arch(0.3, 9)
    dt = 1e-3
    engine = NscdEngine(model, AnalysisSettings(dt=dt), dt)
    _, report, _ = next(take_steps(model, engine, engine.start(), 1))
    line = effective_line(model, compute_interfaces(report.contacts, report.impulse, dt))
    least, greatest = (thrust_line(model, kind=kind).thrust for kind in ("least", "greatest"))
    assert least * (1.0 - 1e-6) <= line.thrust <= greatest * (1.0 + 1e-6)
    weight = G * float(model.mass[~model.is_support].sum())
    assert line.force[0, 2] - line.force[-1, 2] == pytest.approx(weight, rel=1e-6)
    assert line.eccentricity.max() <= 1.0 + 1e-6
