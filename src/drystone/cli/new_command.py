"""`drystone new`: five questions, and a model file from the answers."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import typer

from drystone.checks import check_choice, check_count, check_number, comma_words
from drystone.cli.show import show
from drystone.errors import InputError
from drystone.io.yaml_reader import parse_yaml
from drystone.model.file import model_from_data
from drystone.quantities import convert
from drystone.results.files import write_atomically

#: Bad answers to one question at a terminal before the command gives up.
MOST_TRIES = 5


class Size(NamedTuple):
    """One number of the second question."""

    name: str
    is_count: bool = False

    @property
    def words(self) -> str:
        """As the question asks for it."""
        return self.name.replace("_", " ") + ("" if self.is_count else " [m]")


@dataclass(frozen=True, slots=True)
class Structure:
    """A kind of structure that can be asked for."""

    sizes: tuple[Size, ...]
    example: str
    pattern: str
    support: str                            #: line of the model file
    monitor: str                            #: block whose displacement is watched
    parameters: Callable[[dict], dict]      #: of the pattern, from the sizes


def _size(*names: str, counts: Sequence[str] = ()) -> tuple[Size, ...]:
    return (*(Size(name) for name in names), *(Size(name, True) for name in counts))


_ABUTMENTS, _GROUND = "supports: [abutment]", "ground: {level: 0.0}   # m"

STRUCTURES = {
    "arch": Structure(
        _size("span", "rise", "thickness", "depth", counts=("stones",)), "3.0 0.8 0.3 0.5 9", "segmental_arch",
        _ABUTMENTS, "voussoir_{middle}", lambda s: {"span": s["span"], "rise": s["rise"], "thickness": s["thickness"],
                                        "width": s["depth"], "count": s["stones"]}),
    "wall": Structure(
        _size("length", "thickness", "stone_length", "stone_height", counts=("courses",)), "4.0 0.4 0.5 0.25 8",
        "running_bond", _GROUND, "",
        lambda s: {"length": s["length"], "courses": s["courses"],
                   "block": [s["stone_length"], s["stone_height"]], "thickness": s["thickness"]}),
    "column": Structure(
        _size("radius", "height", counts=("drums",)), "0.4 3.6 6", "column", _GROUND, "",
        lambda s: {"radius": s["radius"], "height": s["height"], "drums": s["drums"]}),
    "block": Structure(
        _size("width", "depth", "height"), "0.6 0.6 2.0", "single", _GROUND, "block",
        lambda s: {"size": [s["width"], s["depth"], s["height"]]}),
    "dome": Structure(
        _size("span", "thickness", counts=("rings", "sides")), "6.0 0.5 6 16", "dome", _ABUTMENTS, "",
        lambda s: {"span": s["span"], "thickness": s["thickness"], "rings": s["rings"], "sides": s["sides"]}),
}
ACTIONS = ("weight", "pulse")

_TEXT = """\
# Made by drystone new. Every number can be changed; docs/model_file.md explains the keys.
drystone: 1
name: {name}
gravity: 9.81   # m/s2

materials:
  stone: {{density: {density!r}}}   # kg/m3

joints:
  dry: {{friction: {friction!r}}}   # Coulomb coefficient

patterns:
  - kind: {pattern}
    parameters: {parameters}   # m
    material: stone

{support}
{motion}{monitor}
duration: {duration!r}   # s
analysis: {{dt: 1e-3}}   # s
output: {{frames: 10}}   # every 10th step is kept
"""


def new_model(path: Path) -> None:
    """Ask five questions and write the model file at `path`; all or nothing."""
    if path.suffix.lower() not in (".yaml", ".yml"):
        raise InputError(f"new: the model file must end in .yaml, got '{path}'")
    if path.exists():
        raise InputError(f"new: '{path}' is there already; nothing was written")
    if not path.parent.is_dir():
        raise InputError(f"new: there is no directory '{path.parent}'; nothing was written")
    text = model_text(path.stem, Questions())
    try:
        model = model_from_data(parse_yaml(text, str(path)).data, source="new")[0].build()
    except InputError as error:     # answers that are good each by itself may not fit together
        raise InputError(f"{error}; nothing was written") from None
    write_atomically(path, text.encode())
    free = int((~model.is_support).sum())
    show(f"written     {path}: {free} block{'' if free == 1 else 's'}")
    show(f"next        drystone check {path}, drystone statics {path}, drystone run {path}")


class Questions:
    """Asks on the terminal, again after a bad answer; from a pipe or a file, a bad answer ends the command."""

    def __init__(self) -> None:
        self._number = 0

    def ask(self, what: str, example: str, check: Callable[[str], object]):
        """Ask the next question until `check` takes the answer; what it returns."""
        self._number += 1
        question = f"{self._number}/5 {what} (e.g. {example}): "
        for _ in range(MOST_TRIES):
            typer.echo(question, nl=False)
            line = sys.stdin.readline()
            if not line:
                typer.echo("")
                raise InputError(f"new: question {self._number} has no answer: {what}; nothing was written")
            if not sys.stdin.isatty():
                typer.echo(line.strip())
            try:
                return check(line.strip())
            except InputError as error:
                if not sys.stdin.isatty():
                    raise InputError(f"new: question {self._number}: {error}; nothing was written") from None
                show(f"    {error}")
        raise InputError(f"new: question {self._number} has no answer after {MOST_TRIES} tries: {what}; nothing was "
                         "written")


def model_text(stem: str, questions: Questions) -> str:
    """The model file from the answers."""
    kind = questions.ask(f"What is it: {', '.join(STRUCTURES)}?", "arch",
                         lambda text: check_choice("structure", text.lower(), tuple(STRUCTURES)))
    chosen = STRUCTURES[kind]
    sizes = questions.ask("Its sizes: " + ", ".join(size.words for size in chosen.sizes), chosen.example,
                          lambda text: read_sizes(text, chosen.sizes))
    density = questions.ask("Density of the stone [kg/m3]", "2200",
                            lambda text: check_number("density", read_number(text, "kg/m3"), "kg/m3", above=0.0))
    friction = questions.ask("Friction coefficient of the joints [-]", "0.65",
                             lambda text: check_number("friction", read_number(text, "-"), "-", least=0.0))
    motion, duration = questions.ask("What acts: weight alone, or a pulse of the ground along x with its amplitude [g] "
                                     "and duration [s]", "pulse 0.3 0.5", read_action)
    parameters = chosen.parameters(sizes)
    watched = chosen.monitor.format(middle=(sizes.get("stones", 1) + 1) // 2)
    monitor = f"\nmonitors:\n  - {{name: top, block: {watched}, quantity: displacement}}\n" if watched else ""
    name = re.sub(r"[^\w.-]+", "-", stem).strip("-.") or "model"
    return _TEXT.format(name=json.dumps(name), density=density, friction=friction, pattern=chosen.pattern,
                        parameters=_flow(parameters), support=chosen.support, motion=motion, monitor=monitor,
                        duration=duration)


def read_sizes(text: str, sizes: Sequence[Size]) -> dict[str, float | int]:
    """Numbers with spaces between them, in the order of the question."""
    words = text.split()
    if len(words) != len(sizes):
        raise InputError(f"sizes must be {len(sizes)} numbers with spaces between them "
                         f"({', '.join(size.words for size in sizes)}), got {text!r}")
    found: dict[str, float | int] = {}
    for size, word in zip(sizes, words):
        number = read_number(word, "-" if size.is_count else "m", size.words)
        if size.is_count:
            found[size.name] = check_count(size.words, int(number) if number.is_integer() else number)
        else:
            found[size.name] = check_number(size.name.replace("_", " "), number, "m", above=0.0)
    return found


def read_number(text: str, unit: str, what: str = "the answer") -> float:
    """A number, with its unit if one likes: 30cm."""
    try:
        return float(text)
    except ValueError:
        pass
    try:
        return convert(text, unit)
    except InputError as error:
        raise InputError(f"{what}: {error}{comma_words(text)}") from None


def read_action(text: str) -> tuple[str, float]:
    """What the model file says of motions, and how long the run is [s]."""
    words = text.split()
    if not words:
        raise InputError(f"what acts must be one of {', '.join(ACTIONS)}, got ''")
    check_choice("what acts", words[0].lower(), ACTIONS)
    if words[0].lower() == "weight":
        if len(words) > 1:
            raise InputError(f"weight stands alone, got {text!r}")
        return "", 1.0
    if len(words) != 3:
        raise InputError(f"pulse must have an amplitude [g] and a duration [s], got {text!r}")
    amplitude = check_number("amplitude", read_number(words[1], "-", "amplitude"), "g", above=0.0)
    length = check_number("duration", read_number(words[2], "s", "duration"), "s", above=0.0)
    motion = (f"\nmotions:\n  - name: pulse\n    kind: half_sine\n    parameters: {{amplitude: {amplitude:.15g} g, "
              f"duration: {length!r}}}   # s\n    direction: [1, 0, 0]\n")
    return motion, max(2.0, 4.0 * length)


def _flow(values: dict) -> str:
    """A mapping on one line of YAML."""
    return "{" + ", ".join(f"{key}: {json.dumps(value)}" for key, value in values.items()) + "}"
