"""Components together: one factor, one angle, both signs, three axes, aftershocks, lists; and seeded motions."""

from __future__ import annotations

import made_records as made
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import WAVE

from drystone.errors import InputError
from drystone.motion import (
    MEASURES,
    Component,
    Delayed,
    HalfSine,
    OnAxes,
    Record,
    Scaled,
    Sequence,
    Table,
    arias,
    kanai_tajimi,
    pga,
    point_source,
    put_on_axes,
    read_record,
    read_record_list,
    scale_factor,
    scale_record,
)
from drystone.motion.point_source import brune_spectrum, corner_frequency, window

ENVELOPE = {"rise": 1.0, "strong": 3.0, "decay": 1.0, "low": 0.3}


def quake(seed, pga=2.0, **options):
    return kanai_tajimi(seed, 8.0, 0.01, 2.5, 0.6, pga, **(ENVELOPE | options))


RECORD = Record("made", "made", (Component("EW", quake(1, 3.0), 90.0), Component("NS", quake(2, 2.0), 0.0),
                                 Component("UD", quake(3, 1.0), None, True)))


# --- scaling --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("how", ["larger", "smaller", "geometric_mean"])
def test_one_factor_brings_the_pair_to_any_measure(name, how):
    needs = {"sa": {"period": 0.4}, "sa_avg": {"periods": [0.2, 0.5]}}.get(name, {})
    target = {name: 0.7, "of": how, **needs}
    scaled = scale_record(RECORD, target)
    options = {key: value for key, value in needs.items()}
    found = [MEASURES[name].compute(c.motion, **options) for c in scaled.horizontals]
    combined = {"larger": max(found), "smaller": min(found), "geometric_mean": np.sqrt(np.prod(found))}[how]
    assert combined == pytest.approx(0.7, rel=1e-9)
    ratios = [pga(new.motion) / pga(old.motion) for new, old in zip(scaled.components, RECORD.components)]
    assert ratios == pytest.approx([ratios[0]] * 3, rel=1e-12)


def test_values_may_carry_their_unit():
    table = RECORD.components[0].motion
    assert scale_factor([table], {"pga": "0.5 g"}) == pytest.approx(0.5 * 9.80665 / 3.0)
    assert scale_factor([table], {"sa": "40 cm/s2", "period": "500 ms"}) == pytest.approx(
        scale_factor([table], {"sa": 0.4, "period": 0.5}), rel=1e-15)


@pytest.mark.parametrize("target, message", [
    ({"pga": 1.0}, "scale_to: of must say which of the components pga is meant for, one of larger, smaller, "
                   "geometric_mean, got none"),
    ({"pga": "2 s", "of": "larger"}, "scale_to: pga must be an acceleration [m/s2], got '2 s', a time"),
    ({"sa": 1.0, "of": "larger"}, "scale_to: period must be finite and >= 0 [s], got None"),
    ({"pga": 1.0, "period": 1.0}, "scale_to: period does not go with pga"),
    ({"pga": 1.0, "pgv": 1.0}, "scale_to needs exactly one of pga, pgv, pgd, arias, cav, sa, sa_avg, housner; got pga "
                               "and pgv"),
    ({"pgx": 1.0}, "scale_to: key must be one of pga, pgv, pgd, arias, cav, sa, sa_avg, housner, period, periods, "
                   "damping, of, got 'pgx'"),
    ({"pga": -1.0, "of": "larger"}, "scale_to: pga must be finite and > 0 [m/s2], got -1.0"),
    ({"pga": 1.0, "of": "mean"}, "scale_to: of must be one of larger, smaller, geometric_mean, got 'mean'"),
])
def test_targets_that_are_refused(target, message):
    with pytest.raises(InputError) as error:
        scale_record(RECORD, target)
    assert str(error.value) == message


# --- rotation, signs, axes ------------------------------------------------------------------------------

@given(st.floats(-360.0, 360.0))
def test_rotation_keeps_the_energy_and_goes_back(angle):
    turned = RECORD.rotated(angle)
    whole = [sum(arias(c.motion) for c in r.horizontals) for r in (RECORD, turned)]
    assert whole[1] == pytest.approx(whole[0], rel=1e-12)
    back = turned.rotated(-angle)
    for new, old in zip(back.components, RECORD.components):
        assert new.motion.accelerations == pytest.approx(old.motion.accelerations, abs=1e-13)


def test_a_quarter_turn_swaps_the_pair():
    turned = RECORD.rotated(90.0)
    first, second = (c.motion.accelerations for c in RECORD.horizontals)
    assert turned.components[0].motion.accelerations == pytest.approx(second, abs=1e-14)
    assert turned.components[1].motion.accelerations == pytest.approx(-first, abs=1e-14)
    assert turned.vertical is RECORD.vertical


def test_pairs_that_cannot_be_turned():
    with pytest.raises(InputError) as error:
        Record("one", "made", RECORD.components[:1]).rotated(10.0)
    assert str(error.value) == "record 'one': must have 2 horizontal components, got 1: EW"
    other = Component("NS", Table([0.0, 0.5, 1.0], [0.0, 1.0, 0.0]))
    with pytest.raises(InputError, match=r"must be sampled at the same times, got steps of 0\.01 and 0\.5 s"):
        Record("two", "made", (RECORD.components[0], other)).rotated(10.0)


def test_both_signs():
    plus, minus = RECORD.both_signs()
    for a, b in zip(plus.components, minus.components):
        assert b.motion.accelerations.tolist() == (-a.motion.accelerations).tolist()


def test_three_axes_from_one_file_or_three(tmp_path):
    whole = tmp_path / "a.V2"
    whole.write_text(made.csmip_v2())
    on_axes = put_on_axes({"x": (whole, "360"), "y": (whole, "90"), "z": (whole, "up")},
                          OnAxes(scale_to={"pga": 1.0, "of": "larger"}, reverse=True))
    assert {axis: m.peak for axis, m in on_axes.items()} == pytest.approx({"x": 0.8, "y": 1.0, "z": 0.5})
    assert np.sign(on_axes["y"].accelerations[10]) == 1.0 == -np.sign(WAVE[10])
    for name in ("067", "UP"):
        (tmp_path / f"{name}.AT2").write_text(made.at2(direction=name))
    assert set(put_on_axes({"x": (tmp_path / "067.AT2", None), "z": (tmp_path / "UP.AT2", None)})) == {"x", "z"}


def test_options_of_one_component(tmp_path):
    path = tmp_path / "a.V2"
    path.write_text(made.csmip_v2())
    turned = read_record(path, rotate_deg=90.0)
    assert turned.accelerations == pytest.approx(0.008 * WAVE, abs=1e-7)
    assert read_record(path, component="90", scale_to={"pga": "0.1 g"}, reverse=True).peak == pytest.approx(0.980665)
    with pytest.raises(InputError, match="pga and scale_to exclude each other"):
        read_record(path, component="90", pga=1.0, scale_to={"pga": 1.0})


# --- one after the other --------------------------------------------------------------------------------

def test_mainshock_rest_and_aftershock():
    main, after = quake(1), quake(2, 1.0)
    both = Sequence((main, Scaled(after, 0.5)), rest=10.0)
    assert both.duration == pytest.approx(26.0) and both.after is None
    t = np.linspace(0.0, 8.0, 333)
    assert both.acceleration(t) == pytest.approx(main.acceleration(t), abs=1e-15)
    assert not both.acceleration(np.linspace(8.001, 17.999, 50)).any()
    assert both.acceleration(18.0 + t) == pytest.approx(0.5 * after.acceleration(t), abs=1e-12)
    assert both.velocity(26.0) == pytest.approx(main.velocity(8.0) + 0.5 * after.velocity(8.0), abs=1e-14)
    assert both.displacement_increment(3.0, 20.0) == pytest.approx(both.displacement(20.0) - both.displacement(3.0))
    assert both.sampling_step == pytest.approx(0.01)
    assert Sequence((HalfSine(1.0, 0.5), HalfSine(1.0, 0.5)), 0.0) == Sequence((HalfSine(1.0, 0.5),) * 2, 0.0)


@pytest.mark.parametrize("motions, rest, message", [
    ([HalfSine(1.0, 1.0)], 1.0, "motion sequence: motions must be two or more"),
    ([HalfSine(1.0, 1.0), 3], 1.0, r"motion sequence: motions\[1\] must be a motion, got 3"),
    ([HalfSine(1.0, 1.0), Delayed(HalfSine(1.0, 1.0), 1.0)], -1.0,
     r"motion sequence: rest must be finite and >= 0 \[s\]"),
])
def test_sequences_that_are_refused(motions, rest, message):
    with pytest.raises(InputError, match=message):
        Sequence(motions, rest)


# --- lists ----------------------------------------------------------------------------------------------

def test_list_of_a_search(tmp_path):
    """PEER's file has a summary of the search first; files that it does not have are dashes."""
    for name in ("RSN1_A_X000.AT2", "RSN1_A_X090.AT2", "RSN22_B_Y-UP.AT2", "RSN22_B_Y1.AT2"):
        (tmp_path / name).write_text(made.at2(direction=name[-7:-4].strip("-")))
    titles = ("Result ID,Spectral Ordinate, Record Sequence Number, MSE, Scale Factor, Earthquake Name,"
              " Horizontal-1 Acc. Filename, Horizontal-2 Acc. Filename, Vertical Acc. Filename")
    lines = ["PEER Ground Motion Database,,", "", " -- Summary of Metadata of Selected Records --", titles,
             "1,SRSS,1,0.1,2.5,\"Made, somewhere\",RSN1_A_X000.AT2,RSN1_A_X090.AT2,-----",
             "2,SRSS,22,0.2,1,Made,RSN22_B_Y1.AT2,-----,RSN22_B_Y-UP.AT2", "", "-- spectra --", "T,1,2"]
    path = tmp_path / "_SearchResults.csv"
    path.write_text("\n".join(lines))
    found = read_record_list(path)
    assert [(r.name, [f.name for f in r.files], r.factor) for r in found] == [
        ("RSN1", ["RSN1_A_X000.AT2", "RSN1_A_X090.AT2"], 2.5), ("RSN22", ["RSN22_B_Y1.AT2", "RSN22_B_Y-UP.AT2"], 1.0)]
    assert found[0].read().components[0].motion.peak == pytest.approx(2.5 * 0.305 * 9.80665)
    (tmp_path / "RSN22_B_Y1.AT2").unlink()
    with pytest.raises(InputError, match=r"line 6: file must be there, got 'RSN22_B_Y1.AT2', which is not"):
        read_record_list(path)


def test_list_of_a_folder_and_of_a_table(tmp_path):
    for name in ("RSN1_A_X000.AT2", "RSN1_A_X090.AT2", "RSN1_A_X-UP.AT2", "RSN2_B_Z-E.AT2", "RSN2_B_Z-N.AT2"):
        (tmp_path / name).write_text(made.at2())
    (tmp_path / "notes.txt").write_text("no record")
    assert {r.name: len(r.files) for r in read_record_list(tmp_path)} == {"RSN1_A_X": 3, "RSN2_B_Z": 2}
    (tmp_path / "a.txt").write_text("0 0\n0.01 1\n0.02 0\n")
    table = tmp_path / "list.csv"
    table.write_text("# made\nname,h1,h2,v,units,factor\none,a.txt,,,m/s2,2\ntwo,RSN2_B_Z-E.AT2,RSN2_B_Z-N.AT2,,,\n")
    one, two = read_record_list(table)
    assert one.read().components[0].motion.peak == 2.0 and len(two.read().components) == 2
    table.write_text("file\na.txt\n")
    with pytest.raises(InputError, match=r"line 1: titles must be of name, h1, h2, v, units, factor, dt"):
        read_record_list(table)


# --- seeded motions -------------------------------------------------------------------------------------

SOURCE = {"magnitude": 6.0, "distance": 2e4, "stress_drop": 8e6, "velocity": 3500.0, "density": 2800.0,
          "quality": 180.0, "quality_power": 0.45, "kappa": 0.04}


@pytest.mark.parametrize("make", [quake, lambda seed: point_source(seed, 0.01, **SOURCE)])
def test_the_same_seed_gives_the_same_bits(make):
    assert make(4).accelerations.tobytes() == make(4).accelerations.tobytes()
    assert make(4).accelerations.tobytes() != make(5).accelerations.tobytes()
    assert abs(make(4).velocity(make(4).duration)) < 1e-12


def test_noise_has_the_shape_of_the_soil():
    """Mean power over 60 seeds at the layer's frequency against 5 times it: Kanai and Tajimi, within 25 % (1 / sqrt 60
    of chi-square noise, a band of 40 frequencies)."""
    frequency, damping = 2.0, 0.3
    power = 0.0
    for seed in range(60):
        table = kanai_tajimi(seed, 20.0, 0.01, frequency, damping, 1.0, rise=2.0, strong=10.0, decay=0.5, low=0.1)
        scale = arias(table)
        power = power + np.abs(np.fft.rfft(table.accelerations)) ** 2 / scale
    f = np.fft.rfftfreq(2001, 0.01)

    def gain(x):
        r = (x / frequency) ** 2
        return (1.0 + 4.0 * damping**2 * r) / ((1.0 - r) ** 2 + 4.0 * damping**2 * r)

    near, far = ((f > 1.5) & (f < 2.5)), ((f > 9.5) & (f < 10.5))
    assert power[near].mean() / power[far].mean() == pytest.approx(gain(f[near]).mean() / gain(f[far]).mean(), rel=0.25)


def test_mean_spectrum_of_a_point_source():
    """Over 80 seeds the mean square of Fourier amplitudes is Brune's spectrum squared; bands of 1 Hz, within 20 %."""
    power = 0.0
    for seed in range(80):
        table = point_source(seed, 0.01, **SOURCE)
        power = power + (0.01 * np.abs(np.fft.rfft(table.accelerations))) ** 2 / 80
    f = np.fft.rfftfreq(table.times.size, 0.01)
    target = brune_spectrum(f, **SOURCE) ** 2
    for centre in (1.0, 3.0, 8.0, 15.0):
        band = np.abs(f - centre) < 0.5
        assert power[band].mean() == pytest.approx(target[band].mean(), rel=0.2)


def test_figures_of_the_source():
    """Corner 0.49 b (s / M0)^(1/3); spectra rise as f^2 below and are flat above it; the window peaks at a fifth."""
    corner = corner_frequency(6.0, 8e6, 3500.0)
    assert corner == pytest.approx(0.49 * 3500.0 * (8e6 / 10**18.05) ** (1 / 3))
    plain = SOURCE | {"kappa": 0.0, "quality": 1e12}
    low, double = brune_spectrum(np.array([corner / 100.0, corner / 50.0]), **plain)
    assert double / low == pytest.approx(4.0, rel=1e-3)
    far, farther = brune_spectrum(np.array([50.0 * corner, 100.0 * corner]), **plain)
    assert farther / far == pytest.approx(1.0, rel=1e-3)
    assert window(np.array([0.2])) == pytest.approx(1.0) and window(np.array([1.0])) == pytest.approx(0.05)


@pytest.mark.parametrize("make, message", [
    (lambda: quake(-1), "motion kanai_tajimi: seed must be a whole number >= 0 [-], got -1"),
    (lambda: quake(1, rise=0.0), "motion kanai_tajimi: rise must be finite and > 0 [s], got 0.0"),
    (lambda: quake(1, low=3.0), "motion kanai_tajimi: low must be finite and > 0 and < 2.5 [Hz], got 3.0"),
    (lambda: point_source(1, 0.01, **(SOURCE | {"magnitude": 11.0})),
     "motion point_source: magnitude must be finite and >= 0 and <= 10 [-], got 11.0"),
    (lambda: point_source(1, 1e-9, **SOURCE),
     "motion point_source: duration must be from 8 to 2000000 times dt 1e-09 [s], got 8.05902"),
])
def test_seeded_motions_refuse(make, message):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == message
