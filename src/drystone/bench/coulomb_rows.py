"""Whole steps by Coulomb's law as rows; the shaken wall beside MuJoCo, in turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from statistics import median

from drystone.bench import coulomb_steps
from drystone.bench.coulomb_steps import SHAKEN, Shaken, measure_shaken
from drystone.bench.mujoco_wall import is_there, shaken_mujoco_row
from drystone.bench.options import Options
from drystone.bench.row import Row

NAME = "coulomb"
COULOMB_SCRIPT = Path(coulomb_steps.__file__)   #: what an earlier commit is asked by
USUAL = ("wall", "two-leaf", "building", "house")
BESIDE_MUJOCO = "wall"
TURNS = 3                                       #: of both, an odd number: the median is one that was


def is_coulomb(name: str) -> bool:
    """Whether a benchmark is of whole steps by Coulomb's law: `coulomb` or `coulomb-SCENE`."""
    return name == NAME or name in {f"{NAME}-{scene}" for scene in SHAKEN}


def scene_names(name: str) -> tuple[str, ...]:
    """Structures of a benchmark for which `is_coulomb` holds."""
    return USUAL if name == NAME else (name.removeprefix(f"{NAME}-"),)


def coulomb_rows(options: Options, names: tuple[str, ...] = USUAL) -> Iterator[Row]:
    """A row a structure and solver; the wall is followed by MuJoCo's."""
    for name in names:
        for solver in options.solvers:
            if name == BESIDE_MUJOCO:
                yield from _beside_mujoco(SHAKEN[name], options, solver)
            else:
                options.say(_words(SHAKEN[name]))
                yield as_row(measure_shaken(SHAKEN[name], solver, options.threads))


def _words(item: Shaken) -> str:
    return f"{item.name}: {item.count} whole steps from step {item.first} on ..."


def _beside_mujoco(item: Shaken, options: Options, solver: str) -> Iterator[Row]:
    """Both in turns over the same steps; `mujoco_ratio` is the median of MuJoCo's time over ours in each turn."""
    ours, others = [], []
    for turn in range(1, TURNS + 1):
        options.say(f"turn {turn} of {TURNS}, {_words(item)}")
        ours.append(measure_shaken(item, solver, options.threads))
        if is_there():
            others.append(shaken_mujoco_row(item.name, item.first, item.count))
    own = dict(sorted(ours, key=lambda found: found["ms"])[TURNS // 2])
    if not others:
        yield as_row(own | {"note": "MuJoCo is missing: pip install 'drystone[bench]'"})
        return
    own["mujoco_ratio"] = median(other.ms / found["ms"] for other, found in zip(others, ours))
    yield as_row(own)
    yield sorted(others, key=lambda row: row.ms)[TURNS // 2]


def as_row(found: dict[str, object]) -> Row:
    """Plain data as a row."""
    own = {field.name for field in fields(Row)}
    return Row(**{key: value for key, value in found.items() if key in own},
               more={key: value for key, value in found.items() if key not in own})
