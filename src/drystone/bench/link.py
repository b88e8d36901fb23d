"""What a slider in a design program waits for: statics of 100 blocks by the component over its pipes, all warm."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.geometry.shape import NamedShape
from drystone.link.component import Link
from drystone.patterns import circular_arch, running_bond

#: What is asked for [s].
BAR = 0.5
QUESTIONS = 11
_LAW = {"unit": "m", "density": 2000.0, "friction": 0.7, "gravity": 9.81}

#: Structures by the number of the question, so that no shape is known from before; and what holds them.
STRUCTURES: dict[str, tuple[Callable[[int], list[NamedShape]], dict]] = {
    "arch": (lambda k: circular_arch(5.0 + 0.01 * k, 0.9, 160.0, 100, 1.0),
             {"supports": ["abutment_right", "abutment_left"]}),
    "wall": (lambda k: running_bond(4.0, 10, (0.4, 0.2), 0.25 + 0.01 * k), {"ground": 0.0}),
}


def link_rows(options: Options, questions: int = QUESTIONS) -> Iterator[Row]:
    """Start of the child; then an arch with its thrust line, and a wall. Times on the clock, seen by who asks."""
    with Link([sys.executable, "-m", "drystone"], environment=dict(os.environ)) as link:
        options.say("link: starting the child ...")
        begin = time.perf_counter()
        link.start()
        yield Row("link", "start", more={"wall_s": time.perf_counter() - begin})
        for name, (make, held) in STRUCTURES.items():
            options.say(f"link: {questions} questions about the {name} ...")
            yield _row(link, name, [make(k) for k in range(questions)], held)


def _row(link: Link, name: str, structures: list[list[NamedShape]], held: dict) -> Row:
    wall, cpu, meshes, found = [], [], [], {}
    for pieces in structures:
        meshes = as_meshes(pieces)
        begin = time.perf_counter()
        found = link.statics(meshes, **_LAW, **held)
        wall.append(time.perf_counter() - begin)
        cpu.append(found["cpu_seconds"])
    blocks = len(meshes) - len(held.get("supports", ()))
    more = {"round_trip_s": median(wall), "best_s": min(wall), "child_cpu_s": median(cpu), "bar_s": BAR,
            "questions": len(wall), "joints": len(found["joint_forces"])}
    return Row("link", name, blocks, more=more, failed=not found["stands"])


def as_meshes(pieces: list[NamedShape]) -> list[dict]:
    """Blocks as a design program has them: corners and faces."""
    return [{"name": piece.name, "vertices": part.vertices, "faces": part.faces}
            for piece in pieces for part in piece.shape.parts]
