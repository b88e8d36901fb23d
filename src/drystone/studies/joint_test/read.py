"""The joint that is tested, from a model file or from options alone; a path of displacements from a CSV file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from drystone.engines.dem.joints.registry import law_of
from drystone.errors import InputError
from drystone.io.yaml_reader import parse_yaml, read_yaml
from drystone.model.file import CheckedFile, change_document
from drystone.model.joint import Joint
from drystone.model.joint_stiffness import interface_stiffness, shear_modulus
from drystone.model.selection import check_known
from drystone.quantities import parse_unit, read_quantity

#: A model with nothing but the joints that options bring.
_EMPTY = "drystone: 1\nname: joint-test\ngravity: 9.81\n"
_COLUMNS = ("u_n", "u_s1", "u_s2")
_TITLE = re.compile(r"\s*(\w+)\s*(?:\[([^\]]+)\])?\s*\Z")
#: Keys of --moduli with their units.
_MODULI = {"unit": "Pa", "mortar": "Pa", "thickness": "m", "poisson": "-"}
#: Most rows of a path.
MOST_ROWS = 1_000_000


def read_joint(path: Path | None, changes: Sequence[str], name: str | None, moduli: Sequence[str] = ()) -> Joint:
    """The joint called `name`, or the only one there is.

    Parameters
    ----------
    path : model file; None: the changes bring the joint
    changes : `joints.NAME.key=value`
    moduli : `unit=16.7GPa`, `mortar=...`, `thickness=...`, `poisson=...`: stiffness is computed from them
    """
    document = parse_yaml(_EMPTY, "joint-test") if path is None else read_yaml(path)
    file = CheckedFile(*change_document(document, changes))
    joints = file.entry.joints
    if not joints:
        raise InputError("joint-test: there is no joint; name a model file, or give one by --set joints.NAME.key=value")
    if name is None and len(joints) > 1:
        raise InputError(f"joint-test: there are {len(joints)} joints, {', '.join(joints)}: choose one by --joint")
    name = next(iter(joints)) if name is None else check_known("--joint", name, joints, "joint")
    law = joints[name].model_dump(exclude_none=True, exclude={"between"}) | read_moduli(moduli)

    def make() -> Joint:
        joint = Joint(name, **law)
        law_of(joint)          # says what it lacks
        return joint

    return file.guard(("joints", name), make)


def read_moduli(texts: Sequence[str]) -> dict[str, float]:
    """Both stiffnesses from the moduli of unit and mortar and the thickness of the joint; nothing from nothing."""
    if not texts:
        return {}
    given: dict[str, float] = {}
    for text in texts:
        key, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise InputError(f"--moduli must be key=value, e.g. unit=16.7GPa, got {text!r}")
        check_known("--moduli", key, _MODULI, "modulus")
        given[key] = read_quantity(f"--moduli {key}", _number(value), _MODULI[key])
    for key in _MODULI:
        if key not in given:
            raise InputError(f"--moduli: {key} is missing [{_MODULI[key]}]")
    unit, mortar = (shear_modulus(given[key], given["poisson"]) for key in ("unit", "mortar"))
    return {"normal_stiffness": interface_stiffness(given["unit"], given["mortar"], given["thickness"]),
            "shear_stiffness": interface_stiffness(unit, mortar, given["thickness"], modulus="shear modulus")}


def read_path(path: Path) -> np.ndarray:
    """(m, 3) displacements [m] from columns u_n, u_s1, u_s2; a unit may stand in brackets behind a title."""
    try:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"joint-test: cannot read '{path}': {getattr(error, 'strerror', None) or 'no text'}") from None
    if len(lines) < 2 or len(lines) > MOST_ROWS:
        raise InputError(f"{path}: must have a line of titles and 1 to {MOST_ROWS} rows, got {len(lines)} lines")
    places = _read_titles(path, lines[0].split(","))
    u = np.zeros((len(lines) - 1, 3))
    for row, line in enumerate(lines[1:]):
        cells = line.split(",")
        for column, (place, factor) in places.items():
            try:
                u[row, column] = float(cells[place]) * factor
            except (ValueError, IndexError):
                u[row, column] = np.nan
        if not np.isfinite(u[row]).all():
            raise InputError(f"{path}: row {row + 1} must hold finite numbers, got {line[:60]!r}")
    return u


def _read_titles(path: Path, titles: Sequence[str]) -> dict[int, tuple[int, float]]:
    """For each displacement: its place in a row and what a number of it is in metres."""
    places: dict[int, tuple[int, float]] = {}
    for place, title in enumerate(titles):
        found = _TITLE.match(title)
        if found is None or found[1] not in _COLUMNS:
            raise InputError(f"{path}: titles must be u_n, u_s1 or u_s2, with a unit in brackets where it is not m, "
                             f"got {title.strip()!r}")
        unit = parse_unit(found[2] or "m")
        if unit is None or unit.dimension != parse_unit("m").dimension:
            raise InputError(f"{path}: column {found[1]} must be a length, got [{found[2]}]")
        places[_COLUMNS.index(found[1])] = place, unit.factor
    return places


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
