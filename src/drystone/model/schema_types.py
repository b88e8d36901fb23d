"""Building blocks of the file's schema: numbers, vectors, lists of names - each with its rule in words."""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from drystone.checks import AXES, show

_NUMBER = {"type": "number"}


class Entry(BaseModel):
    """Base of every part of a model file: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _numbers(count: int):
    def check(value: Any) -> list[float]:
        if not (isinstance(value, (list, tuple)) and len(value) == count and all(map(_is_number, value))):
            raise PydanticCustomError("rule", f"must be {count} finite numbers")
        return [float(x) for x in value]

    schema = {"type": "array", "items": _NUMBER, "minItems": count, "maxItems": count}
    return Annotated[list[float], PlainValidator(check), WithJsonSchema(schema)]


def _polygon(value: Any) -> list[list[float]]:
    good = isinstance(value, (list, tuple)) and len(value) >= 3 and all(
        isinstance(p, (list, tuple)) and len(p) == 2 and all(map(_is_number, p)) for p in value)
    if not good:
        raise PydanticCustomError("rule", "must be 3 or more corners, each 2 finite numbers")
    return [[float(a), float(b)] for a, b in value]


def _pairs(words: str):
    def check(value: Any) -> list[list[float]]:
        good = isinstance(value, (list, tuple)) and len(value) > 0 and all(
            isinstance(p, (list, tuple)) and len(p) == 2 and all(map(_is_number, p)) for p in value)
        if not good:
            raise PydanticCustomError("rule", words)
        return [[float(a), float(b)] for a, b in value]

    return Annotated[list[list[float]], PlainValidator(check),
                     WithJsonSchema({"type": "array", "minItems": 1, "items": _TWO_NUMBERS})]


def _number_or_vector(value: Any) -> float | list[float]:
    if _is_number(value):
        return float(value)
    if isinstance(value, (list, tuple)) and len(value) == 3 and all(map(_is_number, value)):
        return [float(x) for x in value]
    raise PydanticCustomError("rule", "must be one finite number or 3 of them")


def _inertia(value: Any) -> list:
    rows = value if isinstance(value, (list, tuple)) and len(value) == 3 else []
    if rows and all(map(_is_number, rows)):
        return [float(x) for x in rows]
    if rows and all(isinstance(r, (list, tuple)) and len(r) == 3 and all(map(_is_number, r)) for r in rows):
        return [[float(x) for x in r] for r in rows]
    raise PydanticCustomError("rule", "must be 3 finite numbers (diagonal) or 3 rows of 3")


def _axis(value: Any) -> str | list[float]:
    if value in tuple(AXES):
        return value
    if isinstance(value, (list, tuple)) and len(value) == 3 and all(map(_is_number, value)) and any(value):
        return [float(x) for x in value]
    raise PydanticCustomError("rule", "must be x, y, z or 3 finite numbers, not all zero")


def _points(value: Any) -> list[list[float]]:
    if not (isinstance(value, (list, tuple)) and len(value) > 0):
        raise PydanticCustomError("rule", "must be a list of points, each 3 finite numbers")
    for i, p in enumerate(value):  # a long list does not fit into a message: name the one that is wrong
        if not (isinstance(p, (list, tuple)) and len(p) == 3 and all(map(_is_number, p))):
            raise PydanticCustomError("rule_whole", f"point {i} must be 3 finite numbers [m], got {show(p, 60)}")
    return [[float(x) for x in p] for p in value]


def _rows_of(width: int, kinds: tuple[type, ...], words: str):
    """Rows of numbers, as lists or as an array; a long list does not fit into a message: the one that is wrong does."""
    def check(value: Any) -> list[list]:
        rows = value.tolist() if hasattr(value, "tolist") else value
        if not (isinstance(rows, (list, tuple)) and len(rows) > 0):
            raise PydanticCustomError("rule", f"must be a list of rows, each {words}")
        for i, row in enumerate(rows):
            if not (isinstance(row, (list, tuple)) and len(row) == width
                    and all(_is_number(x) and isinstance(x, kinds) for x in row)):
                raise PydanticCustomError("rule_whole", f"row {i} must be {words}, got {show(row, 60)}")
        return [[kinds[0](x) for x in row] for row in rows]

    return check


def _values(value: Any) -> list[float]:
    if not (isinstance(value, (list, tuple)) and len(value) > 0):
        raise PydanticCustomError("rule", "must be a list of finite numbers")
    for i, number in enumerate(value):  # a long list does not fit into a message: name the one that is wrong
        if not _is_number(number):
            raise PydanticCustomError("rule_whole", f"value {i} must be a finite number, got {show(number, 60)}")
    return [float(x) for x in value]


def _names(value: Any) -> list[str]:
    names = [value] if isinstance(value, str) else value
    if not (isinstance(names, (list, tuple)) and all(isinstance(n, str) and n for n in names)):
        raise PydanticCustomError("rule", "must be a name or a list of names")
    return list(names)


def _name_pairs(value: Any) -> list[list[str]]:
    if isinstance(value, (list, tuple)) and not value:     # holds nowhere by itself: others name it
        return []
    pairs: Any = value if isinstance(value, (list, tuple)) and value else [None]
    if all(isinstance(n, str) for n in pairs):
        pairs = [pairs]
    if not all(isinstance(p, (list, tuple)) and len(p) == 2 and all(isinstance(n, str) and n for n in p)
               for p in pairs):
        raise PydanticCustomError("rule", "must be two names, or a list of pairs of names")
    return [list(p) for p in pairs]


_XYZ = {"type": "array", "items": _NUMBER, "minItems": 3, "maxItems": 3}
_ROWS = {"type": "array", "items": _XYZ, "minItems": 3, "maxItems": 3}
_TWO_NUMBERS = {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2}
_NAMES = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
_TWO_NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}

Number = Annotated[float, Field(allow_inf_nan=False, strict=True)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False, strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Name = Annotated[str, Field(min_length=1, strict=True)]
Vector = _numbers(3)
TwoNumbers = _numbers(2)
Count = Annotated[int, Field(ge=1, strict=True)]
Pairs = _pairs("must be a list of pairs of finite numbers (time [s], value)")
NumberPairs = _pairs("must be a list of pairs of finite numbers")
Polygon = Annotated[list[list[float]], PlainValidator(_polygon),
                    WithJsonSchema({"type": "array", "minItems": 3, "items": _TWO_NUMBERS})]
Values = Annotated[list[float], PlainValidator(_values),
                   WithJsonSchema({"type": "array", "minItems": 1, "items": _NUMBER})]
Points = Annotated[list[list[float]], PlainValidator(_points),
                   WithJsonSchema({"type": "array", "minItems": 1, "items": _XYZ})]
NodeList = Annotated[list[list[float]], PlainValidator(_rows_of(3, (float, int), "3 finite numbers")),
                     WithJsonSchema({"type": "array", "minItems": 1, "items": _XYZ})]
TetList = Annotated[list[list[int]], PlainValidator(_rows_of(4, (int,), "4 whole numbers")),
                    WithJsonSchema({"type": "array", "minItems": 1, "items": {
                        "type": "array", "items": {"type": "integer"}, "minItems": 4, "maxItems": 4}})]
NumberOrVector = Annotated[float | list[float], PlainValidator(_number_or_vector),
                           WithJsonSchema({"anyOf": [_NUMBER, _XYZ]})]
Inertia = Annotated[list, PlainValidator(_inertia), WithJsonSchema({"anyOf": [_XYZ, _ROWS]})]
Axis = Annotated[str | list[float], PlainValidator(_axis),
                 WithJsonSchema({"anyOf": [{"enum": list(AXES)}, _XYZ]})]
Names = Annotated[list[str], PlainValidator(_names), WithJsonSchema(_NAMES)]
NamePairs = Annotated[list[list[str]], PlainValidator(_name_pairs), WithJsonSchema(
    {"anyOf": [_TWO_NAMES, {"type": "array", "items": _TWO_NAMES}]})]


def one_of(*names: str):
    """Validator of a whole entry: exactly one of the keys must be given (null counts as absent)."""

    rule = f"needs exactly one of {', '.join(names)}"

    def check(self: Entry) -> Entry:
        given = [n for n in names if getattr(self, n) is not None]
        if len(given) != 1:
            got = " and ".join(given) or "none"
            raise PydanticCustomError("rule_whole", "{rule}; got {got}", {"rule": rule, "got": got})
        return self

    return check
