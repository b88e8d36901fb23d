"""Numbers with their unit written out: `0.35 g`, `20 cm`, `2 MPa`. `g` is 9.80665 m/s2, whatever a model's gravity."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from drystone.checks import check_number, show
from drystone.errors import InputError

#: Powers of metre, kilogram, second and radian.
Dimension = tuple[int, int, int, int]

_NONE, _LENGTH, _TIME, _MASS, _ANGLE = (0, 0, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0), (0, 1, 0, 0), (0, 0, 0, 1)
_ACCELERATION, _FORCE, _PRESSURE, _ENERGY = (1, 0, -2, 0), (1, 1, -2, 0), (-1, 1, -2, 0), (2, 1, -2, 0)

#: Every unit that may be written: how much of the SI it is, and its dimension.
UNITS: dict[str, tuple[float, Dimension]] = {
    "-": (1.0, _NONE), "%": (0.01, _NONE),
    "m": (1.0, _LENGTH), "km": (1e3, _LENGTH), "dm": (0.1, _LENGTH), "cm": (0.01, _LENGTH), "mm": (1e-3, _LENGTH),
    "in": (0.0254, _LENGTH), "ft": (0.3048, _LENGTH),
    "s": (1.0, _TIME), "ms": (1e-3, _TIME), "min": (60.0, _TIME), "Hz": (1.0, (0, 0, -1, 0)),
    "kg": (1.0, _MASS), "t": (1e3, _MASS),
    "g": (9.80665, _ACCELERATION), "gal": (0.01, _ACCELERATION),
    "N": (1.0, _FORCE), "kN": (1e3, _FORCE), "MN": (1e6, _FORCE),
    "Pa": (1.0, _PRESSURE), "kPa": (1e3, _PRESSURE), "MPa": (1e6, _PRESSURE), "GPa": (1e9, _PRESSURE),
    "bar": (1e5, _PRESSURE), "J": (1.0, _ENERGY), "kJ": (1e3, _ENERGY),
    "rad": (1.0, _ANGLE), "deg": (math.pi / 180.0, _ANGLE), "°": (math.pi / 180.0, _ANGLE),
}

#: What people call a dimension.
_WORDS = {_NONE: "a pure number", _LENGTH: "a length", _TIME: "a time", _MASS: "a mass", _ANGLE: "an angle",
          _ACCELERATION: "an acceleration", _FORCE: "a force", _PRESSURE: "a pressure", _ENERGY: "an energy",
          (0, 0, -1, 0): "a frequency", (1, 0, -1, 0): "a velocity", (-3, 1, 0, 0): "a density",
          (0, 1, -2, 0): "a force per length", (0, 0, -1, 1): "an angular velocity", (2, 0, 0, 0): "an area",
          (3, 0, 0, 0): "a volume", (2, 1, 0, 0): "a moment of inertia", (-2, 1, -2, 0): "a pressure per length"}

_QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([A-Za-z%°].*?|-)\s*\Z")
_FACTOR = re.compile(r"([^\d^²³*/ ]+?)(?:\^?(-?\d)|([²³]))?\Z")
_SUPERSCRIPT = {"²": 2, "³": 3}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as a multiple of the SI."""

    factor: float
    dimension: Dimension

    @property
    def word(self) -> str:
        """What it measures, in words."""
        return _WORDS.get(self.dimension, "another quantity")


def parse_unit(text: str) -> Unit | None:
    """Unit of a text such as kN/m, kg/m3, m/s^2 or N s/m; None if it is none. A slash holds for the next unit only."""
    factor, powers, sign = 1.0, [0, 0, 0, 0], 1
    if not text.strip():
        return None
    for token in re.findall(r"/|[^\s*/]+", text):
        if token == "/":
            sign = -1
            continue
        found = _FACTOR.match(token)
        if found is None or found[1] not in UNITS:
            return None
        power = sign * (int(found[2]) if found[2] else _SUPERSCRIPT.get(found[3], 1))
        size, dimension = UNITS[found[1]]
        factor *= size**power
        powers = [p + power * d for p, d in zip(powers, dimension)]
        sign = 1
    return Unit(factor, tuple(powers))


def split_quantity(text: str) -> tuple[float, str] | None:
    """Number and unit of a text that starts with a number and goes on with a word; None for others."""
    found = _QUANTITY.match(text)
    return (float(found[1]), found[2]) if found else None


def convert(text: str, unit: str) -> float:
    """Value of a text in `unit`; an error tells what is wrong, without saying of what.

    >>> convert("20 cm", "m"), convert("0.5 g", "m/s2"), convert("1 rad", "deg")
    (0.2, 4.903325, 57.29577951308232)
    """
    wanted, parts = parse_unit(unit), split_quantity(text)
    if parts is None or wanted is None:
        raise InputError(f"must be a number [{unit}], got {show(text)}")
    number, written = parts
    given = parse_unit(written)
    if given is None:
        raise InputError(f"must be {wanted.word} [{unit}]; {show(written)} is no known unit, got {show(text)}")
    if given.dimension != wanted.dimension:
        raise InputError(f"must be {wanted.word} [{unit}], got {show(text)}, {given.word}")
    # one rounding where the ratio is a plain number: 20 cm is 0.2 m, not 0.20000000000000001
    ratio = given.factor / wanted.factor
    inverse = wanted.factor / given.factor
    value = number / round(inverse) if ratio < 1.0 and abs(inverse - round(inverse)) < 1e-9 * inverse \
        else number * ratio
    if not math.isfinite(value):
        raise InputError(f"must be finite [{unit}], got {show(text)}")
    return value


def read_quantity(what: str, value: object, unit: str, **bounds: float) -> float:
    """A number [unit], or a text with its unit written out; `bounds` as those of `check_number`."""
    if isinstance(value, str):
        try:
            value = convert(value, unit)
        except InputError as error:
            raise InputError(f"{what} {error}") from None
    return check_number(what, value, unit, **bounds)
