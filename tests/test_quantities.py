"""Numbers with their unit written out: every unit, every dimension, and what is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.quantities import UNITS, convert, parse_unit, read_quantity


@pytest.mark.parametrize("text, unit, value", [
    ("0.35 g", "m/s2", 0.35 * 9.80665), ("20 cm", "m", 0.2), ("20cm", "m", 0.2), ("0.4 s", "s", 0.4),
    ("30 deg", "deg", 30.0), ("2 MPa", "Pa", 2e6), ("1 rad", "deg", 180.0 / math.pi), ("180 deg/s", "rad/s", math.pi),
    ("-1.5e-3 km", "m", -1.5), ("18 kN/m3", "N/m3", 18e3), ("2.4 t/m3", "kg/m3", 2400.0), ("60 %", "-", 0.6),
    ("5 kN/m", "N/m", 5e3), ("1 bar", "Pa", 1e5), ("3 N s/m", "N s/m", 3.0), ("981 gal", "m/s2", 9.81),
    ("1 m/s^2", "m/s2", 1.0), ("1 m/s²", "m/s2", 1.0), ("1 m/s/s", "m/s2", 1.0), ("2 Hz", "Hz", 2.0),
    ("25 kg m2", "kg m2", 25.0), ("1 in", "m", 0.0254), ("10 MPa/m", "Pa/m", 1e7), ("1 GPa", "Pa", 1e9),
])
def test_values(text, unit, value):
    assert convert(text, unit) == pytest.approx(value, rel=1e-15)


def test_decimal_parts_are_rounded_once():
    """20 cm is the float 0.2, as if it had been written in metres; so is every whole number of mm."""
    assert convert("20 cm", "m") == 0.2
    assert all(convert(f"{k} mm", "m") == k / 1000 for k in range(1, 2000))


@pytest.mark.parametrize("text, unit, message", [
    ("2 MPa", "m", "must be a length [m], got '2 MPa', a pressure"),
    ("3 m", "s", "must be a time [s], got '3 m', a length"),
    ("0.3 g", "kg", "must be a mass [kg], got '0.3 g', an acceleration"),
    ("3 parsec", "m", "must be a length [m]; 'parsec' is no known unit, got '3 parsec'"),
    ("3", "m", "must be a number [m], got '3'"),
    ("m", "m", "must be a number [m], got 'm'"),
    ("1e400 m", "m", "must be finite [m], got '1e400 m'"),
    ("1 kN m/s", "kg", "must be a mass [kg], got '1 kN m/s', another quantity"),
])
def test_what_is_refused(text, unit, message):
    with pytest.raises(InputError) as error:
        convert(text, unit)
    assert str(error.value) == message


@given(st.floats(-1e6, 1e6), st.sampled_from(sorted(UNITS)))
def test_every_unit_in_itself_is_the_number(number, unit):
    assert convert(f"{number!r} {unit}", unit) == pytest.approx(number, rel=1e-15, abs=1e-300)


def test_a_slash_holds_for_the_next_unit():
    """kg/m s2 would be read as kg/m times s2 by some: it is here, too, and kg/m/s2 is a pressure."""
    assert parse_unit("kg/m/s2").dimension == parse_unit("Pa").dimension
    assert parse_unit("kg/m s2").dimension != parse_unit("Pa").dimension


def test_numbers_pass_and_are_bounded():
    assert read_quantity("x", 3, "m", above=0.0) == 3.0
    with pytest.raises(InputError, match=r"^x must be finite and > 0 \[m\], got -0.2$"):
        read_quantity("x", "-20 cm", "m", above=0.0)
