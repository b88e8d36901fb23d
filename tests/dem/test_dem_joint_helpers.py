"""Helpers of joint laws: stiffness from moduli, softening tables, the compression curve."""

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.model.crushing import compression_curve, hardening_energy
from drystone.model.joint_stiffness import interface_stiffness, mortar_modulus, shear_modulus
from drystone.model.softening import by_energy, from_curve, from_ratios

#: k_n [Pa/m], f_cp [Pa] of the walls; exact m, m of eq. 31 and its area, as cases.yaml and the study have them.
WALLS = {"LOW": (82e9, 10.5e6, 2.0501, 2.02913, 4939.0), "MID": (110e9, 11.5e6, 2.2531, 2.24912, 4990.0),
         "HIGH": (82e9, 11.5e6, 1.7645, 1.71982, 4844.0)}


def curve_of(k, f, rule, **changes):
    data = {"energy": 5000.0, "elastic_share": 0.3, "peak_ratio": 2.0, "residual": 0.0, **changes}
    return compression_curve("energy", stiffness=k, peak=f, rule=rule, **data)


def test_stiffness_of_the_couplet():
    """Table 1: 150 and 70 GPa/m, rounded; 149.24 and, with nu = 0.15, 64.89 by the formula."""
    assert interface_stiffness(16.7e9, 1.37e9, 0.01) == pytest.approx(149.24e9, rel=1e-4)
    unit, mortar = shear_modulus(16.7e9, 0.15), shear_modulus(1.37e9, 0.15)
    assert interface_stiffness(unit, mortar, 0.01) == pytest.approx(64.89e9, rel=1e-4)


def test_the_inverse_gives_the_modulus_back():
    """A wall of units, mortar and joints is as soft as one of blown-up units with interfaces."""
    for unit, mortar, thickness in ((16.7e9, 1.37e9, 0.01), (4.8e9, 2.5e9, 0.012)):
        k = interface_stiffness(unit, mortar, thickness)
        assert mortar_modulus(unit, k, thickness) == pytest.approx(mortar, rel=1e-12)
        assert 1.0 / k + thickness / unit == pytest.approx(thickness / mortar, rel=1e-12)


@pytest.mark.parametrize("given, message", [
    ((1.37e9, 1.37e9, 0.01), "joint stiffness: Young's modulus of the unit must be > that of the mortar, 1.37e+09 "
     "[Pa], got 1370000000.0: the blown-up unit alone would be too soft"),
    ((16.7e9, 1.37e9, 0.0), "joint stiffness: thickness must be finite and > 0 [m], got 0.0"),
    ((16.7e9, -1.0, 0.01), "joint stiffness: Young's modulus of the mortar must be finite and > 0 [Pa], got -1.0"),
])
def test_moduli_are_checked(given, message):
    with pytest.raises(InputError) as caught:
        interface_stiffness(*given)
    assert str(caught.value) == message


@pytest.mark.parametrize("wall", WALLS)
def test_softening_length_of_the_walls(wall):
    k, f, exact, printed, area = WALLS[wall]
    assert curve_of(k, f, "exact").length == pytest.approx(exact, abs=1e-4)
    assert curve_of(k, f, "exact").energy() == pytest.approx(5000.0, rel=1e-12)
    paper = curve_of(k, f, "paper")
    assert paper.length == pytest.approx(printed, abs=1e-5) and paper.energy() == pytest.approx(area, abs=0.5)


@pytest.mark.parametrize("residual", [0.0, 0.1])
@pytest.mark.parametrize("share, ratio", [(0.3, 2.0), (0.3, 68.5), (0.8, 1.1), (1.0 / 3.0, 5.0)])
def test_the_area_of_the_curve_is_that_of_its_points(residual, share, ratio):
    curve = curve_of(82e9, 10e6, "exact", energy=1e5, elastic_share=share, peak_ratio=ratio, residual=residual * 10e6)
    before = np.linspace(0.0, curve.peak_closing, 200_001)
    after = np.linspace(curve.peak_closing, curve.middle_closing * 30.0, 400_001)
    first = np.trapezoid([curve.stress(u) for u in before], before)
    second = np.trapezoid([curve.stress(u) - curve.residual for u in after], after)
    assert first == pytest.approx(hardening_energy(82e9, share * 10e6, 10e6, curve.peak_closing), rel=1e-7)
    assert first + second == pytest.approx(1e5, rel=1e-6)
    assert curve.stress(curve.peak_closing) == pytest.approx(10e6, rel=1e-12)
    assert curve.stress(curve.leaving) == pytest.approx(82e9 * curve.leaving, rel=1e-12)
    step = 1e-9 * curve.middle_closing
    slopes = [(curve.strength(curve.middle_closing + s) - curve.strength(curve.middle_closing)) / s for s in (-step,
                                                                                                            step)]
    assert slopes[0] == pytest.approx(slopes[1], rel=1e-4)


@pytest.mark.parametrize("energy, message", [
    (1500.0, "energy must be > 1941.16 [N/m], what the curve takes up to its peak, got 1500.0"),
    (2100.0, "energy must be > 3397.72 [N/m], got 2100.0: the pressure would fall faster than the joint springs back"),
])
def test_too_little_energy_in_compression(energy, message):
    with pytest.raises(InputError) as caught:
        curve_of(82e9, 10.5e6, "exact", energy=energy)
    assert str(caught.value) == message


@pytest.mark.parametrize("shape, more", [("exponential", {}), ("exponential", {"pieces": 7}), ("linear", {}),
                                         ("bilinear", {"break_displacement": 0.8, "break_share": 1.0 / 3.0})])
def test_the_area_of_a_table_is_the_energy(shape, more):
    table = by_energy("G", shape, 18.0, 0.25e6, 82e9, **more)
    assert table.energy(0.25e6) == pytest.approx(18.0, rel=1e-13)
    assert (np.diff(table.kappa) > 0.0).all() and table.damage[[0, -1]].tolist() == [0.0, 1.0]
    assert (np.diff(table.ratios(0.25e6, 82e9)) > 0.0).all()


def test_the_bilinear_curve_of_petersson():
    """Break at a third of the strength and 0.8 G/f, end at 3.6 G/f."""
    table = by_energy("G", "bilinear", 100.0, 2e6, 1e12, break_displacement=0.8, break_share=1.0 / 3.0)
    assert table.kappa * 2e6 / 100.0 == pytest.approx([0.0, 0.8, 3.6]) and table.damage == pytest.approx([0, 2 / 3, 1])


def test_a_measured_curve_gives_its_own_points():
    """Stress over displacement since the peak comes out as it went in, where the joint is as stiff as the specimen."""
    measured = np.array([[0.0, 0.0], [2e-6, 0.2e6], [5e-6, 0.15e6], [3e-5, 0.05e6], [9e-5, 0.0], [1e-4, 0.0]])
    table = from_curve("curve", measured, 0.2e6, 1e11)
    assert table.damage == pytest.approx([0.0, 0.25, 0.75, 1.0])
    opening = table.kappa + 0.2e6 * (1.0 - table.damage) / 1e11
    assert opening - opening[0] == pytest.approx([0.0, 3e-6, 28e-6, 88e-6])
    ratio = np.column_stack((table.ratios(0.2e6, 1e11), table.damage))
    again = from_ratios("table", ratio, 0.2e6, 1e11)
    assert again.kappa == pytest.approx(table.kappa, rel=1e-12, abs=1e-18)


@pytest.mark.parametrize("make, message", [
    (lambda: by_energy("G", "exponential", 0.7, 0.25e6, 82e9),
     "G must be > strength^2 / stiffness = 0.762195 [N/m], got 0.7: the stress would fall faster than the joint "
     "springs back"),
    (lambda: by_energy("G", "linear", 0.3, 0.25e6, 82e9),
     "G must be > 0.5 strength^2 / stiffness = 0.381098 [N/m], got 0.3: the stress would fall faster than the joint "
     "springs back"),
    (lambda: by_energy("G", "bilinear", 18.0, 0.25e6, 82e9, break_displacement=1.6, break_share=0.3),
     "G: a bilinear curve must break before 2 / (1 + break_share) = 1.53846 [-], got break_displacement 1.6"),
    (lambda: from_ratios("table", [[1, 0], [2, 0.5], [3, 0.4], [4, 1]], 1e5, 1e10),
     "table: damage must never fall, or the strength would rise, got 0.5 and then 0.4"),
    (lambda: from_ratios("table", [[1, 0], [2, 0.5], [2, 0.6], [4, 1]], 1e5, 1e10),
     "table: ratios must rise, got 2.0 and then 2.0"),
    (lambda: from_ratios("table", [[1, 0.1], [2, 1]], 1e5, 1e10),
     "table must start at ratio 1 with damage 0 [-], got [1.0, 0.1]"),
    (lambda: from_ratios("table", [[1, 0], [2, 0.9]], 1e5, 1e10), "table must end at damage 1 [-], got 0.9"),
    (lambda: from_ratios("table", [[1, 0, 3]], 1e5, 1e10), "table must be two or more pairs of finite numbers"),
    (lambda: from_curve("curve", [[0, 1e5], [1e-6, 5e4], [2e-6, 6e4], [3e-6, 0]], 1e5, 1e10),
     "curve: stress must never rise after the peak [Pa], got 50000.0 and then 60000.0"),
    (lambda: from_curve("curve", [[0, 1e5], [1e-6, 5e4]], 1e5, 1e10), "curve must end at stress 0 [Pa], got 50000.0"),
    (lambda: from_curve("curve", [[0, -1.0], [1e-6, -5e4]], 1e5, 1e10), "curve must have a peak > 0 [Pa], got -1.0"),
])
def test_tables_are_checked(make, message):
    with pytest.raises(InputError) as caught:
        make()
    assert str(caught.value) == message
